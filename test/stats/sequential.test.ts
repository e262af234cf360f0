/** The sequential tests: their laws here, their errors by simulation in simulation.test.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceSequence, evidenceOfCounts, evidenceOfShares } from '../../src/stats/confidence-sequence.js';
import { resumeSequential, SequentialTest } from '../../src/stats/sequential.js';
import { SPRT_START, sprt } from '../../src/stats/sprt.js';

const plays = (successes: number, n: number): number[] => Array.from({ length: n }, (_, i) => (i < successes ? 1 : 0));

describe('the always-valid interval', () => {
  it('says nothing of nothing, is wider than a fixed one, and closes in', () => {
    expect(confidenceSequence([])).toEqual({ low: 0, high: 1, level: 0.95 });
    const [some, many] = [confidenceSequence(plays(10, 40)), confidenceSequence(plays(250, 1000))];
    // Wilson at 10 of 40: 0.142 to 0.402.
    expect(some.low).toBeLessThan(0.142);
    expect(some.high).toBeGreaterThan(0.402);
    expect(many.high - many.low).toBeLessThan(0.12);
  });
  it('holds the mean, mirrors under complement, and is the same for counts and for shares of 0 and 1', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<number>(0, 0.25, 0.5, 1), { minLength: 1, maxLength: 30 }), (values) => {
        const found = confidenceSequence(values);
        const mean = values.reduce((a, b) => a + b, 0) / values.length;
        expect(found.low).toBeLessThanOrEqual(mean + 1e-9);
        expect(found.high).toBeGreaterThanOrEqual(mean - 1e-9);
        const mirrored = confidenceSequence(values.map((x) => 1 - x));
        expect(mirrored.low).toBeCloseTo(1 - found.high, 6);
        expect(mirrored.high).toBeCloseTo(1 - found.low, 6);
      }),
      { seed: 11, numRuns: 60 },
    );
    expect(evidenceOfShares(plays(7, 30), 0.4)).toBeCloseTo(evidenceOfCounts(7, 30, 0.4), 3);
  });
});

describe('the sequential test', () => {
  const plan = { limit: 0.2, maximum: 200, unit: 'play' } as const;
  it('logs its looks, decides, and lets nobody look again', () => {
    const test = new SequentialTest(plan);
    expect(test.look([0, 0, 0])).toMatchObject({ look: 1, n: 3, state: 'continue', decision: 'undecided' });
    const last = test.look(Array.from({ length: 20 }, () => 1));
    expect(last).toMatchObject({ look: 2, n: 23, state: 'stop', decision: 'above' });
    expect(last.interval.low).toBeGreaterThan(0.2);
    expect(() => test.look([0])).toThrow(RangeError);
    expect(resumeSequential(plan, test.looks).looks).toEqual(test.looks);
    expect(resumeSequential(plan, JSON.parse(JSON.stringify(test.looks)) as typeof test.looks).looks).toEqual(test.looks);
  });
  it('finds a rate below the limit, and gives up undecided at its maximum', () => {
    const below = new SequentialTest(plan);
    expect(below.look(plays(0, 40))).toMatchObject({ decision: 'below', state: 'stop' });
    const undecided = new SequentialTest({ ...plan, maximum: 10 });
    expect(undecided.look(plays(2, 10))).toMatchObject({ decision: 'undecided', state: 'stop' });
  });
  it('has a decision just when its interval excludes the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 60 }), (values) => {
        const { decision, interval } = new SequentialTest(plan).look(values);
        expect(decision).toBe(interval.low >= 0.2 ? 'above' : interval.high <= 0.2 ? 'below' : 'undecided');
      }),
      { seed: 12, numRuns: 200 },
    );
  });
  it('refuses plans and values that are none', () => {
    expect(() => new SequentialTest({ ...plan, limit: 0 })).toThrow(RangeError);
    expect(() => new SequentialTest({ ...plan, maximum: 0.5 })).toThrow(RangeError);
    expect(() => new SequentialTest({ ...plan, level: 1 })).toThrow(RangeError);
    expect(() => new SequentialTest(plan).look([1.1])).toThrow(RangeError);
    expect(() => new SequentialTest(plan).look([Number.NaN])).toThrow(RangeError);
  });
});

describe('SPRT', () => {
  const plan = { low: 0.05, high: 0.3, falseHigh: 0.05, falseLow: 0.1 };
  it('decides by the likelihood ratio, and stays decided', () => {
    let state = SPRT_START;
    for (let i = 0; i < 2; i++) state = sprt(plan, state, true);
    // Twice ln 6 is above ln 20.
    expect(state).toMatchObject({ n: 2, decision: 'high' });
    expect(sprt(plan, state, false)).toBe(state);
    state = SPRT_START;
    for (let i = 0; i < 7; i++) state = sprt(plan, state, false);
    expect(state.decision).toBe('continue');
    // Eight times ln(0.7 / 0.95) is below ln 0.1.
    expect(sprt(plan, state, false)).toMatchObject({ n: 8, decision: 'low' });
    expect(() => sprt({ ...plan, low: 0.4 }, SPRT_START, true)).toThrow(RangeError);
  });
});
