/** Lengths with their uncertainty, and what is surely above or below a limit. */
import { describe, expect, it } from 'vitest';
import { evidenceAround, keeps, lengthFrom, ms, stable, unscored, valueOf, windowScore, type Length } from '../../src/score/values.js';
import { rigPos } from '../../src/time/position.js';
import { at, span } from './fixtures.js';

describe('a length', () => {
  it('runs from edge to edge, give or take', () => {
    expect(lengthFrom(rigPos(100), rigPos(250), 7)).toEqual({ at: 150, low: 143, high: 157 });
    expect(lengthFrom(rigPos(100), rigPos(60), 7)).toEqual({ at: -40, low: -47, high: -33 });
  });
  it('to an edge in a hole is as unsure as the hole is long', () => {
    expect(lengthFrom(rigPos(100), rigPos(250), 7, { from: rigPos(200), to: rigPos(260) })).toEqual({ at: 150, low: 93, high: 167 });
  });
  it.each<readonly [string, Length, boolean, unknown]>([
    ['measured', { at: 480, low: 432, high: 528 }, false, { kind: 'measured', ms: 10, plusMinusMs: 1 }],
    ['measured at its very beginning', { at: 0, low: -48, high: 48 }, false, { kind: 'measured', ms: 0, plusMinusMs: 1 }],
    ['an interval in a hole', { at: 480, low: 96, high: 480 }, true, { kind: 'interval', fromMs: 2, toMs: 10 }],
    [
      'an interval from 0 where it may have begun before',
      { at: -1, low: -49, high: 47 },
      false,
      { kind: 'interval', fromMs: 0, toMs: 0.979 },
    ],
    ['nothing below 0', { at: -480, low: -528, high: -432 }, false, { kind: 'interval', fromMs: 0, toMs: 0 }],
  ])('as a value is %s', (_what, length, inHole, value) => expect(valueOf(length, inHole)).toEqual(value));
  it('has milliseconds to the microsecond', () => {
    expect([ms(1), ms(2), ms(48), ms(-1), ms(0)]).toEqual([0.021, 0.042, 1, -0.021, 0]);
  });
});

describe('a limit', () => {
  it.each<readonly [number, number, number, string]>([
    // Exact lengths.
    [100, 100, 100, 'pass'],
    [101, 101, 101, 'fail'],
    [99, 99, 99, 'pass'],
    // Intervals: pass with their upper end at the limit, fail with their lower end beyond it.
    [90, 95, 100, 'pass'],
    [91, 96, 101, 'within-uncertainty'],
    [100, 105, 110, 'within-uncertainty'],
    [101, 106, 111, 'fail'],
  ])('of 100 is kept by %i to %i to %i: %s', (low, middle, high, verdict) => {
    expect(keeps({ at: middle, low, high }, 100)).toBe(verdict);
  });
  it('of yes or no is sure when moving it either way changes nothing', () => {
    const above = (limit: number) => (by: number) => by > limit;
    expect(stable(above(-6), 5)).toBe('pass');
    expect(stable(above(-5), 5)).toBe('within-uncertainty');
    expect(stable(above(4), 5)).toBe('within-uncertainty');
    expect(stable(above(5), 5)).toBe('fail');
    // A rule that only the measured place satisfies.
    expect(stable((by) => by === 0, 5)).toBe('within-uncertainty');
    expect(stable((by) => by !== 5, 5)).toBe('within-uncertainty');
    expect(stable((by) => by === 0, 0)).toBe('pass');
    expect(stable((by) => by !== 0, 0)).toBe('fail');
    expect(stable((by) => by === 0, 1)).toBe('within-uncertainty');
  });
});

describe('a window', () => {
  const base = { id: 'x', turn: 't', measure: 'reply', window: span(5000, 9000) } as const;
  it('is counted unless it is unscored, and is heard from 1 s before its beginning', () => {
    expect(windowScore({ ...base, verdict: 'pass', reason: 'r' })).toEqual({
      ...{ ...base, verdict: 'pass', reason: 'r', counted: true, value: { kind: 'none' }, limitMs: undefined, flags: [], details: {} },
      evidence: { from: at(4000), to: at(7000) },
    });
    expect(windowScore({ ...base, verdict: 'within-uncertainty', reason: 'r' }).counted).toBe(true);
    expect(windowScore({ ...base, ...unscored('why') })).toMatchObject({ verdict: 'unscored', reason: 'why', counted: false });
  });
  it('has evidence from 1 s before to 2 s after', () => {
    expect(evidenceAround(at(3000))).toEqual({ from: at(2000), to: at(5000) });
    expect(evidenceAround(at(3000), at(4000))).toEqual({ from: at(2000), to: at(6000) });
  });
});
