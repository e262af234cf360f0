/** The posterior of the correlation where little is left of a rate's uncertainty, or all of it lies at one end: against beta functions. */
import { describe, expect, it } from 'vitest';
import { BetaBinomialGrid } from '../../src/stats/beta-binomial.js';
import { logBeta } from '../../src/stats/gamma.js';

/** Shares of 40 equal steps of the root of the correlation, over 161 equal steps of the rate's arcsine, for `n` clusters of the same counts. */
function posterior(n: number, successes: number, windows: number): number[] {
  const rate = (step: number): number => Math.sin((Math.PI * step) / 322) ** 2;
  const logs = Array.from({ length: 40 }, (_, j) => {
    const r = ((j + 0.5) / 40) ** 2;
    return Array.from({ length: 161 }, (__, i) => {
      const [a, b] = [(rate(i + 0.5) * (1 - r)) / r, ((1 - rate(i + 0.5)) * (1 - r)) / r];
      return n * (logBeta(a + successes, b + windows - successes) - logBeta(a, b)) + Math.log(rate(i + 1) - rate(i));
    });
  });
  const most = Math.max(...logs.flat());
  const sums = logs.map((of) => of.reduce((sum, log) => sum + Math.exp(log - most), 0));
  const total = sums.reduce((a, b) => a + b, 0);
  return sums.map((sum) => sum / total);
}

describe('the posterior of the correlation', () => {
  it.each([
    // A rate that is known to less than a step of the grid, and rates of 0 and 1, whose belief lies in its first and last steps.
    [40, 100, 250],
    [12, 0, 20],
    [12, 20, 20],
  ])('of %i clusters with %i of %i windows each is that of the stated grid', (n, successes, windows) => {
    const clusters = Array.from({ length: n }, (_, i) => ({ cluster: `c${i}`, successes, windows }));
    const expected = posterior(n, successes, windows);
    for (const [j, { share }] of new BetaBinomialGrid().correlations(clusters).entries()) expect(share).toBeCloseTo(expected[j] ?? NaN, 8);
  });
});
