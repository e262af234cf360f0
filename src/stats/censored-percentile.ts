/**
 * Percentiles of waits of which some were censored (statistics.md: never dropped, never a negative latency). The percentile is of all
 * windows. Where its rank lies among those that had no answer it is "> window"; so it is where its rank is the last answer.
 *
 * statistics.md: "a percentile beyond which more is censored than answered prints as > window". That is read to the letter: what counts is
 * how many windows beyond the percentile ended without an answer and how many with one. So a p95 of 97 answers and 3 windows without one
 * is "> window" although 95 had answered by some time: that time is `estimate`, a fact, and `shown` is what is printed first.
 */
import { binomialCdf, binomialTail } from './binomial.js';
import { FEWEST_CLUSTERS, type Cluster } from './clusters.js';
import { clustering } from './icc.js';
import { LEVEL } from './interval.js';
import { answeredShares, longestWindow, type Wait } from './waits.js';

export type Point =
  | { readonly kind: 'at'; readonly ms: number }
  /** Above the longest window in which there was no answer. */
  | { readonly kind: 'above'; readonly ms: number };

export type Bound = Point | { readonly kind: 'none'; readonly reason: string };

export interface CensoredPercentile {
  readonly share: number;
  /** By when this share had answered. */
  readonly estimate: Point;
  /** More windows without an answer than answers lie beyond it: what follows it is mostly not known. */
  readonly tailCensored: boolean;
  /** What is printed: `estimate`, or `above` where the tail is censored. */
  readonly shown: Point;
  /** One-sided, each with the level: order statistics, which need no shape of the distribution. */
  readonly lower: Bound;
  readonly upper: Bound;
  readonly level: number;
  readonly answered: number;
  readonly censored: number;
  readonly clusters: number;
  /** Windows that count as independent, on which the bounds rest. */
  readonly effectiveN: number | undefined;
}

/** 59 for the 95th percentile at 95%: the fewest windows of which the largest lies above the percentile with that confidence. */
export function windowsForUpperBound(share: number, level = LEVEL): number {
  return Math.ceil(Math.log(1 - level) / Math.log(share) - 1e-9);
}

/** @param share 0 < share < 1. Undefined of no waits. */
export function censoredPercentile(groups: readonly Cluster<Wait>[], share: number, level = LEVEL): CensoredPercentile | undefined {
  const clusters = groups.filter(({ values }) => values.length > 0);
  const waits = clusters.flatMap(({ values }) => values);
  const window = longestWindow(waits);
  const estimate = estimateOf(waits, share, window);
  if (estimate === undefined) return undefined;
  const censored = waits.filter(({ kind }) => kind === 'censored').length;
  const answered = waits.length - censored;
  const tailCensored = estimate.kind === 'above' || isTailCensored(waits, share, estimate.ms);
  const shown: Point = tailCensored ? { kind: 'above', ms: window ?? 0 } : estimate;
  const base = { share, estimate, tailCensored, shown, level, answered, censored, clusters: clusters.length };
  const effectiveN = independentWindows(clusters, estimate);
  if (effectiveN === undefined) {
    const reason = `${clusters.length} ${clusters.length === 1 ? 'scene' : 'scenes'} with repeats: bounds over scenes want ${FEWEST_CLUSTERS} or more`;
    return { ...base, lower: { kind: 'none', reason }, upper: { kind: 'none', reason }, effectiveN };
  }
  // For the upper bound nobody without an answer ever answers; for the lower one, each of them might have just after it was last seen.
  const late = waits.map((wait) => (wait.kind === 'answered' ? wait.ms : Infinity)).sort((a, b) => a - b);
  const early = waits.map((wait) => (wait.kind === 'answered' ? wait.ms : wait.aboveMs)).sort((a, b) => a - b);
  const n = Math.floor(effectiveN + 1e-9);
  const independent = `${n} independent ${n === 1 ? 'window' : 'windows'}`;
  const up = upperRank(n, share, level);
  const down = lowerRank(n, share, level);
  const upper: Bound =
    up === undefined
      ? { kind: 'none', reason: `${independent}: this bound wants ${windowsForUpperBound(share, level)} or more` }
      : pointOf(late[Math.ceil((up / n) * late.length - 1e-9) - 1], window);
  const lower: Bound =
    down === undefined
      ? { kind: 'none', reason: `${independent}: this bound wants ${windowsForUpperBound(1 - share, level)} or more` }
      : pointOf(early[Math.floor((down / n) * early.length + 1e-9) - 1], window);
  return { ...base, lower, upper, effectiveN };
}

/**
 * Windows that ended before `ms` without an answer are not known to lie beyond it, and are counted on neither side. Of answers at the very
 * time of the percentile (an agent that always takes as long) those lie beyond it that its rank does not need.
 */
function isTailCensored(waits: readonly Wait[], share: number, ms: number): boolean {
  const later = waits.filter((wait) => wait.kind === 'answered' && wait.ms > ms).length;
  const ties = waits.filter((wait) => wait.kind === 'answered' && wait.ms === ms).length;
  const censored = waits.filter((wait) => wait.kind === 'censored' && wait.aboveMs >= ms).length;
  return censored > later + ties - neededOfTies(waits, share, ms, ties);
}

/** How many of the answers at `ms` it takes until the share has answered. */
function neededOfTies(waits: readonly Wait[], share: number, ms: number, ties: number): number {
  const steps = answeredShares(waits);
  const i = steps.findIndex((step) => step.ms === ms);
  const after = steps[i]?.share;
  if (after === undefined) return 0;
  const before = steps[i - 1]?.share ?? 0;
  return Math.min(ties, Math.ceil((ties * (share - before)) / (after - before) - 1e-9));
}

function pointOf(ms: number | undefined, window: number | undefined): Point {
  return ms === undefined || ms === Infinity ? { kind: 'above', ms: window ?? 0 } : { kind: 'at', ms };
}

/** The first time by which the share has answered; the middle of two where it is met exactly between them. */
function estimateOf(waits: readonly Wait[], share: number, window: number | undefined): Point | undefined {
  const steps = answeredShares(waits);
  const i = steps.findIndex((step) => step.share >= share - 1e-12);
  const step = steps[i];
  if (step === undefined) return window === undefined ? undefined : { kind: 'above', ms: window };
  if (step.share > share + 1e-12) return { kind: 'at', ms: step.ms };
  const next = steps[i + 1];
  if (next !== undefined) return { kind: 'at', ms: (step.ms + next.ms) / 2 };
  return window === undefined ? { kind: 'at', ms: step.ms } : { kind: 'above', ms: window };
}

/** All of them where each cluster gave one; by the clustering of "answered by then" otherwise; undefined below 10 clusters. */
function independentWindows(clusters: readonly Cluster<Wait>[], estimate: Point): number | undefined {
  const windows = clusters.reduce((sum, { values }) => sum + values.length, 0);
  if (windows === clusters.length) return windows;
  if (clusters.length < FEWEST_CLUSTERS) return undefined;
  const by = clusters.map(({ cluster, values }) => ({
    cluster,
    values: values.map((wait): number => (wait.kind === 'answered' && (estimate.kind === 'above' || wait.ms <= estimate.ms) ? 1 : 0)),
  }));
  // Where the data do not tell, clusters count as one window each.
  return clustering(by).effectiveN ?? clusters.length;
}

/** Smallest rank whose order statistic lies above the percentile with the level; undefined where not even the largest does. */
function upperRank(n: number, share: number, level: number): number | undefined {
  for (let rank = Math.ceil(share * n); rank <= n; rank++) if (binomialCdf(rank - 1, n, share) >= level) return rank;
  return undefined;
}

/** Largest rank whose order statistic lies below the percentile with the level. */
function lowerRank(n: number, share: number, level: number): number | undefined {
  for (let rank = Math.ceil(share * n); rank >= 1; rank--) if (binomialTail(rank, n, share) >= level) return rank;
  return undefined;
}
