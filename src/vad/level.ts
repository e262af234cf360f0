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
    const ahead = new Energies(audio.length);
    const back = new Energies(audio.length);
    this.#forward = highPass(HIGH_PASS_HZ, SAMPLE_RATE).process(audio, undefined, (from, to) => ahead.sounds(from, to));
    this.#backward = highPass(HIGH_PASS_HZ, SAMPLE_RATE).processBackward(audio, (from, to) => back.sounds(from, to));
    this.frames = smoothedLevels(ahead.blocks(this.#forward), back.blocks(this.#backward));
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

/** Energy of each millisecond. Those in which nothing sounds, most of an agent's track, are not looked at. */
class Energies {
  readonly #sounding: Uint8Array;

  constructor(length: Samples) {
    this.#sounding = new Uint8Array(Math.ceil(length / SAMPLES_PER_MS));
  }

  /** Something sounds in [from, to). */
  sounds(from: Samples, to: Samples): void {
    this.#sounding.fill(1, Math.floor(from / SAMPLES_PER_MS), Math.ceil(to / SAMPLES_PER_MS));
  }

  blocks(samples: Float32Array): Float64Array {
    const energies = new Float64Array(this.#sounding.length);
    for (let k = 0; k < energies.length; k++) {
      if (this.#sounding[k] === 0) continue;
      let energy = 0;
      const end = Math.min((k + 1) * SAMPLES_PER_MS, samples.length);
      for (let i = k * SAMPLES_PER_MS; i < end; i++) energy += (samples[i] as number) * (samples[i] as number);
      energies[k] = energy;
    }
    return energies;
  }
}

/** Level of each frame: the lower of the two runs', of which one rings and the other does not. */
function smoothedLevels(forward: Float64Array, backward: Float64Array): Float32Array {
  const a = smoothedPower(forward);
  const b = smoothedPower(backward);
  const levels = new Float32Array(a.length);
  for (let k = 0; k < levels.length; k++) levels[k] = decibels(Math.min(a[k] as number, b[k] as number));
  return levels;
}

function smoothedPower(energies: Float64Array): Float64Array {
  const blocks = energies.length;
  // Running sums of energy: sum[k] is that of all blocks before k.
  const sum = new Float64Array(blocks + 1);
  for (let k = 0; k < blocks; k++) sum[k + 1] = (sum[k] as number) + (energies[k] as number);
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
