/** Tests of hypotheses: against values worked out by hand, and against what must hold of any of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemar, mcnemarExact } from '../../src/stats/mcnemar.js';
import { benjaminiHochberg, holm } from '../../src/stats/multiplicity.js';
import { pairDifferences, signFlip } from '../../src/stats/sign-flip.js';
import { ranks, spearman } from '../../src/stats/spearman.js';

describe('sign-flip test', () => {
  it('collapses repeats to one difference a pair', () => {
    expect(
      pairDifferences([
        { pair: 'p', a: [1, 0, 0, 1], b: [1] },
        { pair: 'q', a: [], b: [1] },
      ]),
    ).toEqual([0.5]);
  });
  it.each<readonly [number[], number]>([
    [[1, 1, 1, 1, 1], 2 / 32],
    [[1, 2, 3], 2 / 8],
    [[3, -1], 1],
    [[1, -1], 1],
    [[0, 0, 0], 1],
    [[0, 0.1, 0.2, 0.3, 0, 0.1, 0.2], 2 / 32],
    [[5, 1, -1], 6 / 8],
  ])('is exact for few pairs: %j', (differences, p) => expect(signFlip(differences)).toMatchObject({ pValue: p, method: 'exact' }));
  it('agrees with all patterns counted one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 10 }), (whole) => {
        // Tenths, so that sums which are equal differ by rounding.
        const differences = whole.map((one) => one / 10);
        let extreme = 0;
        for (let pattern = 0; pattern < 2 ** whole.length; pattern++) {
          const sum = whole.reduce((total, one, i) => total + ((pattern >> i) & 1 ? one : -one), 0);
          if (Math.abs(sum) >= Math.abs(whole.reduce((a, b) => a + b, 0))) extreme++;
        }
        const found = signFlip(differences)!;
        expect(found.pValue).toBeCloseTo(extreme / 2 ** whole.length, 12);
        expect(signFlip(differences.map((one) => -one))!.pValue).toBe(found.pValue);
        expect(found.pValue).toBeGreaterThanOrEqual(found.smallestPValue);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
  it('draws patterns for many pairs: seeded, never 0, near the exact p', () => {
    const many = Array.from({ length: 21 }, (_, i) => Math.sin(i * 12.9) + 0.35);
    const drawn = signFlip(many, 3)!;
    expect(drawn).toEqual(signFlip(many, 3));
    expect(drawn.method).toBe('monte-carlo');
    const exact = signFlip(many.map((one, i) => (i === 20 ? 0 : one)))!;
    expect(exact.method).toBe('exact');
    expect(
      signFlip(
        Array.from({ length: 60 }, () => 1),
        1,
        999,
      )!.pValue,
    ).toBe(1 / 1000);
    expect(signFlip([])).toBeUndefined();
  });
});

describe('McNemar', () => {
  it('has the published check value', () => expect(mcnemarExact(90, 78)).toBeCloseTo(0.3961333413963789, 12));
  it('takes one window a pair', () => {
    expect(
      mcnemar([
        { pair: 'p', a: true, b: false },
        { pair: 'p', a: true, b: false },
      ]),
    ).toHaveProperty('refused');
    expect(
      mcnemar([
        { pair: 'p', a: true, b: false },
        { pair: 'q', a: true, b: true },
      ]),
    ).toEqual({ pValue: 1, onlyA: 1, onlyB: 0, pairs: 2 });
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(3, 17)).toBe(mcnemarExact(17, 3));
  });
});

describe('many tests at once', () => {
  it('as R does it (p.adjust)', () => {
    const p = [0.01, 0.04, 0.03, 0.005];
    expect(holm(p).map((one) => Number(one.toFixed(10)))).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(benjaminiHochberg(p).map((one) => Number(one.toFixed(10)))).toEqual([0.02, 0.04, 0.04, 0.02]);
    expect([holm([]), benjaminiHochberg([])]).toEqual([[], []]);
  });
  it('only makes p larger, Holm more than Benjamini-Hochberg, in the same order', () => {
    const list = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(list, (p) => {
        const [family, rate] = [holm(p), benjaminiHochberg(p)];
        p.forEach((one, i) => {
          expect(rate[i]).toBeGreaterThanOrEqual(one - 1e-12);
          expect(family[i]!).toBeGreaterThanOrEqual(rate[i]! - 1e-12);
          expect(family[i]).toBeLessThanOrEqual(1);
          p.forEach((other, j) => one < other && expect(family[i]).toBeLessThanOrEqual(family[j]! + 1e-12));
        });
      }),
      { seed: 8 },
    );
  });
});

describe('Spearman', () => {
  it('is exact over few points', () => {
    expect(spearman([1, 2, 3], [1, 2, 3])).toEqual({ rho: 1, pValue: 2 / 6, method: 'exact', n: 3 });
    // Published table: new initiation against presence of five systems.
    const found = spearman([0.9545, 0.9505, 0.9955, 0.8155, 0.6515], [0.95, 0.538, 0.2525, 0.634, 0.6465])!;
    expect(found.rho).toBeCloseTo(-0.4, 12);
    // Tables of the exact distribution: P(|rho| >= 0.4) of 5 points is 0.5167.
    expect(found.pValue).toBeCloseTo(62 / 120, 12);
    expect(spearman([1, 1, 1], [1, 2, 3])).toBeUndefined();
    expect(spearman([1, 2], [1, 2])).toBeUndefined();
    expect(() => spearman([1], [])).toThrow(RangeError);
    expect(ranks([3, 1, 3, 0, -0])).toEqual([4.5, 3, 4.5, 1.5, 1.5]);
  });
});
