/**
 * The interval of a rate whose windows come in clusters: Wilson's score interval with the windows divided by their design effect.
 *
 * The score form (the variance as it would be at the rate under question) is taken because rates near 0 and 1 have skewed counts, where an
 * interval of "estimate plus or minus" misses on one side. The design effect is not known, and there are two ways to it. Each fails
 * where the other holds:
 *   - by moments: the spread of the clusters' counts about the common rate. It assumes no shape of the spread, so that it holds for scenes
 *     of two kinds as well; but where few clusters hold the rarer outcome it is too small just when the rate is estimated too low.
 *   - by model: the beta-binomial posterior of the correlation (beta-binomial.ts), which knows how little few clusters tell.
 * Both are made, and the wider end is taken on either side.
 */
import type { BetaBinomialGrid } from './beta-binomial.js';
import type { RateCluster } from './clusters.js';
import type { Interval } from './interval.js';
import { normalCdf, normalQuantile } from './normal.js';
import { tQuantile } from './student-t.js';
import { wilsonOf } from './wilson.js';

interface Counts {
  readonly clusters: number;
  readonly windows: number;
  readonly rate: number;
  /** Size-weighted mean cluster size. */
  readonly size: number;
}

/** @param clusters two or more, each with a window. */
export function clusterInterval(clusters: readonly RateCluster[], level: number, grid: BetaBinomialGrid): Interval {
  const windows = clusters.reduce((sum, one) => sum + one.windows, 0);
  const rate = clusters.reduce((sum, one) => sum + one.successes, 0) / windows;
  const size = clusters.reduce((sum, one) => sum + one.windows ** 2, 0) / windows;
  const counts = { clusters: clusters.length, windows, rate, size };
  const [moments, model] = [byMoments(clusters, counts, level), byModel(clusters, counts, level, grid)];
  return { low: Math.min(moments.low, model.low), high: Math.max(moments.high, model.high), level };
}

/**
 * The design effect is a part that is known (1, the chance inside a cluster) and a part that is estimated with clusters - 1 degrees of
 * freedom: Satterthwaite's (1946) degrees of freedom of their sum go into t. Never below 1: scenes are not more alike than chance.
 */
function byMoments(clusters: readonly RateCluster[], { clusters: g, windows, rate }: Counts, level: number): Interval {
  const share = (1 + level) / 2;
  // Nothing varied, so that nothing is known of the spread: each cluster counts as one window, which is the worst case.
  if (rate === 0 || rate === 1) return wilsonOf(rate, g, normalQuantile(share), level);
  const squares = clusters.reduce((sum, one) => sum + (one.successes - rate * one.windows) ** 2, 0);
  const effect = Math.max(1, ((g / (g - 1)) * squares) / (windows * rate * (1 - rate)));
  const quantile = effect === 1 ? normalQuantile(share) : tQuantile(share, Math.min(MOST_DEGREES, (g - 1) * (effect / (effect - 1)) ** 2));
  return wilsonOf(rate, windows / effect, quantile, level);
}

/** Student's t is the normal from here on, for six digits. */
const MOST_DEGREES = 1e6;
/** Correlations that are believed less are left out. */
const LEAST_SHARE = 1e-9;

/** The rates at which a count like this one or further away has a chance of half of 1 - level, over all correlations by their shares. */
function byModel(clusters: readonly RateCluster[], { windows, rate, size }: Counts, level: number, grid: BetaBinomialGrid): Interval {
  const believed = grid
    .correlations(clusters)
    .filter(({ share }) => share > LEAST_SHARE)
    .map(({ icc, share }) => ({ share, root: Math.sqrt(windows / (1 + (size - 1) * icc)) }));
  const tail = (1 - level) / 2;
  const excess = (at: number, side: 1 | -1): number => {
    const distance = (side * (at - rate)) / Math.sqrt(at * (1 - at));
    return believed.reduce((sum, { share, root }) => sum + share * normalCdf(-distance * root), 0) - tail;
  };
  return {
    low: rate === 0 ? 0 : border(rate, 0, (at) => excess(at, -1)),
    high: rate === 1 ? 1 : border(rate, 1, (at) => excess(at, 1)),
    level,
  };
}

/** Where a falling function that is positive at `inside` crosses 0 on the way to `outside`, to 1e-9. */
function border(inside: number, outside: number, of: (at: number) => number): number {
  let [near, far] = [inside, outside];
  while (Math.abs(far - near) > 1e-9) {
    const middle = (near + far) / 2;
    if (of(middle) > 0) near = middle;
    else far = middle;
  }
  return (near + far) / 2;
}
