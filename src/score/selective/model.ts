/**
 * What a run says of selective participation (selective-participation.md, The four scores): four scores and two diagnostics, each with its
 * own denominator, counts and interval, apart for explicit and implicit scenes; there is no total. Shares are from 0 to 1. What does not
 * exist is left out of JSON.
 */
import type { Condition } from '../../scenario/model.js';
import type { Rate } from '../../stats/rate.js';
import type { Comparison } from '../statistics/model.js';

/** The shape of `SelectiveSummary`: rises when a field changes its meaning; fields may be added without. */
export const SELECTIVE_VERSION = 1;

/** A rate whose denominator is below this prints as counts only (selective-participation.md, chosen). */
export const FEWEST_FOR_RATE = 10;

/** Silence by duration alone: a window passes when the voiced time in it is at most this, ms (selective-participation.md, Statistics). */
export const SILENCE_LIMITS_MS = [0, 100, 200, 300, 500] as const;

/** Scenes of a pair by their condition; labelled scenes that are in no pair stand apart. */
export type SelectiveCondition = Condition | 'unpaired';
export const SELECTIVE_CONDITIONS: readonly SelectiveCondition[] = ['explicit', 'implicit', 'unpaired'];

/** A rate over scenes, with the windows that could not be decided beside it. */
export interface SelectiveRate extends Rate {
  /** Too close to a border to call. */
  readonly withinUncertainty: number;
  readonly unscored: number;
}

/** N4 windows step by step, each step among those of the one before; `yielded` of `atResolution` is the yield rate. */
export interface Funnel {
  /** Of which the agent's audio is whole. */
  readonly windows: number;
  /** Any speech from the question's start to the resolution's: the diagnostic. */
  readonly voiced: number;
  /** Silent during the question, an onset in the window. */
  readonly eligibleNew: number;
  /** Still speaking when the resolution begins, and decided: the denominator. */
  readonly atResolution: number;
  readonly yielded: number;
  /** At a border, so that it is in the denominator or not, or passed or not, by less than the uncertainty. */
  readonly undecided: number;
  /** Part of the agent's audio was lost, or the turn came when it should not have. */
  readonly unscored: number;
}

/** Presence - new initiation = share already speaking at the request's end, over requests of which both are decided. */
export interface PresenceIdentity {
  readonly requests: number;
  readonly presence: number;
  readonly newInitiation: number;
  readonly alreadySpeaking: number;
  readonly holds: boolean;
}

/** Runs under 120 ms, which the protocol drops: sounds of the agent that no score sees, by the windows that they lie in. */
export interface Blips {
  readonly afterRequest: number;
  readonly inSilence: number;
  readonly inResolution: number;
  /** Windows with at least one of them; absent in summaries of earlier turnrigs. */
  readonly windows?: number;
}

/** The rate of one score over where in its scene the request stands. */
export interface Trend {
  readonly what: 'new-initiation' | 'response-presence' | 'answer-accuracy';
  /** Turns before it, counted from the first labelled one; or seconds from that one's first sample to the request's end. */
  readonly by: 'turn' | 'seconds';
  readonly requests: number;
  /** Spearman; absent where one side does not vary. */
  readonly rho?: number;
  readonly pValue?: number;
  /** Change of the rate a turn, or a second, by least squares; its interval by the spread between scenes, from 10 scenes on. */
  readonly slope?: number;
  readonly low?: number;
  readonly high?: number;
}

/** Requests at one place: the n-th labelled turn, from 1. */
export interface AtPosition {
  readonly turn: number;
  readonly requests: number;
  readonly newInitiation: number;
  readonly presence: number;
  /** Right answers of those judged; absent where none was. */
  readonly right?: number;
  readonly judged?: number;
}

/** One agent in one condition. */
export interface SelectiveScores {
  readonly agent: string;
  readonly condition: SelectiveCondition;
  readonly scenes: number;
  readonly sessions: number;
  /** Over all T. */
  readonly newInitiation: SelectiveRate;
  /** Over the T with presence; absent where no words were judged. */
  readonly answerAccuracy?: SelectiveRate;
  /** Over all N1, N2, N3. */
  readonly silence: SelectiveRate;
  /** Over the eligible N4. */
  readonly answerWindowYield: SelectiveRate;
  /** Diagnostics, never shown as abilities: over all T, over all N4. */
  readonly responsePresence: SelectiveRate;
  readonly windowResponse: SelectiveRate;
  readonly identity: PresenceIdentity;
  readonly funnel: Funnel;
  readonly blips: Blips;
  /** Silence by duration alone, at each of SILENCE_LIMITS_MS. */
  readonly silenceByDuration: readonly { readonly limitMs: number; readonly pass: number; readonly of: number }[];
  readonly positions: readonly AtPosition[];
  readonly trends: readonly Trend[];
}

/** Explicit against implicit, on one agent: the presence of a response over the pairs; `a` is explicit, `b` implicit. */
export type PairComparison = Omit<Comparison, 'adjusted' | 'primary'> & { readonly agent: string };

export interface SelectiveSummary {
  readonly version: typeof SELECTIVE_VERSION;
  readonly scores: readonly SelectiveScores[];
  /** Absent without pairs of which both scenes were scored. */
  readonly pairs?: readonly PairComparison[];
}
