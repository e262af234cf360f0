import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LowerHull, lineAt } from '../../src/time/hull.js';

const points = fc
  .array(fc.record({ dx: fc.nat(2_000), y: fc.integer({ min: -5_000, max: 5_000 }) }), { minLength: 1, maxLength: 60 })
  .map((items) => {
    let x = 0;
    return items.map(({ dx, y }) => ({ x: (x += dx), y }));
  });

function hullOf(items: readonly { x: number; y: number }[]): LowerHull {
  const hull = new LowerHull();
  for (const { x, y } of items) hull.add(x, y);
  return hull;
}

describe('LowerHull', () => {
  it('has no line without points, and the point itself with one', () => {
    expect(new LowerHull().line(1)).toBeUndefined();
    expect(hullOf([{ x: 5, y: 7 }]).line(1)).toEqual({ x0: 5, at0: 7, slope: 0 });
  });

  it('refuses to go back', () => {
    expect(() =>
      hullOf([
        { x: 5, y: 0 },
        { x: 4, y: 0 },
      ]),
    ).toThrow(RangeError);
  });

  it('lies below every point and touches one', () => {
    fc.assert(
      fc.property(points, fc.constantFrom(200e-6, 0.1, 100), (items, maxSlope) => {
        const line = hullOf(items).line(maxSlope)!;
        const over = items.map(({ x, y }) => y - lineAt(line, x));
        expect(Math.min(...over)).toBeGreaterThan(-1e-6);
        expect(Math.min(...over)).toBeLessThan(1e-6);
        expect(Math.abs(line.slope)).toBeLessThanOrEqual(maxSlope);
      }),
    );
  });

  it('is the closest of all lines below: no slope comes nearer on average', () => {
    fc.assert(
      fc.property(points, fc.double({ min: -0.1, max: 0.1, noNaN: true }), (items, slope) => {
        const line = hullOf(items).line(0.1)!;
        const mean = items.reduce((sum, { x }) => sum + x, 0) / items.length;
        const other = Math.min(...items.map(({ x, y }) => y - slope * (x - mean)));
        expect(other).toBeLessThanOrEqual(line.at0 + 1e-6);
      }),
    );
  });
});
