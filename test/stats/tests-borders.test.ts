/** Tests of hypotheses at their borders: where enumeration ends, which seed and stream are drawn from, what p is at least. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fisherExact } from '../../src/stats/fisher.js';
import { mcnemar, mcnemarExact } from '../../src/stats/mcnemar.js';
import { benjaminiHochberg, holm } from '../../src/stats/multiplicity.js';
import { mulberry32 } from '../../src/stats/random.js';
import { pairDifferences, signFlip } from '../../src/stats/sign-flip.js';
import { ranks, spearman } from '../../src/stats/spearman.js';

describe('the sign-flip test', () => {
  it('says over how many patterns, how many pairs, and how small p could be', () => {
    expect(signFlip([0, 0.1, 0.2, 0.3, 0, 0.1, 0.2])).toEqual({
      pValue: 2 / 32,
      method: 'exact',
      flips: 32,
      pairs: 7,
      meanDifference: expect.closeTo(0.9 / 7, 12) as number,
      smallestPValue: 2 / 32,
    });
    expect([[0], [3], [3, -1]].map((one) => signFlip(one)?.smallestPValue)).toEqual([1, 1, 0.5]);
  });
  it('enumerates up to 20 pairs that differ, and draws 19,999 patterns beyond', () => {
    const pairs = (n: number) => signFlip([...Array.from({ length: n }, (_, i) => 1 + i / 100), 0]);
    expect(pairs(20)).toMatchObject({ method: 'exact', flips: 2 ** 20, pValue: 2 / 2 ** 20 });
    expect(pairs(21)).toMatchObject({ method: 'monte-carlo', flips: 19_999, smallestPValue: 1 / 20_000 });
  });
  it('draws one number of its stream a difference other than 0, plus below a half; the observed pattern is one of those (Phipson and Smyth, 2010)', () => {
    const differences = Array.from({ length: 30 }, (_, i) => Math.sin(i * 12.9) + 0.15).flatMap((one) => [one, 0]);
    const sizes = differences.filter((one) => one !== 0).map(Math.abs);
    const sum = Math.abs(differences.reduce((a, b) => a + b, 0));
    for (const seed of [1, 2]) {
      const random = mulberry32(seed);
      let extreme = 0;
      for (let i = 0; i < 4000; i++) if (Math.abs(sizes.reduce((a, size) => (random() < 0.5 ? a + size : a - size), 0)) >= sum) extreme++;
      expect(signFlip(differences, seed, 4000)?.pValue).toBe((extreme + 1) / 4001);
    }
    expect(signFlip(differences)).toEqual(signFlip(differences, 1));
  });
  it('says the same in any unit, seconds or picoseconds: what counts as equal sums grows with the sizes', () => {
    for (const differences of [[0.3, 0.1, -0.2, 0.6], [1, 2, 3, 4, 5, -6], Array.from({ length: 24 }, (_, i) => Math.sin(i) + 0.4)])
      for (const unit of [2 ** -50, 2 ** 50])
        expect(signFlip(differences.map((one) => one * unit))?.pValue).toBe(signFlip(differences)?.pValue);
  });
  it('takes only pairs that both arms played', () => {
    const pairs = [
      { pair: 'p', a: [], b: [1] },
      { pair: 'q', a: [1], b: [] },
      { pair: 'r', a: [1, 3], b: [5] },
    ];
    expect(pairDifferences(pairs)).toEqual([3]);
  });
});

describe('McNemar', () => {
  it('counts the pairs in which only one is true', () => {
    const pair = (name: string, a: boolean, b: boolean) => ({ pair: name, a, b });
    const pairs = [
      ...['p', 'q', 'r'].map((name) => pair(name, true, false)),
      pair('s', false, true),
      ...['t', 'u'].map((name) => pair(name, true, true)),
      ...['v', 'w', 'x'].map((name) => pair(name, false, false)),
    ];
    // Of four coins one or none, or three or four, on a side: 10 of 16.
    expect(mcnemar(pairs)).toEqual({ pValue: expect.closeTo(0.625, 12) as number, onlyA: 3, onlyB: 1, pairs: 9 });
    expect(mcnemar([...pairs, pair('q', true, true)])).toEqual({
      refused: 'the pair q has more than one window: repeats want the sign-flip test on differences',
    });
    // Twice the chance of five or fewer of ten is more than 1.
    expect(mcnemarExact(5, 5)).toBe(1);
  });
});

describe('many tests at once', () => {
  it('are adjusted as their definitions say', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }), (p) => {
        const sorted = [...p].sort((a, b) => a - b);
        const m = p.length;
        const [family, rate] = [holm(p), benjaminiHochberg(p)];
        p.forEach((one, i) => {
          const rank = sorted.indexOf(one);
          // Holm: the largest of (m - j) p_j up to its rank. Benjamini and Hochberg: the smallest of m p_j / j from its rank on.
          expect(family[i]).toBeCloseTo(Math.min(1, Math.max(...sorted.slice(0, rank + 1).map((q, j) => (m - j) * q))), 12);
          expect(rate[i]).toBeCloseTo(Math.min(...sorted.slice(rank).map((q, j) => (m * q) / (rank + j + 1))), 12);
        });
      }),
      { seed: 44 },
    );
  });
});

describe('Spearman', () => {
  const orders = (values: readonly number[]): number[][] =>
    values.length === 0
      ? [[]]
      : values.flatMap((one, i) => orders([...values.slice(0, i), ...values.slice(i + 1)]).map((rest) => [one, ...rest]));
  it('is exact by all orders, ties and all', () => {
    const values = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 6 });
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.integer({ min: 0, max: 4 })), (x, stream) => {
        const y = x.map(() => stream.next().value as number);
        const found = spearman(x, y);
        const product = (b: readonly number[]): number => {
          const [ra, rb] = [ranks(x), ranks(b)];
          const middle = (x.length + 1) / 2;
          return Math.abs(ra.reduce((total, one, i) => total + (one - middle) * (rb[i]! - middle), 0));
        };
        if (found === undefined) {
          expect(Math.min(new Set(x).size, new Set(y).size)).toBe(1);
          return;
        }
        const all = orders(y);
        expect(found.method).toBe('exact');
        expect(found.pValue).toBeCloseTo(all.filter((order) => product(order) >= product(y) - 1e-9).length / all.length, 12);
      }),
      { seed: 45, numRuns: 60 },
    );
  });
  it('enumerates nine points, and takes Student’s t of ten', () => {
    const line = (n: number) => Array.from({ length: n }, (_, i) => i);
    expect(spearman(line(9), line(9))).toEqual({ rho: 1, pValue: 2 / 362_880, method: 'exact', n: 9 });
    expect(spearman(line(10), line(10))).toMatchObject({ pValue: 0, method: 't', n: 10 });
  });
  it('of a line is 1 or -1 and no more, however long', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 10, maxLength: 200 }), (x) => {
        const [up, down] = [spearman(x, x), spearman(x, x.map((one) => -one))]; // prettier-ignore
        expect(up?.rho).toBeLessThanOrEqual(1);
        expect(down?.rho).toBeGreaterThanOrEqual(-1);
        expect([up?.rho, down?.rho]).toEqual([expect.closeTo(1, 12), expect.closeTo(-1, 12)]);
        expect([up?.pValue, down?.pValue]).toEqual([expect.closeTo(0, 12), expect.closeTo(0, 12)]);
      }),
      { seed: 46 },
    );
  });
});

describe('Fisher’s exact test', () => {
  const choose = (n: number, k: number): number => (k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
  it('adds up the tables that are as unlikely or more, and no others', () => {
    const share = fc.integer({ min: 1, max: 25 }).chain((of) => fc.integer({ min: 0, max: of }).map((hits) => [hits, of] as const));
    fc.assert(
      fc.property(share, share, ([a, ofA], [b, ofB]) => {
        // In whole numbers below 2^53, so that equal tables are equal.
        const ways = Array.from({ length: a + b + 1 }, (_, k) => Math.round(choose(ofA, k)) * Math.round(choose(ofB, a + b - k)));
        const all = ways.reduce((x, y) => x + y, 0);
        const unlikely = ways.filter((one) => one > 0 && one <= ways[a]!).reduce((x, y) => x + y, 0);
        expect(fisherExact(a, ofA, b, ofB)).toBeCloseTo(unlikely / all, 9);
      }),
      { seed: 47, numRuns: 400 },
    );
  });
  it.each([
    [1, 2.5, 0, 1],
    [0, 1, 5, 3],
    [0, 1, -1, 3],
    [0, 1, 0, Number.NaN],
  ])('refuses %d of %d and %d of %d', (a, ofA, b, ofB) => expect(() => fisherExact(a, ofA, b, ofB)).toThrow('is no share'));
});
