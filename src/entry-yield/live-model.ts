/**
 * Opportunities of a live run (entry-yield.md, "From a live run"): schedule and waveform give them, the agent is the wearer. A black-box agent
 * is scored from its waveform alone: earlier is higher. Lengths in samples.
 */
import type { RigPos, Samples } from '../time/position.js';
import { msToSamples } from '../time/position.js';
import type { Task } from './model.js';

/** What the opportunity was, by the schedule. */
export const LIVE_KINDS = {
  /** A request to the agent: it is due. */
  T: { task: 'entry', positive: true },
  N4Q: { task: 'entry', positive: true },
  /** A plain turn on which a reply is expected (chosen: it is due as at T). */
  'reply-due': { task: 'entry', positive: true },
  'mid-turn-pause': { task: 'entry', positive: false },
  N1: { task: 'entry', positive: false },
  N2: { task: 'entry', positive: false },
  N3: { task: 'entry', positive: false },
  /** A plain turn after which silence is expected (chosen: as N1 to N3). */
  'silence-due': { task: 'entry', positive: false },
  N4R: { task: 'yield', positive: true },
  'barge-in': { task: 'yield', positive: true },
  backchannel: { task: 'yield', positive: false },
  noise: { task: 'yield', positive: false },
  'side-talk': { task: 'yield', positive: false },
} as const satisfies Readonly<Record<string, { readonly task: Task; readonly positive: boolean }>>;
export type LiveKind = keyof typeof LIVE_KINDS;

/** Horizons, from the schedule and never from the agent's own entry. */
export const HORIZON = {
  T: msToSamples(5000),
  N4Q: msToSamples(3000),
  /** Of a negative: until the next human onset, at most. */
  negative: msToSamples(2000),
  yield: msToSamples(600),
} as const;
/** A stop before this scores 1 (chosen). */
export const YIELD_AT_ONCE = msToSamples(200);

/** The schedule goes on when a horizon is over, and both are measured: what is observed up to so little before its end is observed (chosen). */
export const OBSERVED_SLACK = msToSamples(20);

/** Why something is no opportunity, or cannot be scored. */
export const LIVE_EXCLUSIONS = {
  'session-spoiled': 'the rig spoiled its session',
  'no-rule': 'nothing says whether the agent was due to enter or to yield',
  'already-speaking': 'the agent was speaking at the release: there was no floor to enter',
  'no-overlap': 'the agent was not surely speaking when the turn began',
  'cut-short': 'it was not observed to its horizon',
  'lost-audio': "part of the agent's audio was lost in its window",
} as const;
export type LiveExclusion = keyof typeof LIVE_EXCLUSIONS;

export interface LiveOpportunity {
  /** "t1/pause-2" */
  readonly id: string;
  readonly session: string;
  readonly scene: string;
  readonly agent: string;
  readonly kind: LiveKind;
  /** The human release (ENTRY) or onset (YIELD). */
  readonly at: RigPos;
  readonly horizon: Samples;
  /** End of the human's turn, of YIELD. */
  readonly offset?: RigPos;
  /** From `at` to the agent's onset (ENTRY) or last sample (YIELD); undefined when it did not act inside the horizon. */
  readonly delay: Samples | undefined;
  /** Half-width of the delay's 95% interval. */
  readonly plusMinus: Samples;
  /** 0 when it did not act, else 1 - delay / horizon. */
  readonly score: number;
}

export interface LiveExcluded {
  readonly id: string;
  readonly session: string;
  readonly scene: string;
  readonly agent: string;
  readonly task: Task;
  readonly why: LiveExclusion;
}

export type LiveFinding = LiveOpportunity | LiveExcluded;
export const isExcluded = (one: LiveFinding): one is LiveExcluded => 'why' in one;

export function liveScore(delay: Samples | undefined, horizon: Samples): number {
  return delay === undefined ? 0 : 1 - delay / horizon;
}
