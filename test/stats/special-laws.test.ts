/** Special functions where they have a closed form: to the last digits, far into both tails, and at the places where one way of computing ends. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile, betaTail } from '../../src/stats/beta.js';
import { binomialCdf, binomialTail, clopperPearson } from '../../src/stats/binomial.js';
import { logGamma } from '../../src/stats/gamma.js';
import { normalCdf, normalQuantile } from '../../src/stats/normal.js';
import { tCdf, tQuantile, tTwoSided } from '../../src/stats/student-t.js';
import { close } from './vectors.js';

/** From 1e-300 to about a half, as likely in every decade. */
const small = fc.double({ min: -300, max: -0.31, noNaN: true }).map((power) => 10 ** power);

describe('ln Γ', () => {
  it('of whole numbers is the logarithm of a factorial, to the last digits', () => {
    let factorial = 1;
    for (let n = 1; n <= 20; n++) {
      expect(Math.abs(logGamma(n) - Math.log(factorial)), `${n}`).toBeLessThan(2e-14);
      factorial *= n;
    }
  });
});

describe('the incomplete beta function', () => {
  it('of (a, 1) is x^a, however small, and of (1, b) 1 - (1 - x)^b', () => {
    const shape = fc.double({ min: 0.05, max: 40, noNaN: true });
    fc.assert(
      fc.property(small, shape, (x, a) => {
        if (x ** a > 1e-290) close(betaCdf(x, a, 1), x ** a, 1e-11);
        if (x > 1e-290) close(betaCdf(x, 1, a), -Math.expm1(a * Math.log1p(-x)), 1e-11);
        close(betaTail(x, a, 1), -Math.expm1(a * Math.log(x)), 1e-11);
      }),
      { seed: 31, numRuns: 400 },
    );
  });
  it('has quantiles that are right to the last digits, however small', () => {
    const shape = fc.double({ min: 0.02, max: 40, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), shape, (p, a) => {
        if (p ** (1 / a) > 1e-290) close(betaQuantile(p, a, 1), p ** (1 / a), 1e-11);
        // Near 1 a share says less of its quantile than it has digits.
        if (p < 0.99) close(betaQuantile(p, 1, a), -Math.expm1(Math.log1p(-p) / a), 1e-11);
      }),
      { seed: 32, numRuns: 400 },
    );
  });
  it.each([
    [0.1, -3, 1],
    [0.1, 0, 1],
    [0.1, 1, 0],
    [0.1, 1, -3],
  ])('of %d refuses the shapes %d and %d by name', (x, a, b) =>
    expect(() => betaCdf(x, a, b)).toThrow(`betaCdf wants positive shapes, not ${a} and ${b}`),
  );
  it('says so where its series is longer than anybody’s counts', () => {
    expect(() => betaCdf(0.5, 1e12, 1e12)).toThrow('did not converge');
    expect(() => betaQuantile(-0.1, 1, 1)).toThrow('a share lies in [0, 1], not -0.1');
  });
});

describe('the normal distribution', () => {
  it('and its quantile undo each other in relative terms, over 300 decades', () => {
    fc.assert(
      fc.property(small, (share) => close(normalCdf(normalQuantile(share)), share, 2e-12)),
      { seed: 33, numRuns: 500 },
    );
    // Just beside the places where one rational function, or one series, gives way to the next.
    for (const share of [0.0749, 0.0751, 0.074, 0.076, 1.38e-11, 1.39e-11, 1e-9, 1e-7, 1e-12, 1e-14, 2.3e-4, 2.4e-4, 3e-6])
      close(normalCdf(normalQuantile(share)), share, 2e-12);
  });
  it('is symmetric', () => {
    for (const z of [0.3, 1, 2.6, 3.5, 5]) expect(normalCdf(z) + normalCdf(-z)).toBeCloseTo(1, 15);
    for (const p of [1e-5, 0.01, 0.2, 0.4]) expect(normalQuantile(1 - p)).toBeCloseTo(-normalQuantile(p), 9);
    for (const share of [1, -0.1, 1.1]) expect(() => normalQuantile(share)).toThrow(RangeError);
  });
});

describe('Student’s t', () => {
  const shares = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
  it('with one degree is Cauchy’s, with two it has a root for its quantile', () => {
    fc.assert(
      fc.property(shares, (p) => {
        const [one, two] = [Math.tan(Math.PI * (p - 0.5)), (2 * p - 1) / Math.sqrt(2 * p * (1 - p))];
        close(tQuantile(p, 1), one, 1e-9);
        close(tQuantile(p, 2), two, 1e-9);
        expect(tCdf(one, 1)).toBeCloseTo(p, 11);
        expect(tCdf(two, 2)).toBeCloseTo(p, 11);
        expect(tTwoSided(two, 2)).toBeCloseTo(2 * Math.min(p, 1 - p), 11);
      }),
      { seed: 34, numRuns: 300 },
    );
  });
  it('loses no digit near its middle, and is refused at its ends', () => {
    for (const p of [0.49, 0.4999, 0.5 - 1e-9, 0.5 + 1e-9, 0.5001, 0.51])
      close(tQuantile(p, 2), (2 * p - 1) / Math.sqrt(2 * p * (1 - p)), 1e-9);
    expect(tQuantile(0.5, 7)).toBe(0);
    expect(tCdf(0, 7)).toBeCloseTo(0.5, 14);
    for (const share of [0, 1, -0.1, 1.1]) expect(() => tQuantile(share, 3)).toThrow(RangeError);
  });
});

describe('the binomial distribution', () => {
  it('is 0 before its counts and 1 behind them', () => {
    expect([-1, 5, 6].map((k) => binomialCdf(k, 5, 0.3))).toEqual([0, 1, 1]);
    expect([-1, 0, 6].map((k) => binomialTail(k, 5, 0.3))).toEqual([1, 1, 0]);
    expect(binomialCdf(0, 5, 0.3)).toBeCloseTo(0.7 ** 5, 14);
    expect(binomialTail(5, 5, 0.3)).toBeCloseTo(0.3 ** 5, 14);
  });
  it('has an exact interval at whose ends what was seen, or more, has half of what is left of the level', () => {
    for (const [k, n, level] of [
      [3, 17, 0.9],
      [1, 4, 0.99],
      [40, 41, 0.5],
    ] as const) {
      const found = clopperPearson(k, n, level);
      expect(found.level).toBe(level);
      expect(binomialTail(k, n, found.low)).toBeCloseTo((1 - level) / 2, 10);
      expect(binomialCdf(k, n, found.high)).toBeCloseTo((1 - level) / 2, 10);
    }
  });
});
