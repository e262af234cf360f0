/** The binomial distribution and the exact interval of a proportion. */
import { betaCdf, betaQuantile, betaTail } from './beta.js';
import type { Interval } from './interval.js';

/** P(X <= k) of n independent trials. k whole; below 0 it is 0, from n on 1. */
export function binomialCdf(k: number, n: number, rate: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return betaTail(rate, k + 1, n - k);
}

/** P(X >= k). */
export function binomialTail(k: number, n: number, rate: number): number {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return betaCdf(rate, k, n - k + 1);
}

/**
 * Clopper and Pearson's interval: covers at least its level, whatever the rate. `successes` and `n` may be fractions of an effective
 * sample (Korn and Graubard, 1998).
 */
export function clopperPearson(successes: number, n: number, level = 0.95): Interval {
  const tail = (1 - level) / 2;
  const failures = n - successes;
  return {
    low: successes <= 0 ? 0 : betaQuantile(tail, successes, failures + 1),
    high: failures <= 0 ? 1 : betaQuantile(1 - tail, successes + 1, failures),
    level,
  };
}
