/** How loud a track is over time: what edges are refined with (facts.md, "Edge refinement by level"). */
import { highPass } from '../media/biquad.js';
import { SAMPLES_PER_MS, SAMPLE_RATE, type Samples } from '../time/position.js';
import type { FrameSpan } from './hysteresis.js';

/** Which way an edge lies: an onset is followed toward earlier times, an offset toward later ones. */
export type Side = 'onset' | 'offset';

/**
 * Rumble below carries no edge of speech. The filter rings after a sound when it runs forward in time and before it when it runs backward:
 * onsets are read from the forward run and offsets from the backward one, so that neither is moved by ringing.
 */
const HIGH_PASS_HZ = 100;
/** RMS window, hop 1 ms. */
const WINDOW_MS = 10;
const SMOOTHING_MS = 5;
/** How much longer, in frames, a sound is in the level than in the audio: window and smoothing reach over both of its ends. */
export const LEVEL_SPREAD = WINDOW_MS + SMOOTHING_MS;
/** dB of nothing at all. */
export const NO_LEVEL_DB = -120;

const decibels = (meanSquare: number): number => (meanSquare <= 1e-12 ? NO_LEVEL_DB : 10 * Math.log10(meanSquare));

/**
 * The level of 48 kHz mono audio in dB relative to full scale, by the millisecond.
 * Frame k is the smoothed 10 ms RMS around sample k * 48; there is one more frame than there are whole milliseconds.
 */
export class LevelTrack {
  readonly #forward: Float32Array;
  readonly #backward: Float32Array;
  readonly frames: Float32Array;

  constructor(audio: Float32Array) {
    this.#forward = highPass(HIGH_PASS_HZ, SAMPLE_RATE).process(audio);
    this.#backward = highPass(HIGH_PASS_HZ, SAMPLE_RATE).processBackward(audio);
    this.frames = smoothedLevels(this.#forward, this.#backward);
  }

  /** Frame whose middle is nearest to a sample, held inside the track. */
  frameAt(sample: Samples): number {
    return Math.max(0, Math.min(this.frames.length - 1, Math.round(sample / SAMPLES_PER_MS)));
  }

  at(frame: number): number {
    return this.frames[frame] ?? NO_LEVEL_DB;
  }

  /** RMS level, in dB, of the samples [from, to) as an edge on this side sees them. */
  between(from: Samples, to: Samples, side: Side): number {
    const samples = side === 'onset' ? this.#forward : this.#backward;
    let energy = 0;
    for (let i = Math.max(0, from); i < to && i < samples.length; i++) energy += (samples[i] as number) * (samples[i] as number);
    return decibels(energy / (to - from));
  }

  /** Greatest level of the frames [from, to). */
  peak(from: number, to: number): number {
    let max = NO_LEVEL_DB;
    for (let k = Math.max(0, from); k < to && k < this.frames.length; k++) max = Math.max(max, this.at(k));
    return max;
  }
}

/** Stretches of frames over the threshold; dips of up to `bridge` frames are bridged. */
export function stretchesOver(level: LevelTrack, within: FrameSpan, threshold: number, bridge: number): FrameSpan[] {
  const stretches: FrameSpan[] = [];
  let from: number | undefined;
  let last = 0;
  for (let k = within.from; k < within.to; k++) {
    if (level.at(k) > threshold) {
      from ??= k;
      last = k;
    } else if (from !== undefined && k - last > bridge) {
      stretches.push({ from, to: last + 1 });
      from = undefined;
    }
  }
  if (from !== undefined) stretches.push({ from, to: last + 1 });
  return stretches;
}

/** Level of each frame: the lower of the two runs', of which one rings and the other does not. */
function smoothedLevels(forward: Float32Array, backward: Float32Array): Float32Array {
  const a = smoothedPower(forward);
  const b = smoothedPower(backward);
  const levels = new Float32Array(a.length);
  for (let k = 0; k < levels.length; k++) levels[k] = decibels(Math.min(a[k] as number, b[k] as number));
  return levels;
}

function smoothedPower(samples: Float32Array): Float64Array {
  const blocks = Math.ceil(samples.length / SAMPLES_PER_MS);
  // Running sums of energy, block by block: sum[k] is that of all blocks before k.
  const sum = new Float64Array(blocks + 1);
  for (let k = 0; k < blocks; k++) {
    let energy = 0;
    const end = Math.min((k + 1) * SAMPLES_PER_MS, samples.length);
    let i = k * SAMPLES_PER_MS;
    // A sum waits for its own last addition; silence need not.
    while (i < end && samples[i] === 0) i++;
    for (; i < end; i++) energy += (samples[i] as number) * (samples[i] as number);
    sum[k + 1] = (sum[k] as number) + energy;
  }
  const half = WINDOW_MS / 2;
  const power = new Float64Array(blocks + 1);
  for (let k = 0; k <= blocks; k++) {
    const energy = (sum[Math.min(blocks, k + half)] as number) - (sum[Math.max(0, k - half)] as number);
    power[k] = Math.max(0, energy) / (WINDOW_MS * SAMPLES_PER_MS);
  }
  const reach = (SMOOTHING_MS - 1) / 2;
  const smooth = new Float64Array(blocks + 1);
  for (let k = 0; k <= blocks; k++) {
    let total = 0;
    for (let j = Math.max(0, k - reach); j <= Math.min(blocks, k + reach); j++) total += power[j] as number;
    smooth[k] = total / SMOOTHING_MS;
  }
  return smooth;
}
