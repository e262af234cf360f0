/**
 * An interval that holds at every look (Robbins, 1970; Howard, Ramdas, McAuliffe and Sekhon, 2021): the chance that it ever leaves out
 * the true mean is at most 1 - level, however often and for whatever reason one looks.
 *
 * Observations lie in [0, 1] and have, given the past, the same mean p. For any bet q the product of
 *   x q / p + (1 - x) (1 - q) / (1 - p)
 * has mean 1 if p is the truth; so has its mixture over q, here over the arcsine distribution (Jeffreys' prior). By Ville's inequality
 * the mixture exceeds 1 / alpha with a chance of at most alpha, ever. For observations of 0 and 1 the mixture is a ratio of beta
 * functions; in between it is summed over a grid of bets, which is a mixture as well, so that the guarantee is as exact.
 */
import { logBeta } from './gamma.js';
import { LEVEL, type Interval } from './interval.js';

const BETS = 64;
/** Equal shares of the arcsine distribution. */
const GRID = Array.from({ length: BETS }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / (2 * BETS)) ** 2);

/** ln of the evidence against a mean of p, of observations of 0 and 1. */
export function evidenceOfCounts(successes: number, n: number, p: number): number {
  const failures = n - successes;
  const at = (count: number, share: number): number => (count === 0 ? 0 : count * Math.log(share));
  return logBeta(0.5 + successes, 0.5 + failures) - logBeta(0.5, 0.5) - at(successes, p) - at(failures, 1 - p);
}

/** ln of the evidence against a mean of p, of observations in [0, 1]. */
export function evidenceOfShares(values: readonly number[], p: number): number {
  const logs = GRID.map((q) => {
    const [up, down] = [q / p, (1 - q) / (1 - p)];
    // 0 times an infinite factor is 0: an observation of 0 says nothing of p = 0.
    return values.reduce((sum, x) => sum + Math.log((x === 0 ? 0 : x * up) + (x === 1 ? 0 : (1 - x) * down)), 0);
  });
  const most = logs.reduce((a, b) => Math.max(a, b));
  if (most === Infinity) return most;
  return most + Math.log(logs.reduce((sum, one) => sum + Math.exp(one - most), 0) / BETS);
}

/** ln of the evidence of these observations against a mean, as a function of that mean. */
export function evidenceOf(values: readonly number[]): (p: number) => number {
  if (!values.every((value) => value === 0 || value === 1)) return (p) => evidenceOfShares(values, p);
  const successes = values.filter((value) => value === 1).length;
  return (p) => evidenceOfCounts(successes, values.length, p);
}

/** All means that the evidence does not speak against: [0, 1] of nothing. */
export function confidenceSequence(values: readonly number[], level = LEVEL): Interval {
  const limit = -Math.log(1 - level);
  const n = values.length;
  if (n === 0) return { low: 0, high: 1, level };
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const evidence = evidenceOf(values);
  // At p = mean no bet has won (the mean of logarithms is at most the logarithm of the mean), and to either side the evidence only
  // rises: each factor is log-convex in p, and so are products and mixtures of them.
  const border = (outside: number): number => {
    let [out, inside] = [outside, mean];
    for (let i = 0; i < 50; i++) {
      const middle = (out + inside) / 2;
      if (evidence(middle) >= limit) out = middle;
      else inside = middle;
    }
    return out;
  };
  return { low: mean === 0 ? 0 : border(0), high: mean === 1 ? 1 : border(1), level };
}
