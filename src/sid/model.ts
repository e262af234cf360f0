/** SID-bench: does a system know when, and whether, somebody interrupts (semantic-interruption.md). Times are seconds of the clip. */
import type { Interval } from '../stats/interval.js';
import type { RateInterval } from '../stats/rate.js';

/** The source's text and its notebook disagree; both are offered. */
export const DEFINITIONS = ['text', 'notebook'] as const;
export type Definition = (typeof DEFINITIONS)[number];

/** What is so of a clip. */
export interface Clip {
  /** File name of the sound: the clip's name, unique over all splits. */
  readonly audio: string;
  readonly split: string;
  /** True when nobody interrupts. */
  readonly totalNonbreak: boolean;
  readonly duration: number;
  /** -1, or anything, when nobody interrupts; only the notebook's definition reads it then. */
  readonly breakTime: number;
  /** What repeats of it belong to (statistics.md); its own name unless said. */
  readonly cluster?: string;
}

/** What a system says of a clip. */
export interface Prediction {
  readonly audio: string;
  readonly totalNonbreak: boolean;
  /** -1 when nobody interrupts. */
  readonly breakTime: number;
}

export interface Pair {
  readonly clip: Clip;
  readonly prediction: Prediction;
}

/**
 * How a prediction compares. `within`: both have a break, within the tolerance; in the notebook's definition the times alone, whatever
 * the flags say. `none`: neither has one.
 */
export const CASES = ['within', 'none', 'false-alarm', 'missed', 'late', 'early'] as const;
export type Case = (typeof CASES)[number];

/** What is drawn at random when others are asked about. */
export const clusterOf = ({ clip }: Pick<Judged, 'clip'>): string => clip.cluster ?? clip.audio;

export interface Judged extends Pair {
  readonly case: Case;
  /** Seconds lost; what APT is the mean of. */
  readonly penalty: number;
}

/** A figure with what it stands on. `value` is undefined of nothing (design.md, rule 5: no NaN, no 0 for "did not happen"). */
export interface Figure {
  readonly value: number | undefined;
  /** Clips in the denominator. */
  readonly clips: number;
  /** Of them, those that count; of a rate only. */
  readonly hits?: number;
  readonly interval: FigureInterval;
}

type RateMethod = Extract<RateInterval, { readonly kind: 'interval' }>['method'];
export type FigureInterval =
  | (Interval & { readonly kind: 'interval'; readonly method: RateMethod | 'bootstrap-t'; readonly sparse: boolean })
  | { readonly kind: 'none'; readonly reason: string };

/** All clips, or those of a split. */
export interface Scope {
  readonly clips: number;
  readonly withBreak: number;
  readonly withoutBreak: number;
  readonly cases: Readonly<Record<Case, number>>;
  readonly fir: Figure;
  readonly irl: Figure;
  readonly apt: Figure;
}

export interface SidScore {
  readonly definition: Definition;
  readonly all: Scope;
  /** In order of first appearance. */
  readonly splits: readonly (Scope & { readonly split: string })[];
  readonly items: readonly Judged[];
}
