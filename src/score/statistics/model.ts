/**
 * What may be said of a run from how much was played (statistics.md): every rate with its clusters and its interval or the reason for
 * there being none, waits with their censoring, agents compared scene by scene. Shares are from 0 to 1. What does not exist is left out of
 * JSON.
 */
import type { PrimaryMeasure } from '../../scenario/model.js';
import type { Bound, Point } from '../../stats/censored-percentile.js';
import type { Rate } from '../../stats/rate.js';
import type { Measure } from '../model.js';

/** The shape of `RunStatistics`: a number that rises when a field changes its meaning; fields may be added without. */
export const STATISTICS_VERSION = 2;

/** Windows that passed, of those decided; clusters are scenes, all variants of one together. */
export interface RateStatement extends Rate {
  readonly agent: string;
  readonly measure: Measure;
}

/** Sessions in which the agent failed as a whole, of those that count. */
export interface FailureStatement extends Rate {
  readonly agent: string;
}

/**
 * "This scene on this agent": of the sessions in which the measure was decided, those in which nothing of it failed. Repeats are
 * independent for a statement about just that, and Wilson's interval holds.
 */
export interface SceneStatement {
  readonly agent: string;
  readonly suite: string;
  /** Id of the variant. */
  readonly scene: string;
  readonly measure: Measure;
  readonly held: number;
  readonly sessions: number;
  readonly low: number;
  readonly high: number;
}

/** A percentile of the waits for a reply, over all turns that were watched for one. */
export interface WaitPercentile {
  /** 0.5 for the median. */
  readonly share: number;
  /** What is printed: `above` where more windows without a reply than replies lie beyond it (statistics.md). */
  readonly shown: Point;
  /** By when this share had been replied to; `above` where that lies among the windows without a reply. */
  readonly estimate: Point;
  readonly lower: Bound;
  readonly upper: Bound;
}

/** Shares of turns at equal steps: the first entry stands for 0 ms. In each column the three sum to 1. */
export interface Incidence {
  readonly stepMs: number;
  readonly premature: readonly number[];
  readonly reply: readonly number[];
  readonly none: readonly number[];
}

export interface WaitStatement {
  readonly agent: string;
  /** Turns that expect a reply and whose end was watched. Of these: cut into before their end, replied to first, neither. */
  readonly turns: number;
  readonly premature: number;
  readonly replied: number;
  readonly none: number;
  /** Of those that were cut into: such as had their reply after their end as well (`measure` reply counts them). */
  readonly prematureReplied: number;
  readonly incidence: Incidence;
  /** Waits that were measured, and such that only ended with their windows; both also of turns that were cut into first. */
  readonly measured: number;
  readonly censored: number;
  readonly clusters: number;
  readonly effectiveN?: number;
  readonly level: number;
  readonly percentiles: readonly WaitPercentile[];
}

/** What is compared between two agents, or two arms. */
export type Compared = Measure | 'wait';

/** What one side of a comparison came to, over the pairs that were compared. */
export type ComparedSide =
  | {
      readonly kind: 'met';
      /** `sessions` for arms: a session is met where nothing of the measure failed in it. */
      readonly counted: 'windows' | 'sessions';
      readonly met: number;
      readonly of: number;
    }
  | { readonly kind: 'waits'; readonly medianMs: number; readonly waits: number; /** Of them without a reply. */ readonly none: number };

/**
 * Of the mean difference over pairs, at the level of all. `bounds`: of the median difference, where a wait that had no end leaves the mean
 * unknown; null where there is no bound on that side.
 */
export type PairedInterval =
  | { readonly kind: 'interval'; readonly method: 'bootstrap-t' | 'paired-score'; readonly low: number; readonly high: number }
  | { readonly kind: 'bounds'; readonly method: 'order-statistics'; readonly low: number | null; readonly high: number | null }
  | { readonly kind: 'none'; readonly reason: string };

/** Two agents on the same scenes of one suite. */
export interface Comparison {
  readonly suite: string;
  readonly a: string;
  readonly b: string;
  /** A measure's share of windows met; `wait`: the median wait for a reply, ms, unanswered ones at the end of their window. */
  readonly what: Compared;
  /** Scenes with a value on both. */
  readonly scenes: number;
  /**
   * What is paired: `scene`, its repeats collapsed to one difference; `play` with fewer than six scenes: each scene and repeat, and then it
   * speaks of these scenes alone.
   */
  readonly unit: 'scene' | 'play';
  readonly pairs: number;
  readonly of: { readonly a: ComparedSide; readonly b: ComparedSide };
  /** Mean over pairs of b minus a: a share, or ms for `wait`. */
  readonly difference: number;
  /**
   * Where pairs' differences are not known, since a wait had no end, and `difference` is smaller than it was: the median of the differences.
   * Both ends are the same where it is known all the same; null where there is no bound.
   */
  readonly median?: { readonly fromMs: number | null; readonly toMs: number | null };
  readonly interval: PairedInterval;
  readonly test: 'sign-flip' | 'mcnemar';
  /** With McNemar's test: pairs in which only a, or only b, was met. */
  readonly onlyA?: number;
  readonly onlyB?: number;
  readonly pValue: number;
  /** By Holm's method over everything that is compared in this suite; of the primary measure, over its own rows. */
  readonly adjusted: number;
  /** The suite's declared primary measure. */
  readonly primary?: true;
  /** No smaller p can come out of so many pairs that differ. */
  readonly smallestPValue: number;
  /** Further pairs about, until a difference like this one is seen with 90% power; absent where it was seen, or none was there. */
  readonly more?: number;
}

/** Two arms of a suite on one agent. */
export interface ArmComparison extends Comparison {
  readonly agent: string;
}

export interface RunStatistics {
  readonly version: typeof STATISTICS_VERSION;
  /** Of all intervals and bounds. */
  readonly level: number;
  /** What each suite declared that it is about; absent where none did. */
  readonly primary?: readonly { readonly suite: string; readonly measure: PrimaryMeasure }[];
  readonly rates: readonly RateStatement[];
  readonly failures: readonly FailureStatement[];
  readonly scenes: readonly SceneStatement[];
  readonly waits: readonly WaitStatement[];
  /** Absent with one agent. */
  readonly comparisons?: readonly Comparison[];
  /** Absent where no two arms were scored. */
  readonly armComparisons?: readonly ArmComparison[];
}
