/** How loud the voice of a long channel usually is, so that a minute that holds nothing but a leak is not taken for the voice itself. */
import { FRAME_48K } from '../vad/detector.js';
import { speechFrames } from '../vad/hysteresis.js';
import type { Samples } from '../time/position.js';
import { NOTHING_DB, quantileDb, STEP } from './power.js';

const STEPS_A_FRAME = FRAME_48K / STEP;
/** Shorter stretches are clicks and coughs as often as words, in frames of 32 ms (chosen). */
const SHORTEST = 10;

/**
 * Half of the speech lies in stretches whose loudest twentieth is at least this loud (the measure that own-voice.ts takes of one stretch).
 *
 * @returns dB relative to full scale; undefined without speech.
 */
export function voiceLevel(probabilities: ArrayLike<number>, power: Int8Array): number | undefined {
  const weight = new Map<number, Samples>();
  let all = 0;
  for (const { from, to } of speechFrames(probabilities)) {
    if (to - from < SHORTEST) continue;
    const db = quantileDb(power, 0.95, from * STEPS_A_FRAME, Math.min(power.length, to * STEPS_A_FRAME));
    weight.set(db, (weight.get(db) ?? 0) + to - from);
    all += to - from;
  }
  if (all === 0) return undefined;
  for (let db = 0, seen = 0; db >= NOTHING_DB; db--) {
    seen += weight.get(db) ?? 0;
    if (2 * seen >= all) return db;
  }
  return undefined;
}
