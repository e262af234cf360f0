import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fisherExact } from '../../src/stats/fisher.js';

describe("Fisher's exact test", () => {
  // By hand from the hypergeometric chances; the tea table is R. A. Fisher's own, and R's fisher.test gives 0.4857.
  it.each([
    ['the lady tasting tea', 3, 4, 1, 4, 34 / 70],
    ['all against none of three', 3, 3, 0, 3, 2 / 20],
    ['none at all', 0, 9, 0, 9, 1],
    ['no trials', 0, 0, 3, 9, 1],
    ['5 of 5 against 0 of 5', 5, 5, 0, 5, 2 / 252],
    ['1 of 2 against 1 of 2', 1, 2, 1, 2, 1],
  ])('%s', (_what, a, ofA, b, ofB, p) => expect(fisherExact(a, ofA, b, ofB)).toBeCloseTo(p, 10));

  it('takes large tables', () => {
    expect(fisherExact(10, 1000, 0, 1000)).toBeCloseTo(0.00193, 4);
    expect(fisherExact(500, 5000, 500, 5000)).toBeCloseTo(1, 10);
  });

  it('is the same either way round, a chance, and never surer for equal shares', () => {
    const share = fc.integer({ min: 0, max: 60 }).chain((of) => fc.integer({ min: 0, max: of }).map((hits) => [hits, of] as const));
    fc.assert(
      fc.property(share, share, ([a, ofA], [b, ofB]) => {
        const p = fisherExact(a, ofA, b, ofB);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(fisherExact(b, ofB, a, ofA)).toBeCloseTo(p, 9);
        expect(fisherExact(ofA - a, ofA, ofB - b, ofB)).toBeCloseTo(p, 9);
        expect(fisherExact(a, ofA, a, ofA)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('errs at most as often as it says', () => {
    // Over every outcome of two equal shares of 10%: the chance to reject at 5% is the sum of the chances of the tables that do.
    const n = 40;
    const chances = Array.from({ length: n + 1 }, (_, k) => choose(n, k) * 0.1 ** k * 0.9 ** (n - k));
    let rejected = 0;
    for (let a = 0; a <= n; a++)
      for (let b = 0; b <= n; b++) if (fisherExact(a, n, b, n) < 0.05) rejected += (chances[a] ?? 0) * (chances[b] ?? 0);
    expect(rejected).toBeLessThanOrEqual(0.05);
    expect(rejected).toBeGreaterThan(0.005);
  });

  it.each([
    [-1, 3],
    [4, 3],
    [0.5, 3],
  ])('refuses %d of %d', (a, of) => expect(() => fisherExact(a, of, 0, 1)).toThrow(RangeError));
});

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}
