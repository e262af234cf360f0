/** The posterior of the correlation inside of clusters: against beta functions, and the interval that is made of it, by what its ends mean. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BetaBinomialGrid } from '../../src/stats/beta-binomial.js';
import { clusterInterval } from '../../src/stats/cluster-interval.js';
import type { RateCluster } from '../../src/stats/clusters.js';
import { logBeta } from '../../src/stats/gamma.js';
import { normalCdf, normalQuantile } from '../../src/stats/normal.js';
import { tQuantile } from '../../src/stats/student-t.js';

const make = (...counts: (readonly [number, number])[]): RateCluster[] =>
  counts.map(([successes, windows], i) => ({ cluster: `c${i}`, successes, windows }));

/** Mean rate p and correlation r are a beta distribution of shapes p (1 - r) / r and (1 - p) (1 - r) / r. */
function logLikelihood(clusters: readonly RateCluster[], p: number, r: number): number {
  const [a, b] = [(p * (1 - r)) / r, ((1 - p) * (1 - r)) / r];
  return clusters.reduce((sum, { successes, windows }) => sum + logBeta(a + successes, b + windows - successes) - logBeta(a, b), 0);
}
/** Shares of `correlations` equal steps of the root of r, p being summed over `rates` equal steps of its arcsine. */
function posterior(clusters: readonly RateCluster[], rates: number, correlations: number): { icc: number; share: number }[] {
  const rate = (step: number): number => Math.sin((Math.PI * step) / (2 * rates)) ** 2;
  const logs = Array.from({ length: correlations }, (_, j) => {
    const r = ((j + 0.5) / correlations) ** 2;
    return {
      r,
      logs: Array.from({ length: rates }, (__, i) => logLikelihood(clusters, rate(i + 0.5), r) + Math.log(rate(i + 1) - rate(i))),
    };
  });
  const most = Math.max(...logs.flatMap((one) => one.logs));
  const sums = logs.map((one) => one.logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
  const total = sums.reduce((a, b) => a + b, 0);
  return logs.map(({ r }, j) => ({ icc: r, share: (sums[j] ?? 0) / total }));
}

const mixed = make([3, 4], [0, 4], [1, 2], [4, 4], [3, 4], [0, 1], [2, 7], [5, 6], [0, 4], [1, 3]);

describe('the posterior of the correlation', () => {
  it('is the beta-binomial likelihood over 161 rates and 40 correlations, uniform in the rate and in the root of the correlation', () => {
    const found = new BetaBinomialGrid().correlations(mixed);
    const expected = posterior(mixed, 161, 40);
    expect(found).toHaveLength(40);
    for (const [j, { icc, share }] of found.entries()) {
      expect(icc).toBeCloseTo(expected[j]!.icc, 14);
      expect(share).toBeCloseTo(expected[j]!.share, 11);
    }
    expect(found.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });
  it('is fine enough: twice as fine a grid moves its mean by less than a hundredth of a correlation', () => {
    const mean = (all: readonly { icc: number; share: number }[]): number => all.reduce((sum, { icc, share }) => sum + icc * share, 0);
    expect(Math.abs(mean(new BetaBinomialGrid().correlations(mixed)) - mean(posterior(mixed, 322, 80)))).toBeLessThan(0.01);
  });
  it('is the same of a grid that served others before, whatever their counts', () => {
    const shared = new BetaBinomialGrid();
    const others = [make([9, 12], [2, 12]), make([1, 1], [0, 2]), make([30, 40], [1, 5])];
    for (const clusters of [...others, mixed, ...others])
      expect(shared.correlations(clusters)).toEqual(new BetaBinomialGrid().correlations(clusters));
  });
  it('knows all or none from alike, and takes hundreds of windows', () => {
    const mean = (clusters: readonly RateCluster[]): number =>
      new BetaBinomialGrid().correlations(clusters).reduce((sum, { icc, share }) => sum + icc * share, 0);
    const times = (n: number, one: readonly [number, number]): (readonly [number, number])[] => Array.from({ length: n }, () => one);
    expect(mean(make(...times(6, [300, 300]), ...times(6, [0, 300])))).toBeGreaterThan(0.8);
    expect(mean(make(...times(12, [150, 300])))).toBeLessThan(0.01);
  });
});

describe('the ends of an interval over clusters', () => {
  /** What the clusters come to, as the two ways to the design effect see it. */
  function waysOf(clusters: readonly RateCluster[], level: number) {
    const windows = clusters.reduce((sum, one) => sum + one.windows, 0);
    const rate = clusters.reduce((sum, one) => sum + one.successes, 0) / windows;
    const size = clusters.reduce((sum, one) => sum + one.windows ** 2, 0) / windows;
    const g = clusters.length;
    const share = (1 + level) / 2;
    const varied = rate > 0 && rate < 1;
    const spread = clusters.reduce((sum, one) => sum + (one.successes - rate * one.windows) ** 2, 0);
    const effect = varied ? Math.max(1, ((g / (g - 1)) * spread) / (windows * rate * (1 - rate))) : windows / g;
    // Satterthwaite: the part above 1 is estimated with g - 1 degrees of freedom.
    const z = !varied || effect === 1 ? normalQuantile(share) : tQuantile(share, (g - 1) * (effect / (effect - 1)) ** 2);
    const believed = new BetaBinomialGrid().correlations(clusters);
    return {
      rate,
      /** How far an end is out by moments: 1 at that interval's own end. */
      byMoments: (at: number): number => Math.abs(at - rate) / (z * Math.sqrt((at * (1 - at) * effect) / windows)),
      /** Chance of a count as far away at this rate, over all correlations; (1 - level) / 2 at that interval's own end. */
      byModel: (at: number): number =>
        believed.reduce(
          (sum, { icc, share: belief }) =>
            sum + belief * normalCdf(-Math.abs(at - rate) / Math.sqrt((at * (1 - at) * (1 + (size - 1) * icc)) / windows)),
          0,
        ),
    };
  }
  const counts = fc
    .array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 })), { minLength: 2, maxLength: 25 })
    .map((all) => make(...all.map(([a, b]): [number, number] => [Math.min(a, b), b])));

  it('are the wider one’s of both ways: where Wilson’s formula with the moments’ effect ends, or the model’s belief', () => {
    fc.assert(
      fc.property(counts, fc.constantFrom(0.95, 0.8), (clusters, level) => {
        const { rate, byMoments, byModel } = waysOf(clusters, level);
        const found = clusterInterval(clusters, level, new BetaBinomialGrid());
        expect(found.level).toBe(level);
        for (const [end, outermost] of [
          [found.low, 0],
          [found.high, 1],
        ] as const) {
          if (rate === outermost) {
            expect(end).toBe(outermost);
            continue;
          }
          if (end < 1e-6 || end > 1 - 1e-6) continue;
          const [moments, model] = [byMoments(end), byModel(end) / ((1 - level) / 2)];
          expect(moments).toBeGreaterThan(1 - 1e-4);
          expect(model).toBeLessThan(1 + 1e-4);
          expect(Math.min(Math.abs(moments - 1), Math.abs(model - 1))).toBeLessThan(1e-4);
        }
      }),
      { seed: 36, numRuns: 40 },
    );
  });
});
