/**
 * A rate over clusters with what may be said of it (statistics.md): counts always; clusters, intra-cluster correlation and effective n;
 * an interval where one may be given, and otherwise the reason in words. Never NaN.
 */
import { betaBinomialInterval, type BetaBinomialGrid } from './beta-binomial.js';
import { FEWEST_CLUSTERS, type RateCluster } from './clusters.js';
import { rateClustering, type Clustering } from './icc.js';
import { LEVEL, type Interval } from './interval.js';
import { IndependentCounts, wilson } from './wilson.js';

/**
 * An interval stands on sparse data when fewer clusters than this hold a success, or fewer hold a failure: few counts are possible, and
 * the true coverage then strays farther from its level than elsewhere, to either side.
 */
export const SPARSE_BELOW = 5;

export type RateInterval =
  | (Interval & {
      readonly kind: 'interval';
      readonly method: 'wilson' | 'beta-binomial';
      /** Too few clusters differ for a close interval: read it as a bound. */
      readonly sparse: boolean;
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
  const withSuccess = clusters.filter(({ successes }) => successes > 0).length;
  const withFailure = clusters.filter(({ successes, windows }) => successes < windows).length;
  const sparse = Math.min(withSuccess, withFailure) < SPARSE_BELOW;
  const independent = IndependentCounts.oneWindowEach(clusters);
  const plain = independent && wilson(independent, level);
  if (plain !== undefined) return { kind: 'interval', method: 'wilson', sparse, ...plain };
  return { kind: 'interval', method: 'beta-binomial', sparse, ...betaBinomialInterval(clusters, level, grid) };
}
