/** The agent's voice: lines rendered by any `Tts`, trimmed, at the rate of the session, and kept. */
import { resample } from '../../src/media/resample.js';
import type { Tts } from '../../src/speech/tts.js';

/**
 * Rate of the session's audio output. Frames of another rate would go through the framework's resampler, which makes near
 * silence of short 16 kHz frames (facts.md, "Traps that others reported").
 */
export const VOICE_RATE = 24_000;

/** Silence that engines put around a line would be counted as the agent's waiting: it is cut at this level of the loudest sample, dB. */
const TRIM_DB = -40;
/** Kept before the first and after the last sample above it, s. */
const KEEP_S = 0.01;

export class Voice {
  readonly #lines = new Map<string, Promise<Int16Array>>();

  constructor(
    readonly tts: Tts,
    readonly name: string,
    readonly language: string,
  ) {}

  /** The line as 16-bit samples at `VOICE_RATE`; rendered once. */
  line(text: string): Promise<Int16Array> {
    let line = this.#lines.get(text);
    if (line === undefined) {
      line = this.#render(text);
      this.#lines.set(text, line);
    }
    return line;
  }

  async #render(text: string): Promise<Int16Array> {
    const { rate, samples } = await this.tts.render(text, this.name, this.language);
    const resampled = resample(trimSilence(samples, rate), rate, VOICE_RATE);
    return Int16Array.from(resampled, (x) => Math.max(-32_768, Math.min(32_767, Math.round(x * 32_768))));
  }
}

/** The samples without the silence around them; all of them when there is nothing but silence. */
export function trimSilence(samples: Float32Array, rate: number): Float32Array {
  const peak = samples.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  const floor = peak * 10 ** (TRIM_DB / 20);
  const loud = (x: number): boolean => Math.abs(x) > floor;
  const first = samples.findIndex(loud);
  if (first < 0) return samples;
  const keep = Math.round(KEEP_S * rate);
  return samples.subarray(Math.max(0, first - keep), samples.findLastIndex(loud) + 1 + keep);
}
