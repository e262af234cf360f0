/** The sequential tests at their borders: plans that are none, ties with a bound, observations that are neither 0 nor 1. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceSequence, evidenceOf, evidenceOfCounts, evidenceOfShares } from '../../src/stats/confidence-sequence.js';
import { logBeta } from '../../src/stats/gamma.js';
import { SequentialTest } from '../../src/stats/sequential.js';
import { SPRT_START, sprt } from '../../src/stats/sprt.js';

const ones = (n: number): number[] => Array.from({ length: n }, () => 1);

describe('the evidence against a mean', () => {
  it('of one observation is the bet at even odds: x / 2p + (1 - x) / 2(1 - p)', () => {
    const inside = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), inside, (x, p) => {
        expect(evidenceOfShares([x], p)).toBeCloseTo(Math.log(x / (2 * p) + (1 - x) / (2 * (1 - p))), 11);
      }),
      { seed: 41 },
    );
  });
  it('of counts is a ratio of beta functions, which the grid of bets gives too (Gauss-Chebyshev: exact below twice its 64 bets)', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(27), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (successes, failures, p) => {
        const n = successes + failures;
        const found = evidenceOfCounts(successes, n, p);
        const by = logBeta(0.5 + successes, 0.5 + failures) - logBeta(0.5, 0.5) - successes * Math.log(p) - failures * Math.log1p(-p);
        expect(found).toBeCloseTo(by, 9);
        if (n > 0) expect(evidenceOfShares([...ones(successes), ...ones(failures).fill(0)], p)).toBeCloseTo(found, 9);
      }),
      { seed: 42 },
    );
  });
  it('is followed by the grid over some thousand observations that are all alike', () => {
    // The first harmonic that the bets cannot tell has 2 x (2 x 64)^2 / 1700 ~ e^-9.6 of the mean.
    expect(Math.abs(evidenceOfShares(ones(1700), 0.5) - evidenceOfCounts(1700, 1700, 0.5))).toBeLessThan(4e-4);
  });
  it('is exact for zeros and ones, however many, and by the grid as soon as one lies between', () => {
    const [zeros, mixed] = [ones(4000).fill(0), [1, 0.5, 1]];
    expect(evidenceOf(zeros)(0.01)).toBe(evidenceOfCounts(0, 4000, 0.01));
    expect(evidenceOf([1, 0, 1])(0.3)).toBe(evidenceOfCounts(2, 3, 0.3));
    expect(evidenceOf(mixed)(0.3)).toBe(evidenceOfShares(mixed, 0.3));
  });
  it('at a mean of 0 or 1 is endless, unless all observations say so', () => {
    expect(evidenceOfCounts(5, 5, 1)).toBeCloseTo(logBeta(5.5, 0.5) - logBeta(0.5, 0.5), 12);
    expect(evidenceOfCounts(0, 5, 0)).toBeCloseTo(logBeta(0.5, 5.5) - logBeta(0.5, 0.5), 12);
    expect(evidenceOfCounts(1, 5, 0)).toBe(Infinity);
    expect([evidenceOfShares([0], 0), evidenceOfShares([1], 1)]).toEqual([expect.closeTo(-Math.LN2, 12), expect.closeTo(-Math.LN2, 12)]);
    expect([evidenceOfShares([0, 0.5], 0), evidenceOfShares([0.5, 1], 1)]).toEqual([Infinity, Infinity]);
  });
});

describe('the always-valid interval', () => {
  it('ends where the evidence is 1 / (1 - level), and at 0 or 1 where nothing else was seen', () => {
    const share = fc.constantFrom<number>(0, 0.25, 0.5, 1);
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 40 }), fc.constantFrom(0.95, 0.8), (values, level) => {
        const { low, high } = confidenceSequence(values, level);
        const limit = -Math.log(1 - level);
        const evidence = evidenceOf(values);
        if (values.every((x) => x === 0)) expect(low).toBe(0);
        else expect(evidence(low)).toBeCloseTo(limit, 5);
        if (values.every((x) => x === 1)) expect(high).toBe(1);
        else expect(evidence(high)).toBeCloseTo(limit, 5);
      }),
      { seed: 43 },
    );
  });
});

describe('the sequential test', () => {
  const plan = { limit: 0.2, maximum: 200, unit: 'play' } as const;
  it.each([
    [{ limit: 0 }, 'a limit lies between 0 and 1, not at 0'],
    [{ limit: 1 }, 'a limit lies between 0 and 1, not at 1'],
    [{ limit: Number.NaN }, 'a limit lies between 0 and 1, not at NaN'],
    [{ level: 0 }, 'a level lies between 0 and 1, not at 0'],
    [{ level: 1 }, 'a level lies between 0 and 1, not at 1'],
    [{ maximum: 0 }, 'a maximum is a count, not 0'],
    [{ maximum: 0.5 }, 'a maximum is a count, not 0.5'],
    [{ maximum: -3 }, 'a maximum is a count, not -3'],
  ])('refuses %j', (wrong, message) => expect(() => new SequentialTest({ ...plan, ...wrong })).toThrow(message));
  it('takes observations from 0 to 1, and names the first that is none', () => {
    expect(new SequentialTest({ ...plan, maximum: 1 }).look([0, 1])).toMatchObject({
      n: 2,
      mean: 0.5,
      state: 'stop',
      decision: 'undecided',
    });
    expect(() => new SequentialTest(plan).look([0.5, -0.1, 2])).toThrow('an observation lies in [0, 1], not at -0.1');
    expect(() => new SequentialTest(plan).look([1.1])).toThrow('an observation lies in [0, 1], not at 1.1');
  });
  it('may be looked at before anything came, and that decides nothing', () => {
    const test = new SequentialTest(plan);
    expect(test.look([])).toEqual({
      look: 1,
      values: [],
      n: 0,
      mean: 0,
      state: 'continue',
      decision: 'undecided',
      interval: { low: 0, high: 1, level: 0.95 },
    });
    expect(test.look([1])).toMatchObject({ look: 2, n: 1, mean: 1, state: 'continue' });
  });
});

describe('Wald’s test', () => {
  const plan = { low: 0.2, high: 0.6, falseHigh: 0.25, falseLow: 0.25 };
  it.each([{ low: 0 }, { low: 0.6 }, { high: 1 }, { falseHigh: 0 }, { falseHigh: 1 }, { falseLow: 0 }, { falseLow: 1 }])(
    'refuses %j',
    (wrong) => {
      expect(() => sprt({ ...plan, ...wrong }, SPRT_START, true)).toThrow('an SPRT wants 0 < low < high < 1 and errors between 0 and 1');
    },
  );
  it('decides at its bounds: a likelihood ratio of 1 / 0.25 is enough, and so is one of 0.25', () => {
    const doubled = { ...plan, low: 0.25, high: 0.5 };
    const once = sprt(doubled, SPRT_START, true);
    expect(once).toEqual({ n: 1, successes: 1, logRatio: Math.LN2, decision: 'continue' });
    expect(sprt(doubled, once, true)).toEqual({ n: 2, successes: 2, logRatio: 2 * Math.LN2, decision: 'high' });
    // (1 - 0.6) / (1 - 0.2) is one half.
    const failed = sprt(plan, SPRT_START, false);
    expect(failed).toMatchObject({ n: 1, successes: 0, decision: 'continue' });
    expect(sprt(plan, failed, false)).toMatchObject({ n: 2, successes: 0, decision: 'low' });
  });
});
