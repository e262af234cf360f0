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

export interface Sounds {
  /** Level from which on a frame of the track is a sound, dB. */
  readonly threshold: number;
  /** In frames of the level track. */
  readonly spans: readonly FrameSpan[];
}

/** Stretches of sound; dips of 30 ms are bridged. */
export function soundsIn(level: LevelTrack): Sounds {
  const threshold = soundThreshold(level);
  const spans = stretchesOver(level, { from: 0, to: level.frames.length }, threshold, BRIDGE);
  return { threshold, spans: spans.filter(({ from, to }) => to - from >= SHORTEST) };
}

function soundThreshold(level: LevelTrack): number {
  const sorted = level.frames.slice().sort();
  const floor = sorted[Math.floor(FLOOR_SHARE * (sorted.length - 1))] ?? NO_LEVEL_DB;
  return Math.max(LEAST_DB, Math.min(GREATEST_DB, floor + OVER_FLOOR_DB));
}
