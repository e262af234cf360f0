/** Percentiles of censored waits at their borders: bounds by order statistics from the binomial itself, ties, windows that end at the percentile. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { censoredPercentile, windowsForUpperBound } from '../../src/stats/censored-percentile.js';
import { clustering } from '../../src/stats/icc.js';
import { cumulativeIncidence, turnCourse } from '../../src/stats/cumulative-incidence.js';
import { answeredShares, longestWindow, type Wait } from '../../src/stats/waits.js';

const at = (ms: number): Wait => ({ kind: 'answered', ms });
const over = (aboveMs: number): Wait => ({ kind: 'censored', aboveMs });
const each = (waits: readonly Wait[]) => waits.map((wait, i) => ({ cluster: `c${i}`, values: [wait] }));
const upTo = (n: number) => Array.from({ length: n }, (_, i) => at(i + 1));
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** P(X <= k) of n, term by term. */
function atMost(k: number, n: number, p: number): number {
  let [sum, term] = [0, (1 - p) ** n];
  for (let i = 0; i <= Math.min(k, n); i++) {
    sum += term;
    term *= ((n - i) / (i + 1)) * (p / (1 - p));
  }
  return sum;
}

describe('bounds of a percentile', () => {
  it('are the order statistics that lie beyond it with the level (David and Nagaraja, Order Statistics, 7.1)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom(0.05, 0.25, 0.5, 0.8, 0.95),
        fc.constantFrom(0.8, 0.95, 0.99),
        (n, share, level) => {
          const { lower, upper } = censoredPercentile(each(upTo(n)), share, level)!;
          const ranks = range(n).map((i) => i + 1);
          const above = ranks.find((rank) => atMost(rank - 1, n, share) >= level - 1e-12);
          const below = ranks.findLast((rank) => 1 - atMost(rank - 1, n, share) >= level - 1e-12);
          expect(upper.kind === 'at' ? upper.ms : undefined).toBe(above);
          expect(lower.kind === 'at' ? lower.ms : undefined).toBe(below);
          expect(above !== undefined).toBe(n >= windowsForUpperBound(share, level));
          expect(below !== undefined).toBe(n >= windowsForUpperBound(1 - share, level));
        },
      ),
      { seed: 39, numRuns: 300 },
    );
  });
  it('want as many windows as n with share^n <= 1 - level, equality included', () => {
    // 0.5^2 = 0.25 and 0.5^3 = 0.125; one in two hundred beyond the fourth power wants a fifth.
    expect([windowsForUpperBound(0.5, 0.75), windowsForUpperBound(0.5, 0.875), windowsForUpperBound(0.5, 1 - 0.5 ** 4.005)]).toEqual([
      2, 3, 5,
    ]);
  });
  it('say what they lack, in the words for one and for many', () => {
    expect(censoredPercentile(each([at(5)]), 0.95)?.upper).toEqual({
      kind: 'none',
      reason: '1 independent window: this bound wants 59 or more',
    });
    expect(censoredPercentile(each(upTo(4)), 0.5)?.lower).toEqual({
      kind: 'none',
      reason: '4 independent windows: this bound wants 5 or more',
    });
    const repeated = (scenes: number) => range(scenes).map((i) => ({ cluster: `c${i}`, values: [at(1), at(2)] }));
    const reason = (scenes: number) => censoredPercentile(repeated(scenes), 0.5)?.lower;
    expect(reason(1)).toEqual({ kind: 'none', reason: '1 scene with repeats: bounds over scenes want 10 or more' });
    expect(reason(9)).toEqual({ kind: 'none', reason: '9 scenes with repeats: bounds over scenes want 10 or more' });
    expect(reason(10)).toMatchObject({ kind: 'at' });
    expect(censoredPercentile([{ cluster: 'none', values: [] }, ...repeated(10)], 0.5)?.clusters).toBe(10);
  });
  it('of scenes that are all or none are those of as many windows as scenes', () => {
    // Ten waits within 10 ms a scene: 20 windows of 200. Of 20 the sixth lies below the median, the fifteenth above it (0.979 each).
    const scenes = range(20).map((i) => ({ cluster: `c${i}`, values: range(10).map((k) => at(500 + 50 * i + k)) }));
    expect(censoredPercentile(scenes, 0.5)).toMatchObject({
      lower: { kind: 'at', ms: 500 + 50 * 5 + 9 },
      upper: { kind: 'at', ms: 500 + 50 * 14 + 9 },
      answered: 200,
      censored: 0,
    });
  });
  it('rest on how alike the waits of a scene are to either side of the percentile, one at it being by it', () => {
    const effective = (values: (readonly Wait[])[], share = 0.5) =>
      censoredPercentile(
        values.map((one, i) => ({ cluster: `c${i}`, values: one })),
        share,
      )?.effectiveN;
    const times = (n: number, ...waits: Wait[]) => Array.from({ length: n }, () => waits);
    // All alike: nothing tells, and a scene counts as a window.
    expect(effective(times(12, at(500), at(500), at(500)))).toBe(12);
    // By 500 each scene has one answer or both: no more alike than chance.
    expect(effective([...times(7, at(500), at(900)), ...times(5, at(500), at(500))])).toBe(24);
    // Scenes that answered, and such that did not.
    expect(effective([...times(4, at(500), at(500)), ...times(8, over(4000), over(4000))])).toBeCloseTo(12, 9);
    // The median lies among those without an answer: what counts is who answered at all.
    expect(effective([...times(4, at(500), over(4000)), ...times(8, over(4000), over(4000))])).toBe(24);
  });
});

describe('independent windows', () => {
  it('are those of the yes and no of "answered by the percentile": who answered later, or never, had not', () => {
    // Ten scenes of four waits. Half of all had answered by 500 ms; in some scenes nobody ever did.
    const values = range(10).map((i) => range(4).map((k): Wait => (i >= 8 ? over(900) : at(300 + 40 * i + 60 * k))));
    const found = censoredPercentile(values.map((one, i) => ({ cluster: `c${i}`, values: one })), 0.5)!; // prettier-ignore
    if (found.estimate.kind !== 'at') throw new Error('no estimate');
    const { ms } = found.estimate;
    const answered = values.map((one, i) => ({ cluster: `c${i}`, values: one.map((wait) => (wait.kind === 'answered' && wait.ms <= ms ? 1 : 0)) })); // prettier-ignore
    expect(found.effectiveN).toBeCloseTo(clustering(answered).effectiveN!, 9);
    expect(found.effectiveN).toBeLessThan(40);
  });
});

describe('the percentile', () => {
  it('lies between two answers where the share is met exactly, of a thousand as of four', () => {
    expect(censoredPercentile(each(upTo(1000)), 0.5)?.estimate).toEqual({ kind: 'at', ms: 500.5 });
    expect(censoredPercentile(each(upTo(1000)), 0.4995)?.estimate).toEqual({ kind: 'at', ms: 500 });
  });
  it('has windows beyond it that ended at it, and none that ended before it', () => {
    const ended = (ms: number) => censoredPercentile(each([at(10), over(ms), over(ms), over(ms), at(20)]), 0.1);
    expect(ended(10)).toMatchObject({ estimate: { kind: 'at', ms: 10 }, tailCensored: true, shown: { kind: 'above', ms: 10 } });
    expect(ended(9)).toMatchObject({ tailCensored: false, shown: { kind: 'at', ms: 10 } });
  });
  it('is printed as long as no more windows without an answer than answers lie beyond it', () => {
    // A quarter has answered between 20 and 30: 30, 40 and 50 lie beyond, and three without an answer.
    const found = (without: number) =>
      censoredPercentile(each([10, 20, 30, 40, 50].map(at).concat(range(without).map(() => over(4000)))), 2 / (5 + without));
    expect(found(3)).toMatchObject({ estimate: { kind: 'at', ms: 25 }, tailCensored: false });
    expect(found(4)).toMatchObject({ estimate: { kind: 'at', ms: 25 }, tailCensored: true });
  });
});

describe('answers over time', () => {
  it('are weighed by who was still watched, in whatever order they come', () => {
    // Two of three were watched at 10: half; then the last one.
    expect(answeredShares([over(5), at(20), at(10)])).toEqual([
      { ms: 10, share: 0.5 },
      { ms: 20, share: 1 },
    ]);
    expect(answeredShares([over(10), at(10), over(10)])).toEqual(answeredShares([at(10), over(10), over(10)]));
    expect(answeredShares([at(10), at(10), at(30)])).toEqual([
      { ms: 10, share: 1 - 1 / 3 },
      { ms: 30, share: 1 },
    ]);
  });
  it('know their longest window', () => {
    expect(longestWindow([over(3), at(9), over(5), over(4)])).toBe(5);
    expect(longestWindow([at(9)])).toBeUndefined();
  });
  it('never have a negative time (statistics.md), and count a cause that nobody named', () => {
    expect(turnCourse({ premature: false, replyMs: -5, observedMs: 4000 })).toEqual({ atMs: 0, cause: 'reply' });
    expect(turnCourse({ premature: false, replyMs: 5, observedMs: 4000 })).toEqual({ atMs: 5, cause: 'reply' });
    expect(turnCourse({ premature: false, replyMs: undefined, observedMs: -5 })).toEqual({ atMs: 0, cause: undefined });
    const courses = [
      { atMs: 1, cause: 'a' as const },
      { atMs: 1, cause: 'b' as const },
      { atMs: 1, cause: undefined },
      { atMs: 2, cause: 'b' as const },
    ];
    expect(cumulativeIncidence<'a' | 'b'>(courses, ['a'])).toEqual([
      { ms: 1, atRisk: 4, incidence: { a: 0.25, b: 0.25 }, none: 0.5 },
      { ms: 2, atRisk: 1, incidence: { a: 0.25, b: 0.75 }, none: 0 },
    ]);
  });
});
