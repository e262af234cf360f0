/**
 * A rate over clusters with what may be said of it (statistics.md): counts always; clusters, intra-cluster correlation and effective n;
 * an interval where one may be given, and otherwise the reason in words. Never NaN.
 */
import { BetaBinomialGrid } from './beta-binomial.js';
import { clusterInterval } from './cluster-interval.js';
import { FEWEST_CLUSTERS, type RateCluster } from './clusters.js';
import { rateClustering, type Clustering } from './icc.js';
import { LEVEL, type Interval } from './interval.js';
import { IndependentCounts, wilson } from './wilson.js';

/**
 * An interval stands on sparse data when its rarer outcome rests on fewer clusters than this (Kish's count: so many equal ones would weigh as
 * much). Then its coverage is not established where scenes are of kinds that fail or pass as a whole: a kind that none of them was leaves no
 * trace. Five is the usual least count of a cell (Cochran, 1954).
 */
export const SPARSE_BELOW = 5;

export type RateInterval =
  | (Interval & {
      readonly kind: 'interval';
      readonly method: 'wilson' | 'clustered-score';
      /** Too few clusters hold the rarer outcome: read it as what would be so if other scenes were like these. */
      readonly sparse: boolean;
      /** What to know of a sparse one, in words. */
      readonly note?: string;
    })
  | { readonly kind: 'none'; readonly why: 'no-windows' | 'few-clusters'; readonly reason: string };

export interface Rate extends Clustering {
  readonly successes: number;
  /** Undefined of no windows. */
  readonly rate: number | undefined;
  readonly interval: RateInterval;
}

/** @param clusters one entry a cluster. @throws RangeError on counts that are none. */
export function rateOf(all: readonly RateCluster[], options: { readonly level?: number; readonly grid?: BetaBinomialGrid } = {}): Rate {
  for (const { cluster, successes, windows } of all) {
    if (!Number.isInteger(successes) || !Number.isInteger(windows) || successes < 0 || successes > windows)
      throw new RangeError(`${successes} of ${windows} are no counts (${cluster})`);
  }
  const clusters = all.filter(({ windows }) => windows > 0);
  const successes = clusters.reduce((sum, one) => sum + one.successes, 0);
  const found = rateClustering(clusters);
  const rate = found.windows === 0 ? undefined : successes / found.windows;
  return { ...found, successes, rate, interval: intervalOf(clusters, options.level ?? LEVEL, options.grid) };
}

function intervalOf(clusters: readonly RateCluster[], level: number, grid: BetaBinomialGrid | undefined): RateInterval {
  const n = clusters.length;
  if (n === 0) return { kind: 'none', why: 'no-windows', reason: 'no window was decided' };
  if (n < FEWEST_CLUSTERS) {
    const reason = `${n} ${n === 1 ? 'scene' : 'scenes'}: an interval over scenes wants ${FEWEST_CLUSTERS} or more`;
    return { kind: 'none', why: 'few-clusters', reason };
  }
  const carriers = Math.min(kish(clusters.map(({ successes }) => successes)), kish(clusters.map((one) => one.windows - one.successes)));
  const sparse = carriers < SPARSE_BELOW;
  const about = sparse ? { sparse, note: sparseNote(n, level) } : { sparse };
  const independent = IndependentCounts.oneWindowEach(clusters);
  const plain = independent && wilson(independent, level);
  if (plain !== undefined) return { kind: 'interval', method: 'wilson', ...about, ...plain };
  return { kind: 'interval', method: 'clustered-score', ...about, ...clusterInterval(clusters, level, grid ?? new BetaBinomialGrid()) };
}

/** How many equal clusters would weigh as much as these counts (Kish, 1965). */
function kish(counts: readonly number[]): number {
  const sum = counts.reduce((total, one) => total + one, 0);
  return sum === 0 ? 0 : (sum * sum) / counts.reduce((total, one) => total + one * one, 0);
}

/** A kind that makes up a share s of all scenes is missed by all n with a chance of (1 - s)^n. */
function sparseNote(n: number, level: number): string {
  const unseen = 1 - (1 - level) ** (1 / n);
  return `the rarer outcome rests on fewer than ${SPARSE_BELOW} scenes; scenes of a kind that none of these ${n} is may be up to ${Math.round(unseen * 100)}% of all`;
}
