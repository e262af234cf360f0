/**
 * How alike the windows of a cluster may be, by the beta-binomial model: each cluster has a rate of its own, drawn from a beta distribution
 * with mean p and intra-cluster correlation r. Both are unknown. Out comes how much each r is to be believed, with p integrated out.
 *
 * Priors: uniform in p; uniform in the square root of r, which is the spread between clusters as a standard deviation (Gelman, Bayesian
 * Analysis 1 (2006), 515-534: for few groups a uniform prior of the standard deviation and none of the variance). On a grid: 161 values of
 * p, closer towards 0 and 1, and 40 of r, closer towards 0.
 */
import type { RateCluster } from './clusters.js';

const RATES = 161;
const CORRELATIONS = 40;
const CELLS = RATES * CORRELATIONS;
/** Middles of equal steps on the arcsine scale; symmetric, so that p and 1 - p are both in it. */
const rateAt = (step: number): number => Math.sin((Math.PI * step) / (2 * RATES)) ** 2;
/** Middles of equal steps of the square root: equal shares of the prior. */
const correlationAt = (j: number): number => ((j + 0.5) / CORRELATIONS) ** 2;

/** A correlation and its share of the belief; the shares sum to 1. */
export interface Believed {
  readonly icc: number;
  readonly share: number;
}

/** Logarithms that every posterior needs again; one grid may serve any number of them. */
export class BetaBinomialGrid {
  /** count -> sum over x < count of ln(p + x c), c = r / (1 - r), for every cell. */
  readonly #sums = new Map<number, Float64Array>();

  /** The posterior of the correlation. */
  correlations(clusters: readonly RateCluster[]): readonly Believed[] {
    const logs = this.#logLikelihood(clusters);
    const most = logs.reduce((a, b) => Math.max(a, b), -Infinity);
    const shares = new Float64Array(CORRELATIONS);
    for (let i = 0; i < RATES; i++) {
      const width = rateAt(i + 1) - rateAt(i);
      for (let j = 0; j < CORRELATIONS; j++) {
        shares[j] = (shares[j] ?? 0) + Math.exp((logs[i * CORRELATIONS + j] ?? -Infinity) - most) * width;
      }
    }
    const total = shares.reduce((a, b) => a + b, 0);
    return Array.from(shares, (share, j) => ({ icc: correlationAt(j), share: share / total }));
  }

  /** ln likelihood of every cell, correlation fastest, up to a constant. */
  #logLikelihood(clusters: readonly RateCluster[]): Float64Array {
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
