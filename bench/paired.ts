/**
 * Made-up values in clusters with known truth, for the intervals of means, of paired differences and of percentiles as the product makes
 * them: clusters (scenes, clips) whose own levels vary by a stated intra-cluster correlation.
 */
import { clusterMean } from '../src/stats/bootstrap-t.js';
import { censoredPercentile } from '../src/stats/censored-percentile.js';
import { pairedShares } from '../src/stats/paired-shares.js';
import type { Wait } from '../src/stats/waits.js';
import type { Random } from './clustered.js';

/** Shapes of single values: normal ones, waits with a long tail (lognormal), and two kinds of reply, of which one in six comes late. */
export const VALUE_SHAPES = ['normal', 'long tail', 'two kinds'] as const;
export type ValueShape = (typeof VALUE_SHAPES)[number];

export interface MeanTruth {
  readonly what: 'mean' | 'difference';
  readonly shape: ValueShape;
  readonly clusters: number;
  /** Values a cluster; 0: unequal, 1 to 20. */
  readonly repeats: number;
  readonly icc: number;
}

export interface Held {
  readonly given: number;
  readonly runs: number;
  readonly covered: number;
  /** Shares of intervals that lay above the truth, and below it. */
  readonly above: number;
  readonly below: number;
  readonly meanWidth: number;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Standard deviation of the logarithm: the 95th percentile is 2.7 times the median, as of agents that now and then think longer. */
const TAIL = 0.6;
const LATE_SHARE = 1 / 6;
const LATE = 2.5;

/** A value from a normal of mean 0 and deviation 1: the same order, another shape. */
function shaped(z: number, shape: ValueShape): number {
  switch (shape) {
    case 'normal':
      return z;
    case 'long tail':
      return Math.exp(TAIL * z);
    case 'two kinds':
      return z > LATE_FROM ? LATE + 0.2 * z : 0.2 * z;
  }
}
/** Normal quantile of 1 - LATE_SHARE. */
const LATE_FROM = 0.967422;

/** Mean of a shape: exact, but for `two kinds`, whose spread has mean 0. */
export function meanOfShape(shape: ValueShape): number {
  return shape === 'normal' ? 0 : shape === 'long tail' ? Math.exp(TAIL ** 2 / 2) : LATE * LATE_SHARE;
}

/** Values of one cluster: the normal beneath them has the stated correlation, and so, nearly, have they. */
function cluster(truth: Pick<MeanTruth, 'icc' | 'shape' | 'repeats'>, i: number, random: Random): number[] {
  const own = normal(random) * Math.sqrt(truth.icc);
  const n = truth.repeats === 0 ? 1 + ((i * 7) % 20) : truth.repeats;
  return Array.from({ length: n }, () => shaped(own + normal(random) * Math.sqrt(1 - truth.icc), truth.shape));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** One interval of a made-up run; undefined where the product gives none. */
function interval(truth: MeanTruth, seed: number, random: Random): { readonly low: number; readonly high: number } | undefined {
  const groups = Array.from({ length: truth.clusters }, (_, i) => {
    const a = cluster(truth, i, random);
    if (truth.what === 'mean') return { cluster: `c${i}`, values: a };
    // As comparisons are made: each scene's repeats collapsed, one difference a scene. The scene's own level is shared and cancels out.
    const shift = normal(random);
    const b = cluster(truth, i, random);
    return { cluster: `c${i}`, values: [mean(b) + shift - (mean(a) + shift)] };
  });
  const found = clusterMean(groups, { seed });
  return found.kind === 'interval' ? found : undefined;
}

export function coverageOfMeans(truth: MeanTruth, runs: number, random: Random): Held {
  const target = truth.what === 'difference' ? 0 : meanOfShape(truth.shape);
  return tallied(runs, target, (i) => interval(truth, i, random));
}

/** Paired shares as McNemar's test has them: chances of "only A" and "only B". */
export function coverageOfShares(onlyA: number, onlyB: number, pairs: number, runs: number, random: Random): Held {
  return tallied(runs, onlyB - onlyA, () => {
    let [a, b] = [0, 0];
    for (let k = 0; k < pairs; k++) {
      const u = random();
      if (u < onlyA) a++;
      else if (u < onlyA + onlyB) b++;
    }
    return pairedShares(a, b, pairs);
  });
}

/** How often each one-sided bound of a percentile of waits keeps its side; nominal 95%. */
export interface PercentileHeld {
  readonly lower: number;
  readonly upper: number;
  /** Runs in which an upper bound was given. */
  readonly given: number;
  readonly runs: number;
}

export interface PercentileTruth {
  readonly share: number;
  readonly shape: ValueShape;
  readonly clusters: number;
  readonly repeats: number;
  readonly icc: number;
}

/** A window that one turn in thirty, about, outlasts: those waits are censored. */
const WINDOW_Z = 1.83;

/** @param truth the percentile's true value is that of the shape: the normal beneath keeps its order. */
export function coverageOfPercentiles(truth: PercentileTruth, quantile: number, runs: number, random: Random): PercentileHeld {
  const target = shaped(quantile, truth.shape);
  const window = shaped(WINDOW_Z, truth.shape);
  let [lower, lowerGiven, upper, given] = [0, 0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const groups = Array.from({ length: truth.clusters }, (_, i) => ({
      cluster: `c${i}`,
      values: cluster(truth, i, random).map((ms): Wait => (ms > window ? { kind: 'censored', aboveMs: window } : { kind: 'answered', ms })),
    }));
    const found = censoredPercentile(groups, truth.share);
    if (found === undefined) continue;
    if (found.lower.kind !== 'none') {
      lowerGiven++;
      if (found.lower.ms <= target) lower++;
    }
    if (found.upper.kind !== 'none') {
      given++;
      if (found.upper.kind === 'above' || found.upper.ms >= target) upper++;
    }
  }
  return { lower: lower / lowerGiven, upper: upper / given, given, runs };
}

function tallied(runs: number, target: number, of: (run: number) => { readonly low: number; readonly high: number } | undefined): Held {
  let [given, above, below, width] = [0, 0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const found = of(run);
    if (found === undefined) continue;
    given++;
    width += found.high - found.low;
    if (found.low > target) above++;
    if (found.high < target) below++;
  }
  return { given, runs, covered: 1 - (above + below) / given, above: above / given, below: below / given, meanWidth: width / given };
}
