/** Waits of which some were censored: never dropped, never invented. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { censoredPercentile, windowsForUpperBound } from '../../src/stats/censored-percentile.js';
import { cumulativeIncidence, turnCourse } from '../../src/stats/cumulative-incidence.js';
import { percentile } from '../../src/stats/percentile.js';
import { answeredShares, type Wait } from '../../src/stats/waits.js';

const at = (ms: number): Wait => ({ kind: 'answered', ms });
const over = (aboveMs: number): Wait => ({ kind: 'censored', aboveMs });
const each = (waits: readonly Wait[]) => waits.map((wait, i) => ({ cluster: `c${i}`, values: [wait] }));
const upTo = (n: number, from = 1) => Array.from({ length: n }, (_, i) => at(from + i));

describe('percentiles with censored waits', () => {
  it('wants 59 windows for an upper bound of p95 at 95%', () => {
    expect(windowsForUpperBound(0.95)).toBe(59);
    expect(censoredPercentile(each(upTo(58)), 0.95)?.upper).toMatchObject({
      kind: 'none',
      reason: '58 independent windows: this bound wants 59 or more',
    });
    expect(censoredPercentile(each(upTo(59)), 0.95)?.upper).toEqual({ kind: 'at', ms: 59 });
  });
  it('is printed as "> window" where more windows beyond it had no answer than had one, with the known time beside it', () => {
    // 97 answers and 3 without: 95 had answered by 95 (or 96), 2 answers and 3 windows without one lie beyond.
    const found = censoredPercentile(each([...upTo(97), over(4000), over(4000), over(4000)]), 0.95)!;
    expect(found.estimate).toEqual({ kind: 'at', ms: 95.5 });
    expect(found.shown).toEqual({ kind: 'above', ms: 4000 });
    // 98 and 2: 3 answers beyond (at 96, 97, 98), 2 without.
    expect(censoredPercentile(each([...upTo(98), over(4000), over(4000)]), 0.95)!.shown).toEqual({ kind: 'at', ms: 95.5 });
    // A window that ended before the percentile says nothing of what lies beyond it.
    expect(censoredPercentile(each([...upTo(20), over(3), over(3)]), 0.5)!.shown.kind).toBe('at');
  });
  it('counts answers at the very time of the percentile by their rank: an agent that always takes as long has a median', () => {
    const same = [...Array.from({ length: 40 }, () => at(703)), over(4000), over(4000), over(4000), over(4000)];
    // Rank 22 of 44: 18 answers and 4 windows without one lie beyond.
    expect(censoredPercentile(each(same), 0.5)).toMatchObject({ shown: { kind: 'at', ms: 703 }, tailCensored: false });
    // Rank 40 of 44: all answers are needed.
    expect(censoredPercentile(each(same), 0.9)).toMatchObject({ shown: { kind: 'above', ms: 4000 }, tailCensored: true });
    const coarse = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(coarse, fc.nat(8), fc.integer({ min: 1, max: 19 }), (values, without, twentieth) => {
        const sorted = [...values].sort((a, b) => a - b);
        const none = Array.from({ length: without }, () => over(4000));
        const tied = censoredPercentile(each([...sorted.map((v) => at(v * 100)), ...none]), twentieth / 20);
        const apart = censoredPercentile(each([...sorted.map((v, i) => at(v * 100 + i / 1000)), ...none]), twentieth / 20);
        expect(tied?.tailCensored).toBe(apart?.tailCensored);
      }),
      { seed: 11, numRuns: 300 },
    );
  });
  it('is "> window" where its rank lies among those without an answer', () => {
    const some = each([...upTo(90), ...Array.from({ length: 10 }, () => over(5000))]);
    expect(censoredPercentile(some, 0.5)).toMatchObject({
      estimate: { kind: 'at', ms: 50.5 },
      answered: 90,
      censored: 10,
      tailCensored: false,
    });
    expect(censoredPercentile(some, 0.85)).toMatchObject({ estimate: { kind: 'at', ms: 85.5 }, tailCensored: true });
    expect(censoredPercentile(some, 0.9)?.estimate).toEqual({ kind: 'above', ms: 5000 });
    expect(censoredPercentile(some, 0.95)).toMatchObject({ estimate: { kind: 'above', ms: 5000 }, upper: { kind: 'above', ms: 5000 } });
    expect(censoredPercentile(each([at(700), over(4000)]), 0.5)?.estimate).toEqual({ kind: 'above', ms: 4000 });
    expect(censoredPercentile(each([over(4000)]), 0.5)?.estimate).toEqual({ kind: 'above', ms: 4000 });
    expect(censoredPercentile([], 0.5)).toBeUndefined();
  });
  it('takes an early end of watching for what it is (product limit by hand)', () => {
    // At 10: 1 of 4. Censored at 15. At 20: 1 of 2 of those left.
    expect(answeredShares([at(10), over(15), at(20), over(30)]).map(({ share }) => share)).toEqual([0.25, 1 - 0.75 / 2]);
    // An answer at the censoring time comes first.
    expect(answeredShares([at(10), over(10)])).toEqual([{ ms: 10, share: 0.5 }]);
  });
  it('has bounds over scenes by effective n, and none below 10 scenes with repeats', () => {
    const scenes = (n: number, alike: boolean) =>
      Array.from({ length: n }, (_, i) => ({
        cluster: `c${i}`,
        values: Array.from({ length: 10 }, (_, k) => at(alike ? 500 + i * 50 : 500 + k * 100 + i)),
      }));
    expect(censoredPercentile(scenes(9, true), 0.5)?.upper).toMatchObject({ kind: 'none' });
    const [clustered, spread] = [censoredPercentile(scenes(20, true), 0.5)!, censoredPercentile(scenes(20, false), 0.5)!];
    expect(clustered.effectiveN).toBeCloseTo(20, 6);
    expect(spread.effectiveN).toBeGreaterThan(150);
    expect(censoredPercentile(scenes(20, true), 0.95)?.upper).toMatchObject({ kind: 'none' });
  });
  it('agrees with plain percentiles where nothing is censored, and never falls when an answer is taken away', () => {
    const list = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(list, fc.double({ min: 0.05, max: 0.95, noNaN: true }), fc.nat(79), (values, share, which) => {
        const plain = censoredPercentile(each(values.map(at)), share)!;
        if (plain.estimate.kind !== 'at') throw new Error('nothing was censored');
        const step = 1 / values.length;
        expect(plain.estimate.ms).toBeGreaterThanOrEqual(percentile(values, share - step)!);
        expect(plain.estimate.ms).toBeLessThanOrEqual(percentile(values, share + step)!);
        const fewer = censoredPercentile(each(values.map((ms, i) => (i === which % values.length ? over(5000) : at(ms)))), share)!;
        expect(fewer.estimate.ms).toBeGreaterThanOrEqual(plain.estimate.ms);
        const [low, high] = [plain.lower, plain.upper];
        if (low.kind === 'at') expect(low.ms).toBeLessThanOrEqual(plain.estimate.ms);
        if (high.kind === 'at') expect(high.ms).toBeGreaterThanOrEqual(plain.estimate.ms);
      }),
      { seed: 9, numRuns: 300 },
    );
  });
});

describe('cumulative incidence', () => {
  it('is the plain share where every turn is watched equally long', () => {
    const turns = [
      turnCourse({ premature: true, replyMs: undefined, observedMs: 0 }),
      turnCourse({ premature: false, replyMs: 800, observedMs: 5000 }),
      turnCourse({ premature: false, replyMs: 1200, observedMs: 5000 }),
      turnCourse({ premature: false, replyMs: undefined, observedMs: 5000 }),
    ];
    expect(cumulativeIncidence(turns, ['premature', 'reply'])).toEqual([
      { ms: 0, atRisk: 4, incidence: { premature: 0.25, reply: 0 }, none: 0.75 },
      { ms: 800, atRisk: 3, incidence: { premature: 0.25, reply: 0.25 }, none: 0.5 },
      { ms: 1200, atRisk: 2, incidence: { premature: 0.25, reply: 0.5 }, none: 0.25 },
    ]);
  });
  it('counts turns that were watched for less (Aalen-Johansen by hand)', () => {
    const courses = [
      { atMs: 1, cause: 'a' as const },
      { atMs: 2, cause: undefined },
      { atMs: 3, cause: 'b' as const },
      { atMs: 4, cause: undefined },
    ];
    const steps = cumulativeIncidence(courses, ['a', 'b']);
    expect(steps.at(-1)).toEqual({ ms: 3, atRisk: 2, incidence: { a: 0.25, b: 0.375 }, none: 0.375 });
  });
  it('never falls, and sums to 1 at every step', () => {
    const course = fc.record({ atMs: fc.nat(50), cause: fc.constantFrom('a' as const, 'b' as const, undefined) });
    fc.assert(
      fc.property(fc.array(course, { maxLength: 60 }), (courses) => {
        let before = { a: 0, b: 0 };
        for (const { incidence, none } of cumulativeIncidence(courses, ['a', 'b'])) {
          expect(incidence.a + incidence.b + none).toBeCloseTo(1, 9);
          expect(incidence.a).toBeGreaterThanOrEqual(before.a);
          expect(incidence.b).toBeGreaterThanOrEqual(before.b);
          expect(none).toBeGreaterThanOrEqual(0);
          before = incidence;
        }
      }),
      { seed: 10 },
    );
  });
});
