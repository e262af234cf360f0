/** The score interval of paired shares: against the likelihood itself, by its symmetries, and by how often it holds the truth. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairedShares } from '../../src/stats/paired-shares.js';
import { mulberry32 } from '../../src/stats/random.js';

const of = (onlyA: number, onlyB: number, n: number): { low: number; high: number } => {
  const found = pairedShares(onlyA, onlyB, n);
  if (found === undefined) throw new Error('no interval');
  return found;
};
const counts = fc
  .tuple(fc.nat(20), fc.nat(20), fc.nat(60))
  .map(([onlyA, onlyB, rest]) => ({ onlyA, onlyB, n: onlyA + onlyB + rest }))
  .filter(({ n }) => n > 0);

describe('the interval of paired shares', () => {
  it('ends where the score statistic is the normal quantile, the likelihood being maximised by search', () => {
    fc.assert(
      fc.property(counts, ({ onlyA, onlyB, n }) => {
        const { low, high } = of(onlyA, onlyB, n);
        for (const d of [low, high]) {
          if (Math.abs(d) > 1 - 1e-6) continue;
          // The chance q of "only A" where that of "only B" is q + d: the log likelihood is concave in it, so that thirds find its top.
          const log = (count: number, p: number): number => (count === 0 ? 0 : count * Math.log(Math.max(p, 1e-300)));
          const likelihood = (q: number): number => log(onlyB, q + d) + log(onlyA, q) + log(n - onlyA - onlyB, 1 - 2 * q - d);
          let [from, to] = [Math.max(0, -d), (1 - d) / 2];
          for (let i = 0; i < 200; i++) {
            const [a, b] = [from + (to - from) / 3, to - (to - from) / 3];
            if (likelihood(a) < likelihood(b)) from = a;
            else to = b;
          }
          const q = (from + to) / 2;
          const distance = Math.abs((onlyB - onlyA - n * d) / Math.sqrt(n * (2 * q + d - d * d)));
          expect(distance).toBeCloseTo(1.959964, 3);
        }
      }),
      { numRuns: 200 },
    );
  });
  it('is turned round with the arms, and holds the difference that was seen', () => {
    fc.assert(
      fc.property(counts, ({ onlyA, onlyB, n }) => {
        const [there, back] = [of(onlyA, onlyB, n), of(onlyB, onlyA, n)];
        expect(back.low).toBeCloseTo(-there.high, 6);
        expect(there.low).toBeLessThanOrEqual((onlyB - onlyA) / n);
        expect(there.high).toBeGreaterThanOrEqual((onlyB - onlyA) / n);
        expect(there.low).toBeGreaterThanOrEqual(-1);
        expect(there.high).toBeLessThanOrEqual(1);
      }),
    );
  });
  it('of pairs that all agree says how rare a difference may be: z^2 / (n + z^2)', () => {
    const z2 = 1.959964 ** 2;
    expect(of(0, 0, 20).high).toBeCloseTo(z2 / (20 + z2), 5);
    expect(of(0, 0, 20).low).toBeCloseTo(-z2 / (20 + z2), 5);
  });
  it('of pairs that all differ alike ends at 1', () => {
    expect(of(0, 20, 20).high).toBe(1);
    expect(of(20, 0, 20).low).toBe(-1);
    // No pair is alike, so that q = (1 - d) / 2 and the variance is 1 - d^2: n (1 - d) / (1 + d) = z^2.
    const z2 = 1.959964 ** 2;
    expect(of(0, 20, 20).low).toBeCloseTo((20 - z2) / (20 + z2), 5);
  });
  it('holds the truth about as often as it says', () => {
    const random = mulberry32(5);
    for (const [pA, pB, n] of [
      [0.1, 0.1, 20],
      [0.05, 0.3, 20],
      [0.02, 0.1, 60],
      [0.2, 0.4, 12],
    ] as const) {
      const runs = 2000;
      let held = 0;
      for (let i = 0; i < runs; i++) {
        let [a, b] = [0, 0];
        for (let k = 0; k < n; k++) {
          const u = random();
          if (u < pA) a++;
          else if (u < pA + pB) b++;
        }
        const { low, high } = of(a, b, n);
        if (low <= pB - pA && pB - pA <= high) held++;
      }
      expect(held / runs, `${pA} ${pB} ${n}`).toBeGreaterThan(0.925);
      expect(held / runs, `${pA} ${pB} ${n}`).toBeLessThan(0.99);
    }
  });
  it('refuses what are no counts, and has none of no pair', () => {
    expect(pairedShares(0, 0, 0)).toBeUndefined();
    for (const [onlyA, onlyB, pairs] of [
      [-1, 0, 5],
      [0, 1.5, 5],
      [3, 3, 5],
    ] as const)
      expect(() => pairedShares(onlyA, onlyB, pairs)).toThrow(RangeError);
  });
});
