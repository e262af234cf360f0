/**
 * How alike the windows of one cluster are: intra-cluster correlation, design effect, effective n (statistics.md: an interval over
 * clusters prints all three).
 */
import type { Cluster, RateCluster } from './clusters.js';

/** What the one-way analysis of variance needs of one cluster. */
interface Moments {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
}

export interface Clustering {
  readonly clusters: number;
  readonly windows: number;
  /**
   * The ANOVA estimate, in [-1 / (n - 1), 1]; undefined where the data do not tell: fewer than two clusters, one window in each, or all
   * values equal.
   */
  readonly icc: number | undefined;
  /** 1 + (m - 1) icc, m the size-weighted mean cluster size; never below 1. Undefined with `icc`, but for one window each, where it is 1. */
  readonly designEffect: number | undefined;
  /** windows / designEffect: how many independent windows would tell as much. */
  readonly effectiveN: number | undefined;
}

export function clustering(clusters: readonly Cluster<number>[]): Clustering {
  return fromMoments(
    clusters.map(({ values }) => ({
      n: values.length,
      sum: values.reduce((sum, value) => sum + value, 0),
      squares: values.reduce((sum, value) => sum + value * value, 0),
    })),
  );
}

export function rateClustering(clusters: readonly RateCluster[]): Clustering {
  return fromMoments(clusters.map(({ successes, windows }) => ({ n: windows, sum: successes, squares: successes })));
}

/** One-way random effects with unequal sizes (Ridout, Demétrio and Firth, Biometrics 55 (1999): the ANOVA estimator). */
function fromMoments(all: readonly Moments[]): Clustering {
  const groups = all.filter(({ n }) => n > 0);
  const clusters = groups.length;
  const windows = groups.reduce((total, { n }) => total + n, 0);
  const unknown = { clusters, windows, icc: undefined, designEffect: undefined, effectiveN: undefined };
  if (windows === 0) return unknown;
  if (clusters === windows) return { ...unknown, designEffect: 1, effectiveN: windows };
  if (clusters < 2) return unknown;
  const total = groups.reduce((sum, one) => sum + one.sum, 0);
  const squares = groups.reduce((sum, one) => sum + one.squares, 0);
  const between = groups.reduce((sum, one) => sum + (one.sum * one.sum) / one.n, 0);
  const sizes = groups.reduce((sum, { n }) => sum + n * n, 0);
  const meanBetween = Math.max(0, between - (total * total) / windows) / (clusters - 1);
  const meanWithin = Math.max(0, squares - between) / (windows - clusters);
  const typical = (windows - sizes / windows) / (clusters - 1);
  const spread = meanBetween + (typical - 1) * meanWithin;
  // Differences of equal values are rounding, not spread.
  if (spread <= 1e-12 * Math.max(1, squares)) return unknown;
  const icc = (meanBetween - meanWithin) / spread;
  const designEffect = 1 + (sizes / windows - 1) * Math.max(0, icc);
  return { clusters, windows, icc, designEffect, effectiveN: windows / designEffect };
}
