/** Correlation, design effect and effective n against an analysis of variance that is written out; and counts that are none. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RateCluster } from '../../src/stats/clusters.js';
import { clustering, rateClustering } from '../../src/stats/icc.js';
import { median } from '../../src/stats/median.js';
import { percentile } from '../../src/stats/percentile.js';
import { rateOf } from '../../src/stats/rate.js';
import { IndependentCounts, wilson, wilsonOf } from '../../src/stats/wilson.js';

const groups = (...values: (readonly number[])[]) => values.map((one, i) => ({ cluster: `c${i}`, values: one }));
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const make = (...counts: (readonly [number, number])[]): RateCluster[] =>
  counts.map(([successes, windows], i) => ({ cluster: `c${i}`, successes, windows }));
const repeat = (n: number, one: readonly [number, number]): (readonly [number, number])[] => Array.from({ length: n }, () => one);

describe('the correlation inside of clusters', () => {
  it('is that of a one-way analysis of variance with unequal sizes (Ridout, Demétrio and Firth, 1999)', () => {
    const values = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(values, { minLength: 2, maxLength: 9 }), fc.integer({ min: -3, max: 1000 }), (raw, shift) => {
        const all = raw.map((one) => one.map((value) => value + shift));
        const [k, n] = [all.length, all.flat().length];
        if (k === n || new Set(all.flat()).size === 1) return;
        const grand = mean(all.flat());
        const between = sum(all.map((one) => one.length * (mean(one) - grand) ** 2)) / (k - 1);
        const within = sum(all.map((one) => sum(one.map((value) => (value - mean(one)) ** 2)))) / (n - k);
        const typical = (n - sum(all.map((one) => one.length ** 2)) / n) / (k - 1);
        const icc = (between - within) / (between + (typical - 1) * within);
        const weighted = sum(all.map((one) => one.length ** 2)) / n;
        const found = clustering(groups(...all));
        expect(found).toMatchObject({ clusters: k, windows: n });
        expect(found.icc).toBeCloseTo(icc, 6);
        expect(found.designEffect).toBeCloseTo(1 + (weighted - 1) * Math.max(0, icc), 6);
        expect(found.effectiveN).toBeCloseTo(n / (1 + (weighted - 1) * Math.max(0, icc)), 6);
      }),
      { seed: 38, numRuns: 300 },
    );
  });
  it('of clusters that are more alike than chance is -1 / (n - 1), and of counts the same as of their zeros and ones', () => {
    expect(rateClustering(make(...repeat(10, [2, 4]))).icc).toBeCloseTo(-1 / 3, 12);
    const counted = rateClustering(make([1, 3], [0, 2], [2, 2], [3, 4]));
    expect(counted).toEqual(clustering(groups([1, 0, 0], [0, 0], [1, 1], [1, 1, 1, 0])));
  });
  it('is not known where all values are equal but for rounding; a small spread is one', () => {
    const rounded = groups(...Array.from({ length: 12 }, (_, i) => Array.from({ length: i + 1 }, () => 123_456.7)));
    expect(clustering(rounded)).toEqual({ clusters: 12, windows: 78, icc: undefined, designEffect: undefined, effectiveN: undefined });
    expect(clustering(groups([700, 700], [701, 701])).icc).toBeCloseTo(1, 6);
    expect(clustering(groups([], [1, 2, 3], []))).toMatchObject({ clusters: 1, windows: 3, icc: undefined });
  });
});

describe('counts', () => {
  it.each([
    [0.5, 2],
    [1, 2.5],
    [-1, 2],
    [3, 2],
    [Number.NaN, 2],
  ])('%d of %d are none', (successes, windows) => {
    expect(() => rateOf(make([1, 2], [successes, windows]))).toThrow(`${successes} of ${windows} are no counts (c1)`);
    expect(() => IndependentCounts.ofOneScene('s', 'a', successes, windows)).toThrow(`${successes} of ${windows} are no counts`);
    expect(() => IndependentCounts.ofProtocol('p', successes, windows)).toThrow(`${successes} of ${windows} are no counts`);
  });
  it('of none and of all are some', () => {
    expect(wilson(IndependentCounts.ofOneScene('s', 'a', 2, 2))?.high).toBe(1);
    expect(wilson(IndependentCounts.ofProtocol('p', 2, 2))).toEqual(wilson(IndependentCounts.ofOneScene('s', 'a', 2, 2)));
    expect(wilson(IndependentCounts.ofOneScene('s', 'a', 0, 2))?.low).toBe(0);
  });
  it('of none reach down to 0 and of all up to 1, whatever their number, and no interval leaves [0, 1] by rounding', () => {
    for (let n = 1; n <= 500; n++) {
      expect([n, wilson(IndependentCounts.ofOneScene('s', 'a', n, n))?.high]).toEqual([n, 1]);
      expect([n, wilson(IndependentCounts.ofOneScene('s', 'a', 0, n))?.low]).toEqual([n, 0]);
    }
    for (let digits = 1; digits <= 15; digits++)
      for (let n = 1; n <= 100; n++) {
        expect(wilsonOf(10 ** -digits, n, 1.96, 0.95).low).toBeGreaterThanOrEqual(0);
        expect(wilsonOf(1 - 10 ** -digits, n, 1.96, 0.95).high).toBeLessThanOrEqual(1);
      }
  });
});

describe('a sparse rate', () => {
  it('rests on fewer than five scenes, on either side of it', () => {
    const sparse = (successes: number, failures: number): unknown => {
      const { interval } = rateOf(make(...repeat(successes, [1, 1]), ...repeat(failures, [0, 1])));
      return interval.kind === 'interval' ? interval.sparse : interval.reason;
    };
    expect([sparse(5, 9), sparse(9, 5), sparse(4, 9), sparse(9, 4), sparse(0, 12), sparse(12, 0)]).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });
  it('is the narrower the lower its level', () => {
    const width = (level: number): number => {
      const { interval } = rateOf(make(...repeat(8, [1, 2]), ...repeat(8, [2, 2])), { level });
      return interval.kind === 'interval' ? interval.high - interval.low : NaN;
    };
    expect(width(0.8)).toBeLessThan(width(0.95));
    expect(width(0.95)).toBeLessThan(width(0.99));
  });
});

describe('the middle of values', () => {
  it.each<readonly [number[], number | undefined]>([
    [[], undefined],
    [[5], 5],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9], 9.5],
    [[7, 7, 1, 100, 2], 7],
  ])('%j has %j', (values, middle) => {
    expect(median(values)).toBe(middle);
    expect(percentile(values, 0.5)).toBe(middle);
  });
  it('of a share outside of [0, 1] are the ends', () => {
    expect([-0.5, 0, 1, 1.5].map((share) => percentile([3, 1, 2], share))).toEqual([1, 1, 3, 3]);
  });
});
