/** A channel without what leaked into it: steps that the leak explains are silence, to the detector and to the ear that finds edges. */
import type { Samples } from '../time/position.js';
import { FRAME_48K } from '../vad/detector.js';
import { STEP } from './power.js';

const STEPS_A_FRAME = FRAME_48K / STEP;

/** @returns the probabilities, 0 where all of a frame is explained. */
export function withoutLeak(probabilities: Uint16Array, explained: Uint8Array | undefined): Uint16Array {
  if (explained === undefined) return probabilities;
  return probabilities.map((p, k) => (explained.subarray(k * STEPS_A_FRAME, (k + 1) * STEPS_A_FRAME).every((one) => one === 1) ? 0 : p));
}

/** Silences explained steps in place. @param from the sample of the channel that the audio begins with. */
export function silenceLeak(audio: Float32Array, from: Samples, explained: Uint8Array | undefined): void {
  if (explained === undefined) return;
  for (let step = Math.floor(from / STEP); step * STEP < from + audio.length; step++)
    if (explained[step] === 1) audio.fill(0, Math.max(0, step * STEP - from), Math.max(0, (step + 1) * STEP - from));
}
