/** The median of differences of which some are only bounded, and its interval by order statistics. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialCdf } from '../../src/stats/binomial.js';
import { medianDifference, medianRank, type BoundedDifference } from '../../src/stats/median-difference.js';
import { mulberry32 } from '../../src/stats/random.js';

const exactly = (value: number): BoundedDifference => ({ low: value, high: value });
const above = (value: number): BoundedDifference => ({ low: value, high: Infinity });
const below = (value: number): BoundedDifference => ({ low: -Infinity, high: value });

describe('the interval of a median', () => {
  it.each([
    // Conover, Practical Nonparametric Statistics, table A3 (binomial, p = 1/2), two-sided 95%.
    [5, undefined],
    [6, 1],
    [8, 1],
    [9, 2],
    [12, 3],
    [15, 4],
    [20, 6],
    [25, 8],
  ])('of %i differences begins at rank %s', (n, rank) => expect(medianRank(n)).toBe(rank));

  it('keeps its level and is the narrowest that does', () => {
    for (let n = 6; n <= 60; n++) {
      const rank = medianRank(n) ?? 0;
      expect(1 - 2 * binomialCdf(rank - 1, n, 0.5)).toBeGreaterThanOrEqual(0.95);
      expect(1 - 2 * binomialCdf(rank, n, 0.5)).toBeLessThan(0.95);
    }
  });

  it('of known differences is of plain order statistics', () => {
    const found = medianDifference([5, 3, 9, 1, 7, 2, 8, 4, 6, 10, 12, 11].map(exactly));
    expect(found).toEqual({ from: 6.5, to: 6.5, interval: { low: 3, high: 10 } });
    expect(medianDifference([])).toBeUndefined();
    expect(medianDifference([exactly(4)])).toEqual({ from: 4, to: 4, interval: undefined });
  });

  it('is not moved by a few that are only bounded, and is open where they are many', () => {
    const known = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(exactly);
    // One wait of 12 had no end: the rest decides.
    expect(medianDifference([...known, above(3600)])).toEqual({ from: 6.5, to: 6.5, interval: { low: 3, high: 10 } });
    expect(medianDifference([...known.slice(0, 8), ...[3600, 3700, 3800, 3900].map(above)])?.interval).toEqual({ low: 3, high: Infinity });
    expect(medianDifference([...known.slice(0, 5), ...Array.from({ length: 7 }, () => above(100))])).toMatchObject({
      from: 100,
      to: Infinity,
    });
    // No end on either side tells nothing.
    const open = medianDifference(Array.from({ length: 12 }, () => ({ low: -Infinity, high: Infinity })));
    expect(open).toEqual({ from: -Infinity, to: Infinity, interval: { low: -Infinity, high: Infinity } });
  });

  it('turned round is the same turned round, and never NaN', () => {
    const bounded = fc.oneof(fc.integer({ min: -500, max: 500 }).map(exactly), fc.integer().map(above), fc.integer().map(below));
    fc.assert(
      fc.property(fc.array(bounded, { minLength: 1, maxLength: 30 }), (all) => {
        const there = medianDifference(all)!;
        const back = medianDifference(all.map(({ low, high }) => ({ low: 0 - high, high: 0 - low })))!;
        expect([0 - back.to, 0 - back.from]).toEqual([there.from, there.to]);
        expect(there.interval && [there.interval.low, there.interval.high]).toEqual(
          back.interval && [0 - back.interval.high, 0 - back.interval.low],
        );
        for (const end of [there.from, there.to, there.interval?.low ?? 0, there.interval?.high ?? 0]) expect(end).not.toBeNaN();
        expect(there.from).toBeLessThanOrEqual(there.to);
      }),
    );
  });

  it('holds the median of lopsided differences of which some had no end, in 95 of 100 runs or more', () => {
    const random = mulberry32(7);
    // Exponential with median 100 ms; what would be above 250 ms had no end by then.
    const draw = (): number => (-Math.log(1 - random()) / Math.LN2) * 100;
    for (const n of [10, 12, 30]) {
      let held = 0;
      for (let i = 0; i < 2000; i++) {
        const found = medianDifference(Array.from({ length: n }, draw).map((ms) => (ms > 250 ? above(250) : exactly(ms))));
        if (found?.interval && found.interval.low <= 100 && 100 <= found.interval.high) held += 1;
      }
      // Three standard errors of 2,000 runs.
      expect(held / 2000).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / 2000));
    }
  });
});
