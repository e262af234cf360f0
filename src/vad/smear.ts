/**
 * What a speech codec adds around a sound, and what that leaves open of an edge.
 *
 * A codec's noise lies around the sound that it codes and is spread over its frame: before a hard onset it begins some milliseconds too early,
 * and behind a hard end the decoder rings on until the next packet has taken hold. Through libopus at 24 to 64 kbit/s (test/calibration) a
 * voice that stops dead falls by 18 dB and more in 5 ms, and what follows lies that far under it for up to a packet of 20 ms and its overlap. So
 * behind such a cliff, and only there, a weak remainder of so short a time is not told from the codec's own. Speech that rises or falls by
 * itself does so more slowly, and is followed down to the threshold.
 */
import { SAMPLES_PER_MS, type Samples } from '../time/position.js';
import { FINE_STEP, fineLevel, inward } from './fine.js';
import type { LevelTrack, Side } from './level.js';

/** Height of a cliff, and the time it takes at most. */
export const CLIFF_DB = 18;
export const CLIFF: Samples = 5 * SAMPLES_PER_MS;
/** A foot that is nearer than this is the cliff's own slope, and nothing is cleared: a codec's voice takes so long to fall, and rises at once. */
const LEAST_SMEAR: Readonly<Record<Side, Samples>> = { onset: 0, offset: 2.5 * SAMPLES_PER_MS };
/** How far from the cliff the smear reaches: before an onset, and behind an end. */
export const SMEAR_REACH: Readonly<Record<Side, Samples>> = { onset: 7.5 * SAMPLES_PER_MS, offset: 27.5 * SAMPLES_PER_MS };

/** A fade in grows by so much in the 20 ms after its first strong pulse, one of 300 ms by 10 dB; a voice that begins hard does not. */
const FADE_DB = 8;
const FADE_SEEN: Samples = 20 * SAMPLES_PER_MS;

/**
 * How far the level that an edge is found at may be off: a codec at 24 kbit/s codes what is weak with an error as large as that. What dies away
 * it codes worst: the decoder rings on above it, so that an end is found late rather than early (bench/speech-edges.ts).
 */
export const LEVEL_DOUBT_DB: Readonly<Record<Side, { readonly inner: number; readonly outer: number }>> = {
  onset: { inner: 8, outer: 8 },
  offset: { inner: 12, outer: 8 },
};
/**
 * What is unsure of the hardest edge: where in the fine level's window it is, 1 ms either way. Behind an end there is the slope of a codec's voice as
 * well, of which nothing is cleared (LEAST_SMEAR).
 */
const HARDEST: Samples = SAMPLES_PER_MS;
export const LEAST_DOUBT: Readonly<Record<Side, Samples>> = {
  onset: HARDEST,
  offset: Math.round(Math.hypot(HARDEST, LEAST_SMEAR.offset)),
};
/** So near under the loudest inside, a sound has risen: a hard edge may have no 12 dB left to rise by. */
const FULL_DB = 3;
/** No more than this is walked to find where the level is another one. */
const DOUBT_REACH: Samples = 30 * SAMPLES_PER_MS;

/** The foot of a cliff that lies at most SMEAR_REACH inside of an edge, where it rises out of the smear; the edge itself where there is none. */
export function clearOfSmear(level: LevelTrack, side: Side, at: Samples): Samples {
  const step = inward(side);
  const width = CLIFF / FINE_STEP;
  const levels = Array.from({ length: SMEAR_REACH[side] / FINE_STEP + width }, (_, i) => fineLevel(level, side, at + i * step));
  /** Loudest of what lies outside of each place by a cliff's width and more. */
  let outside = -Infinity;
  let top = -Infinity;
  for (let i = width; i < levels.length; i++) {
    outside = Math.max(outside, levels[i - width] as number);
    const own = levels[i] as number;
    if (own - outside >= CLIFF_DB) top = Math.max(top, own);
  }
  if (top === -Infinity || (side === 'onset' && fades(level, at, top))) return at;
  const foot = levels.findIndex((db) => db > top - CLIFF_DB) * step;
  return Math.abs(foot) < LEAST_SMEAR[side] ? at : at + foot;
}

/** Whether a sound goes on growing behind an onset's cliff: then it fades in, and its first strong pulse looks like a cliff. */
function fades(level: LevelTrack, at: Samples, top: number): boolean {
  const first = at + SMEAR_REACH.onset;
  for (let s = first; s < first + FADE_SEEN; s += FINE_STEP) if (fineLevel(level, 'onset', s) > top + FADE_DB) return true;
  return false;
}

/** Half-width of an edge's 95% interval: how far it moves when the level that it is found at is off by LEVEL_DOUBT_DB. */
export function doubt(level: LevelTrack, side: Side, at: Samples): Samples {
  const step = inward(side);
  const found = fineLevel(level, side, at);
  const off = LEVEL_DOUBT_DB[side];
  const inside = Math.min(found + off.inner, loudestInside(level, side, at) - FULL_DB);
  const inner = walk(at, step, (s) => fineLevel(level, side, s) >= inside);
  const outer = walk(at, -step, (s) => fineLevel(level, side, s) < found - off.outer);
  return Math.hypot(LEAST_DOUBT[side], Math.max(inner, outer));
}

function loudestInside(level: LevelTrack, side: Side, at: Samples): number {
  let loudest = -Infinity;
  for (let i = 0; i <= DOUBT_REACH / FINE_STEP; i++) loudest = Math.max(loudest, fineLevel(level, side, at + i * inward(side)));
  return loudest;
}

function walk(from: Samples, step: Samples, there: (s: Samples) => boolean): Samples {
  let s = from;
  while (Math.abs(s - from) < DOUBT_REACH && !there(s)) s += step;
  return Math.abs(s - from);
}
