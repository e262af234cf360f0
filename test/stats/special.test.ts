/** Special functions against values of mpmath and scipy (test/vectors/statistics/special-functions.json names them), and their laws. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile, betaTail } from '../../src/stats/beta.js';
import { binomialCdf, binomialTail, clopperPearson } from '../../src/stats/binomial.js';
import { logBeta, logChoose, logGamma } from '../../src/stats/gamma.js';
import { normalCdf, normalQuantile } from '../../src/stats/normal.js';
import { tCdf, tQuantile, tTwoSided } from '../../src/stats/student-t.js';
import { close } from './vectors.js';

type Table = 'logGamma' | 'betaCdf' | 'betaQuantile' | 'normalCdf' | 'normalQuantile' | 'tCdf' | 'tQuantile' | 'clopperPearson';
const known = JSON.parse(readFileSync('test/vectors/statistics/special-functions.json', 'utf8')) as Record<Table, number[][]>;

describe('special functions', () => {
  const functions: Readonly<Record<Exclude<Table, 'clopperPearson' | 'logGamma'>, (...of: number[]) => number>> = {
    betaCdf: (x, a, b) => betaCdf(x, a, b),
    betaQuantile: (p, a, b) => betaQuantile(p, a, b),
    normalCdf: (z) => normalCdf(z),
    normalQuantile: (p) => normalQuantile(p),
    tCdf: (t, d) => tCdf(t, d),
    tQuantile: (p, d) => tQuantile(p, d),
  };
  it.each(Object.entries(functions))('%s is right to 10 digits', (name, f) => {
    const table = known[name as Table];
    expect(table.length).toBeGreaterThan(4);
    for (const row of table) close(f(...row.slice(0, -1)), row.at(-1)!, 1e-10);
  });
  it('logGamma is right to 13 digits, absolutely near its zeros', () => {
    for (const [x, value] of known.logGamma) expect(Math.abs(logGamma(x!) - value!)).toBeLessThan(1e-13 * Math.max(1, Math.abs(value!)));
  });
  it('the exact interval of a proportion', () => {
    for (const [k, n, low, high] of known.clopperPearson) {
      const found = clopperPearson(k!, n!);
      expect(found.low).toBeCloseTo(low!, 12);
      expect(found.high).toBeCloseTo(high!, 12);
    }
  });

  it('cumulative functions add up, and quantiles undo them', () => {
    const share = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
    const shape = fc.double({ min: 0.05, max: 300, noNaN: true });
    fc.assert(
      fc.property(share, shape, shape, (p, a, b) => {
        const x = betaQuantile(p, a, b);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(1);
        if (x > 1e-300 && x < 1 - 1e-9) expect(betaCdf(x, a, b)).toBeCloseTo(p, 6);
        expect(betaCdf(x, a, b) + betaTail(x, a, b)).toBeCloseTo(1, 9);
        expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 12);
        expect(tCdf(tQuantile(p, a + 1), a + 1)).toBeCloseTo(p, 9);
        expect(tQuantile(p, a + 1)).toBeCloseTo(-tQuantile(1 - p, a + 1), 4);
        expect(tTwoSided(tQuantile(p, a + 1), a + 1)).toBeCloseTo(2 * Math.min(p, 1 - p), 8);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
  it('the binomial is the sum of its parts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (n, k, p) => {
        let sum = 0;
        for (let i = 0; i <= Math.min(k, n); i++) sum += Math.exp(logChoose(n, i) + i * Math.log(p) + (n - i) * Math.log1p(-p));
        expect(binomialCdf(k, n, p)).toBeCloseTo(Math.min(1, sum), 9);
        expect(binomialTail(k + 1, n, p)).toBeCloseTo(1 - binomialCdf(k, n, p), 9);
      }),
      { seed: 4, numRuns: 200 },
    );
  });
  it('refuses what it is not made for, and gives no NaN', () => {
    expect(() => logGamma(0)).toThrow(RangeError);
    expect(() => logBeta(1, -1)).toThrow(RangeError);
    expect(() => betaCdf(Number.NaN, 1, 1)).toThrow(RangeError);
    expect(() => betaCdf(0.5, 0, 1)).toThrow(RangeError);
    expect(() => betaQuantile(1.1, 1, 1)).toThrow(RangeError);
    expect(() => normalQuantile(0)).toThrow(RangeError);
    expect(() => tQuantile(1, 3)).toThrow(RangeError);
    expect([betaCdf(-1, 1, 1), betaCdf(2, 1, 1), betaQuantile(0, 2, 2), betaQuantile(1, 2, 2), tQuantile(0.5, 3)]).toEqual([0, 1, 0, 1, 0]);
  });
});
