/** The level around an edge, finer than the level track's frames. */
import { SAMPLES_PER_MS, type Samples } from '../time/position.js';
import type { LevelTrack, Side } from './level.js';

/** Fine level: 2 ms RMS, read every quarter of a millisecond. */
const FINE_WINDOW = 2 * SAMPLES_PER_MS;
export const FINE_STEP = SAMPLES_PER_MS / 4;
/** Reach of a coarse frame, 7.5 ms: a sound of any loudness begins at most this much after the first frame that it lifts. */
const COARSE_REACH = 7.5 * SAMPLES_PER_MS;

/** dB. */
export function fineLevel(level: LevelTrack, side: Side, middle: Samples): number {
  return level.between(middle - FINE_WINDOW / 2, middle + FINE_WINDOW / 2, side);
}

/** From outside into the sound, in samples. */
export const inward = (side: Side): Samples => (side === 'onset' ? FINE_STEP : -FINE_STEP);

/** The sample at which the fine level crosses the threshold, inside the reach of the outermost coarse frame over it. */
export function fineEdge(level: LevelTrack, side: Side, frame: number, threshold: number): Samples {
  const step = inward(side);
  const coarse = frame * SAMPLES_PER_MS;
  for (let s = coarse - Math.sign(step) * COARSE_REACH; Math.abs(s - coarse) <= COARSE_REACH; s += step)
    if (fineLevel(level, side, s) >= threshold) return s;
  return coarse;
}
