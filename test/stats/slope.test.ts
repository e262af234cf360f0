import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mulberry32 } from '../../src/stats/random.js';
import { clusteredSlope } from '../../src/stats/slope.js';

const points = (rows: readonly (readonly [number, number])[], cluster = (i: number) => String(i)) =>
  rows.map(([x, y], i) => ({ cluster: cluster(i), x, y }));

describe('a slope over clusters', () => {
  it('is that of least squares, with the sandwich error by hand', () => {
    // y = 0.5 + 0.5 x, residuals 0.5, -1, 0.5 at x - mean = -1, 0, 1: scores -0.5, 0, 0.5; spread 2; correction 3/2 * 2/1.
    const found = clusteredSlope(points([[0, 1], [1, 0], [2, 2]]))!; // prettier-ignore
    expect(found.slope).toBeCloseTo(0.5, 12);
    // t(0.975, 2) = 4.302653; error = sqrt(3 * 0.5) / 2.
    expect(found.interval(0.95)!.high - 0.5).toBeCloseTo((4.302653 * Math.sqrt(1.5)) / 2, 5);
  });
  it('is undefined where x does not vary, and has no interval over two clusters', () => {
    expect(clusteredSlope(points([[1, 0], [1, 1]]))).toBeUndefined(); // prettier-ignore
    expect(clusteredSlope(points([[1, 0]]))).toBeUndefined();
    expect(clusteredSlope(points([[0, 0], [1, 1]]))!.interval(0.95)).toBeUndefined(); // prettier-ignore
    // However many points lie in the two.
    expect(clusteredSlope(points([[0, 0], [1, 1], [2, 0], [3, 1], [4, 3]], (i) => String(i % 2)))!.interval(0.95)).toBeUndefined(); // prettier-ignore
  });
  it('is undefined where x varies by rounding alone, however large it is', () => {
    // A tenth has no end in binary: the mean of equal numbers is off by their last digit, which at 1e12 is 0.0001.
    for (let n = 3; n <= 40; n++)
      for (const x of [0.1, 123_456_789.1, 1e12 + 0.1]) expect([n, clusteredSlope(points(Array.from({ length: n }, (_, i) => [x, i])))]).toEqual([n, undefined]); // prettier-ignore
  });
  it('does not change when x is moved, and turns round with y', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1 })), { minLength: 4, maxLength: 20 });
    fc.assert(
      fc.property(rows, (all) => {
        const [own, moved, turned] = [
          clusteredSlope(points(all)),
          clusteredSlope(points(all.map(([x, y]) => [x + 100, y]))),
          clusteredSlope(points(all.map(([x, y]) => [x, 1 - y]))),
        ];
        if (own === undefined) return;
        expect(moved!.slope).toBeCloseTo(own.slope, 9);
        expect(turned!.slope).toBeCloseTo(-own.slope, 9);
      }),
      { seed: 2 },
    );
  });
  it('holds the true slope in about 95 of 100 runs, with repeats in clusters', () => {
    const random = mulberry32(4);
    let held = 0;
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const rows = Array.from({ length: 40 }, (_, scene) => {
        const shift = 0.3 * (random() - 0.5);
        return Array.from({ length: 3 }, () => ({
          cluster: String(scene),
          x: scene % 8,
          y: Number(random() < 0.3 + 0.04 * (scene % 8) + shift),
        }));
      }).flat();
      const { low, high } = clusteredSlope(rows)!.interval(0.95)!;
      if (low <= 0.04 && 0.04 <= high) held++;
    }
    expect(held / runs).toBeGreaterThan(0.91);
    expect(held / runs).toBeLessThan(0.98);
  });
});
