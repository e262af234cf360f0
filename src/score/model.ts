/** Scores: values out of the waveform, with how sure they are (design.md, rule 5). No NaN, no 0 for "did not happen". */
import type { AcrossMeasure } from '../scenario/model.js';
import type { RigPos, Samples, Span } from '../time/position.js';
import type { Starver } from '../recording/model.js';
import type { AgentSpeech } from '../vad/model.js';
import type { Bounds } from './bounds.js';
import type { SelectiveSummary } from './selective/model.js';
import type { RunStatistics } from './statistics/model.js';

/** Where a turn lies on the timeline as the recorder heard it. */
export interface PlacedTurn {
  readonly turn: string;
  readonly speaker: string;
  /** First voiced sample and one past the last, measured. */
  readonly start: RigPos;
  readonly end: RigPos;
  readonly plusMinus: Samples;
  /** Pauses between its parts, in order. */
  readonly pauses: readonly Span[];
  readonly parts: readonly Span[];
  /** How the placement came about: measured at the recorder, or only scheduled (then uncertainty is wide). */
  readonly by: 'recorder' | 'schedule';
}

export type Verdict = 'pass' | 'fail' | 'within-uncertainty' | 'unscored';

export type Value =
  | { readonly kind: 'measured'; readonly ms: number; readonly plusMinusMs: number }
  /** It had not happened by then. */
  | { readonly kind: 'censored'; readonly aboveMs: number }
  /** It happened between the two. */
  | { readonly kind: 'interval'; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: 'none' };

export const MEASURES = [
  'reply',
  'false-cutoff',
  'double-reply',
  'silence',
  'yield',
  'continue',
  'greeting',
  'new-initiation',
  'response-presence',
  'answer-accuracy',
  'answer-window-yield',
  'window-response',
  'probe',
] as const;
export type Measure = (typeof MEASURES)[number];

export interface WindowScore {
  /** "t1/false-cutoff/pause-2": unique in the session. */
  readonly id: string;
  readonly turn: string;
  readonly measure: Measure;
  readonly window: Span;
  readonly verdict: Verdict;
  /** One sentence for a person: what was seen, or why it is unscored. */
  readonly reason: string;
  readonly value: Value;
  readonly limitMs: number | undefined;
  /** Whether the window belongs into the measure's denominator (N4 eligibility and the like). */
  readonly counted: boolean;
  readonly flags: readonly string[];
  /** What to play when a person opens the number; starts 1 s before the event. */
  readonly evidence: Span;
  /** Further figures of this window in ms, e.g. {stopMs, burstsAfter, restartMs, nearMissMs}; undefined ones are left out. */
  readonly details: Readonly<Record<string, number | string | boolean>>;
}

export type SessionOutcome = 'scored' | 'agent_failure' | 'rig_invalid';

export interface SessionScore {
  readonly attempt: string;
  readonly session: string;
  readonly scene: string;
  readonly agent: string;
  readonly outcome: SessionOutcome;
  readonly reason: string;
  readonly turns: readonly PlacedTurn[];
  readonly speech: AgentSpeech;
  readonly windows: readonly WindowScore[];
  readonly span: Span;
}

/** A rate is never without its counts. `counted` = pass + fail; the others are beside it. */
export interface Tally {
  readonly pass: number;
  readonly fail: number;
  readonly withinUncertainty: number;
  readonly unscored: number;
}

export interface MeasureSummary {
  readonly agent: string;
  readonly measure: Measure;
  readonly tally: Tally;
  /** Median and range of measured values; undefined with no measured value. `censored` values are counted apart. */
  readonly value: { readonly medianMs: number; readonly minMs: number; readonly maxMs: number; readonly n: number } | undefined;
  readonly censored: number;
  /** Of the rate of passes, with the windows of sessions that the rig spoiled; absent when there were none. */
  readonly bounds?: Bounds;
}

/** How the rig itself did in a session. Lengths in ms, CPU as shares of one processor; absent where it was not measured. */
export interface HealthFigures {
  /** Frames of the humans' tracks from the first turn on, those that left 10 ms late or later, and the latest one. */
  readonly frames: number;
  readonly lateFrames: number;
  readonly latestMs: number;
  readonly lagP99Ms?: number;
  readonly lagMaxMs?: number;
  readonly packets: number;
  readonly lostPackets: number;
  readonly lostAgentPackets?: number;
  /** Of the agent's audio: what never came and was not filled from redundancy. */
  readonly concealedMs: number;
  readonly rigCpu?: number;
  readonly agentCpu?: number;
  /** All processes of the machine together, of so many processors. */
  readonly hostCpu?: number;
  readonly processors?: number;
  /** With late frames: whose use of the processors goes with them. */
  readonly starvedBy?: Starver;
}

/** What a scene expects of all its sessions together, and what was found (across.ts). */
export interface AcrossResult {
  readonly agent: string;
  readonly suite: string;
  /** Id of the variant. */
  readonly scene: string;
  readonly turn: string;
  readonly measure: AcrossMeasure;
  /** The two percentiles whose distance is judged. */
  readonly low: number;
  readonly high: number;
  readonly limitMs: number;
  readonly verdict: Verdict;
  readonly reason: string;
  /** Every measured value, rising: the distribution itself. */
  readonly values: readonly number[];
  /** Nothing came in so many windows: they lie beyond every measured value. */
  readonly censored: number;
  /** Sessions that have no such value. */
  readonly without: number;
  /** Absent where they lie beyond what was measured, or where there are too few values. */
  readonly lowMs?: number;
  readonly highMs?: number;
  readonly spreadMs?: number;
  readonly plusMinusMs?: number;
}

/** One measure in all sessions of one variant against one agent. */
export interface VariantMeasure {
  readonly measure: Measure;
  /** Sessions in which a window of it failed, of those in which one was decided. */
  readonly failed: number;
  readonly decided: number;
  readonly censored: number;
  /** Of its measured values; absent where there are none. */
  readonly medianMs?: number;
  readonly n?: number;
}

/** One variant of a swept scene against one agent (variants.ts). */
export interface VariantSummary {
  readonly agent: string;
  readonly suite: string;
  readonly scene: string;
  readonly id: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** Scored sessions. */
  readonly sessions: number;
  readonly measures: readonly VariantMeasure[];
}

/** By what a run was scored: only runs of which it is the same are compared. */
export interface ScorerStamp {
  /** SCORER_VERSION (constants.ts). */
  readonly version: number;
  readonly detector: string;
  /** SHA-256 of the detector's model. */
  readonly modelHash: string;
}

export interface RunSummary {
  readonly run: string;
  /** Written with the scores of a stored run; absent in those of before it was there. */
  readonly scorer?: ScorerStamp;
  readonly sessions: readonly {
    readonly attempt: string;
    readonly session: string;
    readonly scene: string;
    readonly agent: string;
    readonly outcome: SessionOutcome;
    readonly reason: string;
    readonly tally: Tally;
    /** Ids of the windows that failed, in the session's order. */
    readonly failed: readonly string[];
    readonly health?: HealthFigures;
    /** Attempts before this one that the rig spoiled. */
    readonly replays?: number;
  }[];
  readonly measures: readonly MeasureSummary[];
  readonly outcomes: readonly {
    readonly agent: string;
    readonly scored: number;
    readonly agentFailure: number;
    readonly rigInvalid: number;
    readonly missing: number;
    /** Of the rate of agent failures, had all spoiled sessions been failures or none; absent when none was spoiled. */
    readonly failureBounds?: Bounds;
    /** Attempts that the rig spoiled and that were played again. */
    readonly replays?: number;
  }[];
  /** Arms of scenes that stand in arms; absent when there are fewer than two. */
  readonly arms?: readonly {
    readonly arm: string;
    readonly done: number;
    readonly rigInvalid: number;
    readonly tally: Tally;
    /** Windows of its spoiled sessions. */
    readonly spoiledWindows: number;
  }[];
  /** What is expected over many sessions; absent where nothing is. */
  readonly across?: readonly AcrossResult[];
  /** Swept scenes by their values; absent where nothing is swept. */
  readonly variants?: readonly VariantSummary[];
  /** What may be said of it from how much was played; absent in summaries of before it was there. */
  readonly statistics?: RunStatistics;
  /** Selective participation: the protocol's scores, each with its own denominator; absent where no labelled scene was scored. */
  readonly selective?: SelectiveSummary;
}
