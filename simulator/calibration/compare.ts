/** Truths of the truth program on the rig's timeline, and what was measured held against them. */
import { observeEdges, observeWaits, type Observation, type TrueInstant } from '../../src/calibration/observe.js';
import { locateClip } from '../../src/media/locate.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { msToSamples, shift, type RigPos, type Samples } from '../../src/time/position.js';
import type { HeardEdges } from './hear.js';
import type { Truth } from './truth.js';

/** Nanoseconds of the host's monotonic clock as a position. */
export type PositionOf = (ns: bigint) => RigPos;

export interface TrueBurst {
  readonly onset: TrueInstant;
  readonly offset: TrueInstant;
}

const NS_PER_SAMPLE = 1e9 / 48_000;
/** How far a clip is looked for around where it left. */
const SEARCH: Samples = msToSamples(400);
/** An answer begins at most so long after the longest delay that was asked for. */
const ANSWER_LATEST: Samples = msToSamples(500);

export function burstsOf(truth: Truth, position: PositionOf): TrueBurst[] {
  const bursts = new Map<number, { onset?: TrueInstant; offset?: TrueInstant }>();
  for (const { burst, edge, ns, plusMinusNs, untold } of truth.edges) {
    const instant = { at: position(BigInt(ns)), plusMinus: Math.ceil(plusMinusNs / NS_PER_SAMPLE), untold: untold !== '' };
    bursts.set(burst, { ...bursts.get(burst), [edge]: instant });
  }
  return [...bursts.values()].flatMap(({ onset, offset }) => (onset && offset ? [{ onset, offset }] : []));
}

export function edgesAgainst(bursts: readonly TrueBurst[], heard: HeardEdges): { onsets: Observation[]; offsets: Observation[] } {
  return {
    onsets: observeEdges(
      bursts.map(({ onset }) => onset),
      heard.onsets,
    ),
    offsets: observeEdges(
      bursts.map(({ offset }) => offset),
      heard.offsets,
    ),
  };
}

/** The human's clip, and the samples between which it is voiced. */
export interface LabelledClip {
  readonly samples: Float32Array;
  readonly from: Samples;
  readonly to: Samples;
}

/**
 * Waits of answers: for every turn the first true burst of the agent after its true end.
 * @param slack how far the recording may be off as a whole; for AudioStream's, whose jitter buffer delays.
 */
export function waitsAgainst(
  turns: readonly TrueBurst[],
  answers: readonly TrueBurst[],
  clip: LabelledClip,
  human: TimelineAudio,
  heard: HeardEdges,
  longest: Samples,
): Observation[] {
  return observeWaits(
    turns.flatMap(({ onset: start, offset: end }) => {
      const answer = answers.find(({ onset }) => onset.at > end.at && onset.at < end.at + longest + ANSWER_LATEST);
      if (answer === undefined) return [];
      const located = locateClip(human, clip.samples, shift(start.at, -clip.from), { search: SEARCH });
      const measuredEnd = located && { at: shift(located.at, clip.to), plusMinus: located.plusMinus };
      return [{ end, onset: answer.onset, measuredEnd }];
    }),
    heard.onsets,
  );
}

/** Cues: how long after an onset of the agent the human's voice began, ms; the first one after each. */
export function cuesAfter(bursts: readonly TrueBurst[], cues: readonly TrueBurst[]): number[] {
  return bursts.flatMap(({ onset, offset }) => {
    const cue = cues.find(({ onset: one }) => one.at > onset.at && one.at < offset.at);
    return cue === undefined || onset.untold ? [] : [(cue.onset.at - onset.at) / 48];
  });
}
