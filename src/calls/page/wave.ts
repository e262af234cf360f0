/** Draws both channels over the time of the call: what was shown, with the pause and the decision in it. */
import type { ReviewItemJson } from '../review-json.js';

const AXIS = 18;
const LANES = [
  { name: 'User', colour: '--human' },
  { name: 'Agent', colour: '--agent' },
] as const;

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export interface WaveView {
  readonly item: ReviewItemJson;
  readonly channels: readonly [Float32Array, Float32Array];
  /** Where the sound is, seconds from the beginning of what is shown. */
  readonly position: number | undefined;
}

export function drawWave(canvas: HTMLCanvasElement, { item, channels, position }: WaveView): void {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const g = canvas.getContext('2d');
  if (g === null || width === 0) return;
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  g.scale(ratio, ratio);
  g.font = '11px system-ui, sans-serif';
  g.textBaseline = 'middle';
  const { fromMs, toMs } = item.sound;
  const x = (ms: number): number => ((ms - fromMs) / Math.max(1, toMs - fromMs)) * width;
  if (item.pauseStartMs !== null) {
    g.fillStyle = css('--window');
    g.fillRect(x(item.pauseStartMs), AXIS, x(item.decisionMs) - x(item.pauseStartMs), height - AXIS);
  }
  axis(g, x, { fromMs, toMs, width, height });
  const lane = (height - AXIS) / LANES.length;
  LANES.forEach(({ name, colour }, i) => {
    const top = AXIS + i * lane;
    g.fillStyle = css(colour);
    envelope(g, channels[i] ?? channels[0], top + lane / 2, lane / 2 - 4, width);
    g.fillStyle = css('--ink');
    g.fillText(name, 5, top + 8);
  });
  line(g, x(item.decisionMs), height, css('--accent'));
  if (position !== undefined) line(g, x(fromMs + 1000 * position), height, css('--cursor'));
}

function axis(
  g: CanvasRenderingContext2D,
  x: (ms: number) => number,
  { fromMs, toMs, width, height }: { readonly fromMs: number; readonly toMs: number; readonly width: number; readonly height: number },
): void {
  const step = [1_000, 2_000, 5_000, 10_000].find((one) => x(fromMs + one) >= 60) ?? 30_000;
  for (let at = Math.ceil(fromMs / step) * step; at <= toMs; at += step) {
    g.fillStyle = css('--line');
    g.fillRect(Math.round(x(at)), 0, 1, height);
    g.fillStyle = css('--dim');
    if (x(at) < width - 30) g.fillText(`${at / 1000} s`, x(at) + 3, AXIS / 2);
  }
}

/** The scale is the square root of the amplitude, so that quiet speech still shows. */
function envelope(g: CanvasRenderingContext2D, samples: Float32Array, middle: number, half: number, width: number): void {
  peaksOf(samples, width).forEach((peak, column) => {
    const reach = Math.max(0.5, half * Math.sqrt(Math.min(1, peak)));
    g.fillRect(column, middle - reach, 1, 2 * reach);
  });
}

/** While sound plays the same is drawn for every frame. */
const drawn = new WeakMap<Float32Array, Float32Array>();

/** The loudest sample of each column of pixels. */
function peaksOf(samples: Float32Array, width: number): Float32Array {
  const known = drawn.get(samples);
  if (known?.length === width) return known;
  const peaks = new Float32Array(width);
  for (let column = 0; column < width; column++) {
    const end = Math.floor(((column + 1) / width) * samples.length);
    for (let i = Math.floor((column / width) * samples.length); i < end; i++)
      peaks[column] = Math.max(peaks[column] ?? 0, Math.abs(samples[i] ?? 0));
  }
  drawn.set(samples, peaks);
  return peaks;
}

function line(g: CanvasRenderingContext2D, at: number, height: number, colour: string): void {
  g.fillStyle = colour;
  g.fillRect(Math.round(at) - 1, 0, 2, height);
}
