import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intersect, msToSamples, rigPos, samplesToMs, shift, spanLength, trackTime } from '../../src/time/position.js';

describe('positions', () => {
  it('are whole samples, and never what is not a number', () => {
    expect([rigPos(1.4), rigPos(-1.6), trackTime(2.5)]).toEqual([1, -2, 3]);
    for (const bad of [NaN, Infinity, -Infinity]) {
      expect(() => rigPos(bad)).toThrow(RangeError);
      expect(() => trackTime(bad)).toThrow(RangeError);
    }
  });

  it.each([
    [0, 0],
    [1, 48],
    [6.5, 312],
    [0.01, 0],
    [-20, -960],
  ])('%d ms are %i samples', (ms, samples) => {
    expect(msToSamples(ms) + 0).toBe(samples);
  });

  it('come back from milliseconds within half a sample', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (samples) => {
        expect(msToSamples(samplesToMs(samples))).toBe(samples);
      }),
    );
  });

  it('shift', () => {
    expect(shift(rigPos(10), -30)).toBe(-20);
  });
});

describe('spans', () => {
  const span = (from: number, to: number) => ({ from: rigPos(from), to: rigPos(to) });

  it.each([
    [0, 10, 5, 20, [5, 10]],
    [0, 10, 10, 20, undefined],
    [0, 10, 12, 20, undefined],
    [0, 100, 20, 30, [20, 30]],
  ])('[%i, %i) and [%i, %i) share %j', (a, b, c, d, shared) => {
    const both = intersect(span(a, b), span(c, d));
    expect(both && [both.from, both.to]).toEqual(shared);
    expect(intersect(span(c, d), span(a, b))).toEqual(both);
  });

  it('have a length, 0 when inverted', () => {
    expect(spanLength(span(3, 8))).toBe(5);
    expect(spanLength(span(8, 3))).toBe(0);
  });
});
