import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ddmin } from '../../src/shrink/ddmin.js';
import { shorten } from '../../src/shrink/shorten.js';

describe('ddmin', () => {
  it('finds just the elements that a fault needs', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.array(fc.nat(11), { maxLength: 4 }), async (count, wanted) => {
        const needs = [...new Set(wanted.filter((one) => one < count))].sort((a, b) => a - b);
        const all = Array.from({ length: count }, (_, i) => i);
        const kept = await ddmin(all, (of) => Promise.resolve(needs.every((one) => of.includes(one))));
        expect(kept).toEqual(needs);
      }),
    ));

  it('ends where no single element can go, whatever the test says', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 7 }), fc.nat(), async (count, seed) => {
        // Any fixed set of subsets, of which all elements together are one.
        const shows = (of: readonly number[]): boolean =>
          of.length === count || ((of.reduce((sum, one) => sum + 2 ** one, 1) * 2_654_435_761 + seed) >>> 7) % 3 === 0;
        const all = Array.from({ length: count }, (_, i) => i);
        const kept = await ddmin(all, (of) => Promise.resolve(shows(of)));
        expect(shows(kept)).toBe(true);
        if (kept.length > 1) for (const one of kept) expect(shows(kept.filter((other) => other !== one))).toBe(false);
      }),
    ));

  it('keeps one where none is not to be asked', async () => {
    expect(await ddmin([1, 2, 3], () => Promise.resolve(true), false)).toHaveLength(1);
    expect(await ddmin([1], () => Promise.resolve(true), false)).toEqual([1]);
    expect(await ddmin([1], () => Promise.resolve(true))).toEqual([]);
  });
});

describe('shorten', () => {
  it('finds the shortest on the grid', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 1, max: 50 }),
        async (a, b, step) => {
          const [border, from] = [Math.min(a, b), Math.max(a, b)];
          const { length, monotone } = await shorten(from, 0, step, (ms) => Promise.resolve(ms >= border));
          expect(length).toBe(Math.min(from, step * Math.ceil(border / step)));
          expect(monotone).toBe(true);
        },
      ),
    ));

  it('keeps the shortest that it found where a longer one does not show it, and says so', async () => {
    const shows = (ms: number): boolean => ms >= 700 || (ms >= 200 && ms < 400);
    const { length, monotone } = await shorten(1000, 10, 10, (ms) => Promise.resolve(shows(ms)));
    expect(length).toBe(200);
    expect(monotone).toBe(false);
  });

  it('asks one question of what was shortened before', async () => {
    const asked: number[] = [];
    const { length } = await shorten(500, 10, 10, (ms) => (asked.push(ms), Promise.resolve(ms >= 500)), true);
    expect(length).toBe(500);
    expect(asked).toEqual([490]);
  });
});
