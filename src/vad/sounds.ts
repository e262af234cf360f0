/** Any sound of a track above its floor, speech or not (measurement.md, "Several agent tracks"). */
import { BRIDGE } from './edges.js';
import type { FrameSpan } from './hysteresis.js';
import { NO_LEVEL_DB, stretchesOver, type LevelTrack } from './level.js';

/** The floor is the level that the quietest tenth of the track stays under; sound is what lies this far above it (chosen). */
const FLOOR_SHARE = 0.1;
const OVER_FLOOR_DB = 10;
/** Nobody hears less than this as a sound, and nothing louder than that passes for a floor, dB relative to full scale (chosen). */
const LEAST_DB = -60;
const GREATEST_DB = -35;
/** Shorter than this, in frames of 1 ms, is less than a frame of the level can tell. */
const SHORTEST = 10;

/** Level from which on a frame of the track is a sound. */
export function soundThreshold(level: LevelTrack): number {
  const sorted = level.frames.slice().sort();
  const floor = sorted[Math.floor(FLOOR_SHARE * (sorted.length - 1))] ?? NO_LEVEL_DB;
  return Math.max(LEAST_DB, Math.min(GREATEST_DB, floor + OVER_FLOOR_DB));
}

/** Stretches of sound in frames of the level track; dips of 30 ms are bridged. */
export function soundsIn(level: LevelTrack): FrameSpan[] {
  return stretchesOver(level, { from: 0, to: level.frames.length }, soundThreshold(level), BRIDGE).filter(
    ({ from, to }) => to - from >= SHORTEST,
  );
}
