/** What a run can see: by hand, by the laws it keeps, and by simulation of the test that the run then takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clustersMissing,
  deviationOfQuartiles,
  effectiveWindows,
  minutesOf,
  pairsMissing,
  smallestRise,
  smallestShift,
} from '../../src/stats/power.js';
import { mulberry32 } from '../../src/stats/random.js';
import { signFlip } from '../../src/stats/sign-flip.js';

const design = { clusters: 20, repeats: 5, icc: 0.3 };

describe('power', () => {
  it('counts repeats of a scene for what they tell', () => {
    // 100 windows / (1 + 4 x 0.3).
    expect(effectiveWindows(design)).toBeCloseTo(45.4545, 4);
    expect(effectiveWindows({ ...design, icc: 1 })).toBe(20);
    expect(effectiveWindows({ ...design, icc: 0 })).toBe(100);
  });
  it('by hand: the rise is as large as the sum of both quantiles in standard errors', () => {
    const found = smallestRise(design, 0.1);
    if (found.kind !== 'smallest') throw new Error('none');
    const [low, high] = [0.1, 0.1 + found.change];
    // t with 38 degrees: 2.0244 for 5% two-sided, 1.3042 for 90%.
    const error = Math.sqrt((low * (1 - low) + high * (1 - high)) / (100 / 2.2));
    expect(found.change / error).toBeCloseTo(3.3286, 3);
    const shift = smallestShift(design, 300);
    expect(shift.kind === 'smallest' ? shift.change : 0).toBeCloseTo(3.3286 * 300 * Math.sqrt(Math.PI / (100 / 2.2)), 0);
    // Quartiles of a normal lie 1.349 deviations apart.
    expect(deviationOfQuartiles(500, 700)).toBeCloseTo(200 / 1.34898, 3);
    expect(minutesOf(design, 30)).toBe(100);
  });
  it('refuses what nothing can show', () => {
    expect(smallestRise({ ...design, clusters: 1 }, 0.1)).toMatchObject({ kind: 'none' });
    expect(smallestRise({ clusters: 2, repeats: 1, icc: 0.3 }, 0.5)).toMatchObject({ kind: 'none' });
    expect(clustersMissing(design, 0.1, 0.0001)).toBeUndefined();
  });
  it('sees less the fewer scenes, the likelier repeats, and the more power is wanted', () => {
    const more = fc.record({
      clusters: fc.integer({ min: 6, max: 80 }),
      repeats: fc.integer({ min: 1, max: 30 }),
      icc: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const change = (d: typeof design, wish = {}): number => {
      const found = smallestRise(d, 0.1, wish);
      return found.kind === 'smallest' ? found.change : 1;
    };
    fc.assert(
      fc.property(more, (d) => {
        expect(change({ ...d, clusters: d.clusters + 1 })).toBeLessThanOrEqual(change(d) + 1e-9);
        expect(change({ ...d, icc: d.icc / 2 })).toBeLessThanOrEqual(change(d) + 1e-9);
        expect(change(d, { power: 0.8 })).toBeLessThanOrEqual(change(d) + 1e-9);
      }),
      { seed: 21, numRuns: 60 },
    );
  });
  it('says how many scenes are missing: with them it is seen, with one less it is not', () => {
    const missing = clustersMissing(design, 0.1, 0.15)!;
    const seen = (clusters: number): boolean => {
      const found = smallestRise({ ...design, clusters }, 0.1);
      return found.kind === 'smallest' && found.change <= 0.15;
    };
    expect(missing).toBeGreaterThan(0);
    expect([seen(20 + missing), seen(20 + missing - 1)]).toEqual([true, false]);
    expect(clustersMissing(design, 0.1, 0.9)).toBe(0);
  });
  it('says how many pairs are missing', () => {
    expect(pairsMissing([1])).toBeUndefined();
    expect(pairsMissing([1, -1])).toBeUndefined();
    // All alike: six are enough for a p of 2 / 2^6.
    expect(pairsMissing([0.5, 0.5, 0.5])).toBe(3);
    expect(pairsMissing(Array.from({ length: 8 }, () => 1))).toBe(0);
  });
  it('keeps its word: with as many pairs as it asks for, the sign-flip test sees the difference about nine times in ten', () => {
    const random = mulberry32(5);
    const pilot = [0.4, 0.1, -0.2, 0.3, 0, 0.5, -0.1, 0.2];
    const needed = pilot.length + pairsMissing(pilot)!;
    const mean = pilot.reduce((sum, one) => sum + one, 0) / pilot.length;
    const deviation = Math.sqrt(pilot.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (pilot.length - 1));
    let seen = 0;
    for (let i = 0; i < 300; i++) {
      const drawn = Array.from(
        { length: needed },
        () => mean + deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
      );
      if (signFlip(drawn, i, 399)!.pValue <= 0.05) seen++;
    }
    expect(seen / 300).toBeGreaterThan(0.84);
    expect(seen / 300).toBeLessThan(0.96);
  });
});
