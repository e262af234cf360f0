/**
 * The beta-binomial model of a rate over clusters: each cluster has a rate of its own, drawn from a beta distribution with mean p and
 * intra-cluster correlation r. Both are unknown; r is integrated out, so that its uncertainty is in the interval of p. Uniform priors
 * on both. On a grid: 161 values of p, closer towards 0 and 1, and 40 of r.
 */
import { LEVEL, type Interval } from './interval.js';
import { normalCdf, normalQuantile } from './normal.js';
import { tQuantile } from './student-t.js';
import type { RateCluster } from './clusters.js';

const RATES = 161;
const CORRELATIONS = 40;
const CELLS = RATES * CORRELATIONS;
/** Middles of equal steps on the arcsine scale; symmetric, so that p and 1 - p are both in it. */
const rateAt = (step: number): number => Math.sin((Math.PI * step) / (2 * RATES)) ** 2;
const correlationAt = (j: number): number => (j + 0.5) / CORRELATIONS;

/** Logarithms that every interval needs again; one grid may serve any number of intervals. */
export class BetaBinomialGrid {
  /** count -> sum over x < count of ln(p + x c), c = r / (1 - r), for every cell. */
  readonly #sums = new Map<number, Float64Array>();

  /** ln likelihood of every cell, correlation fastest, up to a constant. */
  logLikelihood(clusters: readonly RateCluster[]): Float64Array {
    const distinct = new Map<string, { successes: number; windows: number; times: number }>();
    for (const { successes, windows } of clusters) {
      const key = `${successes}/${windows}`;
      const seen = distinct.get(key);
      if (seen === undefined) distinct.set(key, { successes, windows, times: 1 });
      else seen.times++;
    }
    const groups = [...distinct.values()];
    this.#prepare(new Set(groups.flatMap(({ successes, windows }) => [successes, windows - successes])));
    const all = new Float64Array(CELLS);
    for (const { successes, windows, times } of groups) {
      const [up, down] = [this.#sums.get(successes), this.#sums.get(windows - successes)];
      if (up === undefined || down === undefined) continue;
      const norm = Array.from({ length: CORRELATIONS }, (_, j) => norms(windows, correlationAt(j)));
      for (let i = 0; i < RATES; i++) {
        const [row, mirrored] = [i * CORRELATIONS, (RATES - 1 - i) * CORRELATIONS];
        for (let j = 0; j < CORRELATIONS; j++) {
          all[row + j] = (all[row + j] ?? 0) + times * ((up[row + j] ?? 0) + (down[mirrored + j] ?? 0) - (norm[j] ?? 0));
        }
      }
    }
    return all;
  }

  #prepare(counts: ReadonlySet<number>): void {
    const missing = [...counts].filter((count) => !this.#sums.has(count)).sort((a, b) => a - b);
    const sum = new Float64Array(CELLS);
    let x = 0;
    for (const count of missing) {
      for (; x < count; x++) {
        for (let i = 0; i < RATES; i++) {
          const p = rateAt(i + 0.5);
          for (let j = 0; j < CORRELATIONS; j++) {
            const r = correlationAt(j);
            sum[i * CORRELATIONS + j] = (sum[i * CORRELATIONS + j] ?? 0) + Math.log(p + (x * r) / (1 - r));
          }
        }
      }
      this.#sums.set(count, sum.slice());
    }
  }
}

function norms(windows: number, r: number): number {
  let sum = 0;
  for (let x = 0; x < windows; x++) sum += Math.log(1 + (x * r) / (1 - r));
  return sum;
}

/**
 * The interval of p: posterior quantiles, moved outward for few clusters. The tail is that of a normal quantile half-way between the
 * normal's and Student's t with clusters - 1 degrees of freedom: chosen while looking at simulated coverage, so that its figures
 * favour it. Clusters of two kinds are not beta-shaped, and coverage there is not established.
 */
export function betaBinomialInterval(clusters: readonly RateCluster[], level = LEVEL, grid = new BetaBinomialGrid()): Interval {
  const shares = posterior(grid.logLikelihood(clusters));
  const share = (1 + level) / 2;
  const tail = normalCdf(-(normalQuantile(share) + tQuantile(share, Math.max(1, clusters.length - 1))) / 2);
  const none = clusters.every(({ successes }) => successes === 0);
  const all = clusters.every(({ successes, windows }) => successes === windows);
  return { low: none ? 0 : quantile(shares, tail), high: all ? 1 : quantile(shares, 1 - tail), level };
}

/** Share of the posterior in each step of p. */
function posterior(logs: Float64Array): Float64Array {
  const most = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  const shares = new Float64Array(RATES);
  for (let i = 0; i < RATES; i++) {
    let sum = 0;
    for (let j = 0; j < CORRELATIONS; j++) sum += Math.exp((logs[i * CORRELATIONS + j] ?? -Infinity) - most);
    shares[i] = sum * (rateAt(i + 1) - rateAt(i));
  }
  const total = shares.reduce((a, b) => a + b, 0);
  return shares.map((one) => one / total);
}

/** Linear inside a step of the arcsine scale. */
function quantile(shares: Float64Array, target: number): number {
  let below = 0;
  for (const [i, share] of shares.entries()) {
    if (below + share >= target) return rateAt(i + (share === 0 ? 0 : (target - below) / share));
    below += share;
  }
  return 1;
}
