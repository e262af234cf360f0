/**
 * Runs compared: what `turnrig compare` computes, prints, and writes as JSON. A system is one agent in one run. Shares are from 0 to 1; what
 * does not exist is left out of JSON.
 */
import type { Measure, RunSummary } from '../score/model.js';
import type { SelectiveCondition, SelectiveScores } from '../score/selective/model.js';
import type { ReferenceRow } from '../text-reference/index.js';
import type { PublishedSystem } from '../score/selective/published.js';
import type { Comparison, RateStatement } from '../score/statistics/model.js';

/** The shape of `CompareDocument`: rises when a field changes its meaning; fields may be added without. */
export const COMPARE_VERSION = 1;

export interface ComparedRun {
  /** Folder as the user named it. */
  readonly run: string;
  readonly id: string;
  readonly createdAt: string;
  readonly transport: string;
  readonly server: string;
}

export interface ComparedSystem {
  readonly name: string;
  /** Place of its run in `runs`. */
  readonly run: number;
  readonly agent: string;
  readonly outcomes: Omit<RunSummary['outcomes'][number], 'agent'>;
  /** Of each measure, over scenes; without the agent's name, which need not be the system's. */
  readonly rates: readonly Omit<RateStatement, 'agent'>[];
  /** Selective participation, by condition; absent where none was played. */
  readonly selective?: readonly Omit<SelectiveScores, 'agent'>[];
}

/** Two systems on the same scenes: the rows of a run's comparisons, and the bootstrap over scenes beside them. */
export interface SystemComparison extends Comparison {
  readonly condition: SelectiveCondition;
  /**
   * Of the difference of the two rates (ratios of sums, b less a): 2.5 and 97.5 percentiles over resampled scenes, the same for both
   * (selective-participation.md, Statistics). Of the scenes with a value on both. Absent for waits, and below ten of these.
   */
  readonly bootstrap?: { readonly difference: number; readonly low: number; readonly high: number; readonly replicates: number };
}

/** The order of systems by one figure, best first; those that tie share a rank. */
export interface Ranking {
  readonly order: readonly { readonly system: string; readonly rate: number; readonly rank: number }[];
}

/** Over systems in one condition. */
export interface SystemRanks {
  readonly condition: SelectiveCondition;
  /** New initiation against presence: every point, an exact p, never a claim (statistics.md). Absent under three systems. */
  readonly spearman?: {
    readonly rho: number;
    readonly pValue: number;
    readonly points: readonly { readonly system: string; readonly newInitiation: number; readonly presence: number }[];
  };
  /** Silence as scored, then by duration alone at each limit, and whether the order of systems changes with it. */
  readonly silence: {
    readonly scored: Ranking;
    readonly byDuration: readonly (Ranking & { readonly limitMs: number })[];
    readonly changes: boolean;
  };
}

export interface CompareDocument {
  readonly version: typeof COMPARE_VERSION;
  readonly runs: readonly ComparedRun[];
  readonly systems: readonly ComparedSystem[];
  /** Without one nothing is compared: rates and counts stand alone. */
  readonly verdict: { readonly may: boolean; readonly reasons: readonly string[] };
  /** What to know when reading it. */
  readonly notes: readonly string[];
  readonly comparisons: readonly SystemComparison[];
  readonly ranks: readonly SystemRanks[];
  /** A model that reads who says what, on the same scenes: an upper bound, and no system. */
  readonly reference?: Omit<ReferenceRow, 'scenes'>;
  /** The paper's figures, marked as published; absent where nothing of the protocol was played. */
  readonly published?: readonly PublishedSystem[];
}

/** A window behind a cell of the page's tables. */
export interface CellWindow {
  readonly system: string;
  readonly condition: SelectiveCondition;
  readonly measure: Measure;
  readonly attempt: string;
  readonly session: string;
  readonly scene: string;
  readonly id: string;
  readonly verdict: string;
  readonly reason: string;
  /** Of T windows: whether the agent was speaking when the request ended. */
  readonly flags: readonly string[];
}
