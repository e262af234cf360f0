import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sceneBootstrap } from '../../src/stats/bootstrap.js';
import { differenceReplicates, ratioInterval, ratioReplicates, REPLICATES, type SceneCounts } from '../../src/stats/ratio-bootstrap.js';

const rate = ({ hits, windows }: SceneCounts, draw: readonly number[]): number | undefined => {
  const n = draw.reduce((sum, i) => sum + windows[i]!, 0);
  return n === 0 ? undefined : draw.reduce((sum, i) => sum + hits[i]!, 0) / n;
};
const counts = fc
  .array(fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6), fc.nat(6)), { minLength: 1, maxLength: 12 })
  .map((rows): readonly [SceneCounts, SceneCounts] => [
    { windows: rows.map(([n]) => n), hits: rows.map(([n, k]) => Math.min(n, k)) },
    { windows: rows.map(([, , n]) => n), hits: rows.map(([, , n, k]) => Math.min(n, k)) },
  ]);

describe('the bootstrap of ratios of sums', () => {
  it('has the 10,000 replicates of selective-participation.md, Statistics', () => {
    const scenes = { hits: [1, 0, 2], windows: [2, 2, 2] };
    expect(ratioReplicates(scenes, { seed: 1, replicates: REPLICATES })).toHaveLength(10_000);
  });
  it('is the bootstrap over scenes, replicate by replicate, for one side and for two', () => {
    fc.assert(
      fc.property(counts, fc.nat(), ([a, b], seed) => {
        const options = { seed, replicates: 20 };
        expect([...ratioReplicates(a, options)]).toEqual(sceneBootstrap(a.windows.length, (draw) => rate(a, draw), options));
        const both = sceneBootstrap(
          a.windows.length,
          (draw) => {
            const [x, y] = [rate(a, draw), rate(b, draw)];
            return x === undefined || y === undefined ? undefined : y - x;
          },
          options,
        );
        expect([...differenceReplicates(a, b, options)]).toEqual(both);
      }),
      { seed: 5, numRuns: 200 },
    );
  });
  it('has no interval where no replicate has a window, and refuses sides of other scenes', () => {
    const none = { hits: [0, 0], windows: [0, 0] };
    expect(ratioInterval(none, { seed: 1, replicates: 50 })).toBeUndefined();
    expect(ratioInterval({ hits: [], windows: [] }, { seed: 1, replicates: 5 })).toBeUndefined();
    expect(() => differenceReplicates(none, { hits: [1], windows: [1] }, { seed: 1, replicates: 1 })).toThrow(RangeError);
  });
  it('is a point where nothing varies', () => {
    expect(ratioInterval({ hits: [1, 1, 1], windows: [2, 2, 2] }, { seed: 3, replicates: 100 })).toMatchObject({ low: 0.5, high: 0.5 });
  });
});
