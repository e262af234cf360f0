/** A channel without what leaked into it: steps that the leak explains are silence to the detector, and the channel's own floor to the ear that finds edges. */
import { mulberry32 } from '../stats/random.js';
import type { Samples } from '../time/position.js';
import { FRAME_48K } from '../vad/detector.js';
import { NOTHING_DB, quantileDb, STEP } from './power.js';

const STEPS_A_FRAME = FRAME_48K / STEP;

/** @returns the probabilities, 0 where all of a frame is explained. */
export function withoutLeak(probabilities: Uint16Array, explained: Uint8Array | undefined): Uint16Array {
  if (explained === undefined) return probabilities;
  return probabilities.map((p, k) => (explained.subarray(k * STEPS_A_FRAME, (k + 1) * STEPS_A_FRAME).every((one) => one === 1) ? 0 : p));
}

/** The level that a channel's quietest tenth stays under is its floor (as vad/sounds.ts has it). */
const FLOOR_SHARE = 0.1;

/** A channel's own noise, dB; NOTHING_DB where it is digital silence between sounds. */
export function floorOf(power: Int8Array): number {
  return quantileDb(power, FLOOR_SHARE);
}

/**
 * Puts the channel's own floor in the place of explained steps: digital silence there would make its noise a sound. The same samples whatever
 * part of the channel is looked at.
 *
 * @param from the sample of the channel that the audio begins with.
 */
export function replaceLeak(audio: Float32Array, from: Samples, explained: Uint8Array | undefined, floorDb: number): void {
  if (explained === undefined) return;
  const amplitude = floorDb === NOTHING_DB ? 0 : Math.sqrt(3) * 10 ** (floorDb / 20);
  for (let step = Math.floor(from / STEP); step * STEP < from + audio.length; step++) {
    if (explained[step] !== 1) continue;
    const next = mulberry32(step);
    for (let at = step * STEP - from; at < (step + 1) * STEP - from && at < audio.length; at++) {
      const noise = amplitude * (2 * next() - 1);
      if (at >= 0) audio[at] = noise;
    }
  }
}
