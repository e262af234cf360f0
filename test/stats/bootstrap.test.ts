/** Bootstraps against themselves, written out plainly over the same draws; and what is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterMean } from '../../src/stats/bootstrap-t.js';
import { percentileInterval, sceneBootstrap } from '../../src/stats/bootstrap.js';
import { mulberry32 } from '../../src/stats/random.js';

const groups = (...values: (readonly number[])[]) => values.map((one, i) => ({ cluster: `c${i}`, values: one }));

/**
 * The studentised bootstrap (Efron and Tibshirani, 1993, 12.5) of a ratio of sums, its error linearised: the ends are the mean less the
 * (1 + level) / 2 and (1 - level) / 2 quantiles of t*, of rank ceil(share (R + 1)), times the error.
 */
function plain(values: readonly (readonly number[])[], seed: number, replicates: number, level: number) {
  const of = (clusters: readonly (readonly number[])[]) => {
    const all = clusters.flat();
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    const residuals = clusters.map((one) => one.reduce((a, b) => a + b, 0) - mean * one.length);
    const g = clusters.length;
    return { mean, error: Math.sqrt((g / (g - 1)) * residuals.reduce((a, b) => a + b * b, 0)) / all.length };
  };
  const { mean, error } = of(values);
  const random = mulberry32(seed);
  const ratios = Array.from({ length: replicates }, () => {
    const drawn = of(values.map(() => values[Math.floor(random() * values.length)]!));
    if (drawn.error > 1e-9) return (drawn.mean - mean) / drawn.error;
    // Without spread it is nowhere, or infinitely far.
    return Math.abs(drawn.mean - mean) < 1e-9 ? 0 : drawn.mean < mean ? -Infinity : Infinity;
  }).sort((a, b) => a - b);
  const at = (share: number): number => ratios[Math.min(replicates, Math.ceil(share * (replicates + 1))) - 1]!;
  return { low: mean - at((1 + level) / 2) * error, high: mean - at((1 - level) / 2) * error };
}

describe('the mean over clusters, by bootstrap-t', () => {
  const apart = [[1, 4], [2], [8, 9, 7], [3, 3], [5], [6, 1], [2, 2, 2], [9], [4, 5], [7, 0], [3]];
  it.each([
    [1, 1999, 0.95],
    [2, 199, 0.9],
    [3, 19, 0.95],
    [4, 9, 0.99],
    [5, 39, 0.5],
  ])('is what it is by definition: seed %i, %i draws, level %d', (seed, replicates, level) => {
    const found = clusterMean(groups(...apart), { seed, replicates, level });
    const expected = plain(apart, seed, replicates, level);
    if (found.kind !== 'interval') throw new Error(found.reason);
    expect(found.low).toBeCloseTo(expected.low, 9);
    expect(found.high).toBeCloseTo(expected.high, 9);
    expect(found).toMatchObject({ level, clusters: 11 });
    expect(found.mean).toBeCloseTo(83 / 20, 12);
  });
  it('takes 1,999 draws at 95% unless told otherwise: ranks 50 and 1950', () => {
    // Of one seed the ends may be the same by chance.
    for (const seed of [7, 8, 9, 10])
      expect(clusterMean(groups(...apart), { seed })).toEqual(clusterMean(groups(...apart), { seed, replicates: 1999, level: 0.95 }));
  });
  it('takes a draw without spread for no distance where it has the mean, and for an endless one where it has not', () => {
    // Of twelve clusters two lie apart, one on either side: nine in a hundred draws hit neither, and have the mean.
    const balanced = [[-1], [1], ...Array.from({ length: 10 }, () => [0])];
    const found = clusterMean(groups(...balanced), { seed: 8 });
    const expected = plain(balanced, 8, 1999, 0.95);
    if (found.kind !== 'interval') throw new Error(found.reason);
    expect([found.low, found.high]).toEqual([expect.closeTo(expected.low, 9), expect.closeTo(expected.high, 9)]);
    // One that lies apart, on whichever side: more draws miss it than the level leaves out.
    for (const one of [-5, 5]) {
      const alone = groups([one], ...Array.from({ length: 11 }, () => [0]));
      expect(clusterMean(alone, { seed: 8 })).toMatchObject({
        why: 'unstable',
        reason: 'too few clusters differ: more draws than the level allows have no spread',
      });
    }
  });
  it('begins at ten clusters, empty ones not counted', () => {
    const ten = apart.slice(0, 10);
    const found = clusterMean(groups(...ten), { seed: 1 });
    expect(found).toMatchObject({ kind: 'interval', clusters: 10 });
    expect(clusterMean(groups([], ...ten, []), { seed: 1 })).toEqual(found);
    expect(clusterMean(groups([], ...ten.slice(1), []), { seed: 1 })).toMatchObject({
      why: 'few-clusters',
      reason: '9 clusters: an interval over clusters wants 10 or more',
    });
    expect(clusterMean(groups([], []), { seed: 1 })).toEqual({
      kind: 'none',
      why: 'no-values',
      reason: 'nothing was measured',
      mean: undefined,
    });
  });
  it('tells a small spread from rounding', () => {
    const close = Array.from({ length: 12 }, (_, i) => [1000 + (i % 5) / 10]);
    expect(clusterMean(groups(...close), { seed: 1 })).toMatchObject({ kind: 'interval' });
    // A tenth has no end in binary: sums of 1 to 12 of it are off by their last digits.
    const rounded = Array.from({ length: 12 }, (_, i) => Array.from({ length: i + 1 }, () => 123_456_789.1));
    expect(clusterMean(groups(...rounded), { seed: 1 })).toMatchObject({ why: 'no-spread' });
  });
});

describe('the bootstrap over scenes', () => {
  it('leaves out draws of which the figure does not exist, and has no interval of none', () => {
    const drawn = sceneBootstrap(3, (scenes) => (scenes.includes(0) ? undefined : scenes.length), { seed: 1, replicates: 200 });
    // (2/3)^3 = 30% of the draws do not hold the first scene.
    expect(drawn.length).toBeGreaterThan(30);
    expect(drawn.length).toBeLessThan(100);
    expect(new Set(drawn)).toEqual(new Set([3]));
    expect(percentileInterval([])).toBeUndefined();
  });
  it('ends at its percentiles, in whatever order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { minLength: 11 }), (values) => {
        expect(percentileInterval(values, 0.5)).toEqual({ low: 2.5, high: 7.5, level: 0.5 });
        const usual = percentileInterval(values);
        expect([usual?.level, usual?.low, usual?.high]).toEqual([0.95, expect.closeTo(0.25, 12), expect.closeTo(9.75, 12)]);
      }),
      { seed: 37, numRuns: 20 },
    );
  });
});
