/**
 * Short loud sounds that the detector cannot judge. It needs some 100 ms to hear speech, and agents make blips of 16 to 56 ms (facts.md): they are
 * found by level and kept beside the runs that were too short, so that a report can show them.
 */
import { SAMPLES_PER_MS } from '../time/position.js';
import { findEdge } from './edges.js';
import type { FrameSpan } from './hysteresis.js';
import type { LevelTrack } from './level.js';
import { EDGE_BELOW_PEAK_DB, STRONG_BELOW_PEAK_DB } from './noise.js';
import { INTRA_WORD_MS, type Run } from './runs.js';
import type { Sounds } from './sounds.js';

/** Quieter than this it is a click nobody would take for a voice, dB relative to full scale (chosen). */
const LEAST_PEAK_DB = -50;
/** Nearer than this to a run it is the run's own (the release of a last stop). */
const NEAR_MS = 60;
/** Under the loudest run's peak, further than this it is none of the voice's sounds. */
const BELOW_SPEECH_DB = STRONG_BELOW_PEAK_DB;

/** Sounds under 120 ms that are as loud as the track's speech, away from its runs. */
export function bursts(level: LevelTrack, runs: readonly Run[], sounds: Sounds): Run[] {
  const inFrames = runs.map((run): FrameSpan => ({ from: level.frameAt(run.from), to: level.frameAt(run.to) }));
  const speechPeak = inFrames.reduce((max, run) => Math.max(max, level.peak(run.from, run.to)), -Infinity);
  const least = Math.max(LEAST_PEAK_DB, speechPeak - BELOW_SPEECH_DB);
  return sounds.spans
    .filter((sound) => sound.to - sound.from < INTRA_WORD_MS && level.peak(sound.from, sound.to) >= least)
    .filter((sound) => inFrames.every((run) => sound.to <= run.from - NEAR_MS || sound.from >= run.to + NEAR_MS))
    .map((sound) => burstOf(level, sound, sounds.threshold));
}

function burstOf(level: LevelTrack, sound: FrameSpan, floor: number): Run {
  const peak = level.peak(sound.from, sound.to);
  const strongThreshold = peak - STRONG_BELOW_PEAK_DB;
  const threshold = Math.min(Math.max(floor, peak - EDGE_BELOW_PEAK_DB), strongThreshold);
  const strong = level.frames.slice(sound.from, sound.to);
  const first =
    sound.from +
    Math.max(
      0,
      strong.findIndex((db) => db >= strongThreshold),
    );
  const last =
    sound.from +
    Math.max(
      0,
      strong.findLastIndex((db) => db >= strongThreshold),
    );
  const onset = findEdge(level, { side: 'onset', strongFrame: first, limit: sound.from, threshold, strongThreshold });
  const offset = findEdge(level, { side: 'offset', strongFrame: last, limit: sound.to, threshold, strongThreshold });
  return {
    from: onset.at,
    to: Math.max(offset.at, onset.at + SAMPLES_PER_MS),
    strongFrom: onset.strong,
    weakFrom: onset.weak,
    fromPlusMinus: onset.plusMinus,
    toPlusMinus: offset.plusMinus,
    fromInNoise: false,
    toInNoise: false,
  };
}
