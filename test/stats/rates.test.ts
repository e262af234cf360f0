/** Rates over clusters: what may be said, what is refused, and the laws any such interval keeps. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countClusters, groupByCluster, type RateCluster } from '../../src/stats/clusters.js';
import { clusterMean } from '../../src/stats/bootstrap-t.js';
import { clustering, rateClustering } from '../../src/stats/icc.js';
import { rateOf } from '../../src/stats/rate.js';
import { IndependentCounts, wilson } from '../../src/stats/wilson.js';

const make = (...counts: (readonly [number, number])[]): RateCluster[] =>
  counts.map(([successes, windows], i) => ({ cluster: `c${i}`, successes, windows }));
const repeat = (n: number, one: readonly [number, number]): (readonly [number, number])[] => Array.from({ length: n }, () => one);

describe('clusters', () => {
  it('groups in order of appearance and counts', () => {
    const groups = groupByCluster(
      [
        ['b', true],
        ['a', false],
        ['b', false],
      ] as const,
      ([name]) => name,
      ([, value]) => value,
    );
    expect(countClusters([...groups, { cluster: 'none', values: [] }])).toEqual([
      { cluster: 'b', successes: 1, windows: 2 },
      { cluster: 'a', successes: 0, windows: 1 },
    ]);
  });
  it('all-or-none clusters count as one window each; alike ones as all their windows', () => {
    const apart = rateClustering(make(...repeat(5, [4, 4]), ...repeat(5, [0, 4])));
    expect(apart).toEqual({ clusters: 10, windows: 40, icc: 1, designEffect: 4, effectiveN: 10 });
    const alike = rateClustering(make(...repeat(10, [2, 4])));
    expect(alike.icc).toBeLessThan(0);
    expect(alike).toMatchObject({ designEffect: 1, effectiveN: 40 });
  });
  it('agrees with an analysis of variance by hand', () => {
    // Means 2 and 6, each ±1: between 16 with 1 degree, within 4 with 2; (16 - 2) / (16 + 2).
    const found = clustering([
      { cluster: 'a', values: [1, 3] },
      { cluster: 'b', values: [5, 7] },
    ]);
    expect(found.icc).toBeCloseTo(14 / 18, 12);
  });
  it('says undefined where the data do not tell', () => {
    expect(rateClustering([])).toEqual({ clusters: 0, windows: 0, icc: undefined, designEffect: undefined, effectiveN: undefined });
    expect(rateClustering(make(...repeat(12, [0, 3]))).icc).toBeUndefined();
    expect(rateClustering(make([1, 3])).effectiveN).toBeUndefined();
    expect(rateClustering(make([1, 1], [0, 1]))).toMatchObject({ icc: undefined, designEffect: 1, effectiveN: 2 });
  });
});

describe('Wilson', () => {
  it('takes only counts that are independent', () => {
    expect(IndependentCounts.oneWindowEach(make([1, 1], [1, 2]))).toBeUndefined();
    const one = IndependentCounts.oneWindowEach(make(...repeat(10, [0, 1])))!;
    expect(wilson(one)?.high).toBeCloseTo(0.2775327998628893, 12);
    expect(IndependentCounts.is(one)).toBe(true);
    expect(IndependentCounts.is({ successes: 0, windows: 10 })).toBe(false);
    expect(wilson(IndependentCounts.ofOneScene('s', 'a', 0, 0))).toBeUndefined();
    expect(() => IndependentCounts.ofOneScene('s', 'a', 3, 2)).toThrow(RangeError);
    expect(() => IndependentCounts.ofOneScene('s', 'a', 0.5, 2)).toThrow(RangeError);
  });
});

describe('a rate over clusters', () => {
  it('has counts and no interval below 10 clusters, and says why', () => {
    expect(rateOf([])).toMatchObject({ rate: undefined, interval: { kind: 'none', why: 'no-windows' } });
    expect(rateOf(make(...repeat(9, [3, 20])))).toMatchObject({
      successes: 27,
      windows: 180,
      clusters: 9,
      interval: { kind: 'none', why: 'few-clusters', reason: '9 scenes: an interval over scenes wants 10 or more' },
    });
    expect(rateOf(make([3, 20])).interval).toMatchObject({ reason: '1 scene: an interval over scenes wants 10 or more' });
    expect(rateOf(make(...repeat(10, [3, 20]))).interval.kind).toBe('interval');
    expect(() => rateOf(make([3, 2]))).toThrow(RangeError);
  });
  it('uses Wilson for one window each, the clustered score interval otherwise, and tells what stands on few scenes', () => {
    expect(rateOf(make(...repeat(8, [0, 1]), ...repeat(8, [1, 1]))).interval).toMatchObject({ method: 'wilson', sparse: false });
    expect(rateOf(make(...repeat(8, [0, 1]), ...repeat(4, [1, 1]))).interval).toMatchObject({ method: 'wilson', sparse: true });
    expect(rateOf(make(...repeat(8, [0, 2]), ...repeat(8, [1, 2]))).interval).toMatchObject({ method: 'clustered-score', sparse: false });
  });
  it('of one window each has Wilson’s interval', () => {
    for (const [successes, n] of [
      [8, 16],
      [0, 12],
      [12, 12],
      [3, 40],
    ] as const) {
      const { interval } = rateOf(make(...repeat(successes, [1, 1]), ...repeat(n - successes, [0, 1])));
      if (interval.kind !== 'interval') throw new Error('no interval');
      // Wilson (1927), with z = 1.959964.
      const [p, square] = [successes / n, 1.959963984540054 ** 2 / n];
      const half = Math.sqrt(square * (p * (1 - p) + square / 4));
      expect(interval.low).toBeCloseTo((p + square / 2 - half) / (1 + square), 12);
      expect(interval.high).toBeCloseTo((p + square / 2 + half) / (1 + square), 12);
      expect(interval).toMatchObject({ method: 'wilson', level: 0.95 });
    }
  });
  it('is sparse where one scene holds most of the rarer outcome, however many hold some of it', () => {
    // 15 failures in one scene and one in each of 8: Kish's count is 23^2 / (225 + 8) = 2.3.
    const found = rateOf(make([5, 20], ...repeat(8, [19, 20]), ...repeat(3, [20, 20]))).interval;
    expect(found).toMatchObject({ sparse: true });
    // (1 - 0.22)^12 = 5%.
    expect(found).toHaveProperty(
      'note',
      expect.stringContaining('fewer than 5 scenes; scenes of a kind that none of these 12 is may be up to 22%'),
    );
    const spread = rateOf(make(...repeat(9, [18, 20]), ...repeat(3, [20, 20]))).interval;
    expect(spread).toMatchObject({ sparse: false });
    expect(spread).not.toHaveProperty('note');
  });
  it('holds both ways to the design effect: with z in place of t where scenes are no more alike than chance', () => {
    // By hand: counts of 4 to 6 of 10 spread less than chance, so that Wilson's interval of 120 windows lies inside.
    const clusters = make(...repeat(4, [4, 10]), ...repeat(4, [5, 10]), ...repeat(4, [6, 10]));
    const { interval } = rateOf(clusters);
    if (interval.kind !== 'interval') throw new Error('no interval');
    expect(interval.low).toBeLessThanOrEqual(0.412);
    expect(interval.low).toBeGreaterThan(0.38);
    // All or none: Wilson's interval of 12 windows by t with 11 x (20/19)^2 = 12.2 degrees, or wider.
    const apart = rateOf(make(...repeat(6, [20, 20]), ...repeat(6, [0, 20]))).interval;
    if (apart.kind !== 'interval') throw new Error('no interval');
    expect(apart.low).toBeLessThanOrEqual(0.2396);
    expect(apart.low).toBeGreaterThan(0.22);
  });
  it('is as wide as its clusters are few, not as its windows are many', () => {
    const width = (clusters: RateCluster[]): number => {
      const { interval } = rateOf(clusters);
      return interval.kind === 'interval' ? interval.high - interval.low : NaN;
    };
    const allOrNone = width(make(...repeat(6, [20, 20]), ...repeat(6, [0, 20])));
    const alike = width(make(...repeat(12, [10, 20])));
    expect(allOrNone).toBeGreaterThan(0.5);
    expect(alike).toBeLessThan(0.2);
    // Repeats of clusters that are all or none add nothing.
    expect(Math.abs(allOrNone - width(make(...repeat(6, [40, 40]), ...repeat(6, [0, 40]))))).toBeLessThan(0.02);
    // Nothing ever failed: a bound, from 0 on, and about what 12 windows would give.
    const none = rateOf(make(...repeat(12, [0, 20]))).interval;
    expect(none).toMatchObject({ kind: 'interval', low: 0, sparse: true });
    expect(none.kind === 'interval' ? none.high : 1).toBeGreaterThan(0.05);
    expect(none.kind === 'interval' ? none.high : 1).toBeLessThan(0.27);
    // All did: the same from the other side.
    const all = rateOf(make(...repeat(12, [20, 20]))).interval;
    if (none.kind !== 'interval' || all.kind !== 'interval') throw new Error('no interval');
    expect([all.low, all.high]).toEqual([expect.closeTo(1 - none.high, 8), 1]);
  });

  const counts = fc
    .array(fc.tuple(fc.nat(8), fc.nat(8)), { minLength: 10, maxLength: 40 })
    .map((all) => all.map(([a, b]): [number, number] => [Math.min(a, Math.max(1, b)), Math.max(1, b)]));
  it('lies in [0, 1] around the rate, whatever the order of clusters, and mirrors under complement', () => {
    fc.assert(
      fc.property(counts, (all) => {
        const found = rateOf(make(...all));
        const { interval, rate } = found;
        if (interval.kind !== 'interval' || rate === undefined) throw new Error('no interval');
        expect(JSON.stringify(found)).not.toMatch(/null|NaN/);
        expect(interval.low).toBeGreaterThanOrEqual(0);
        expect(interval.high).toBeLessThanOrEqual(1);
        expect(interval.low).toBeLessThan(interval.high);
        const turned = rateOf(make(...[...all].reverse())).interval;
        expect(turned).toMatchObject({ kind: 'interval' });
        if (turned.kind === 'interval') expect(turned.low).toBeCloseTo(interval.low, 9);
        const mirrored = rateOf(make(...all.map(([k, n]): [number, number] => [n - k, n]))).interval;
        if (mirrored.kind !== 'interval') throw new Error('no interval');
        expect(mirrored.low).toBeCloseTo(1 - interval.high, 9);
        expect(mirrored.high).toBeCloseTo(1 - interval.low, 9);
      }),
      { seed: 5, numRuns: 60 },
    );
  });
  it('rises with every success', () => {
    fc.assert(
      fc.property(counts, fc.nat(39), (all, at) => {
        const i = at % all.length;
        const more = all.map(([k, n], j): [number, number] => [j === i ? Math.min(n, k + 1) : k, n]);
        const [before, after] = [rateOf(make(...all)), rateOf(make(...more))];
        expect(after.rate).toBeGreaterThanOrEqual(before.rate!);
        if (before.interval.kind === 'interval' && after.interval.kind === 'interval' && before.interval.method === 'wilson')
          expect(after.interval.low).toBeGreaterThanOrEqual(before.interval.low);
      }),
      { seed: 6, numRuns: 60 },
    );
  });
});

describe('a mean over clusters, by bootstrap-t', () => {
  const groups = (...values: number[][]) => values.map((one, i) => ({ cluster: `c${i}`, values: one }));
  it('refuses what it cannot say, with the reason', () => {
    expect(clusterMean([], { seed: 1 })).toMatchObject({ kind: 'none', why: 'no-values' });
    expect(clusterMean(groups(...Array.from({ length: 9 }, (_, i) => [i])), { seed: 1 })).toMatchObject({ why: 'few-clusters', mean: 4 });
    expect(clusterMean(groups(...Array.from({ length: 12 }, () => [700, 700])), { seed: 1 })).toMatchObject({
      why: 'no-spread',
      mean: 700,
    });
    expect(clusterMean(groups(...Array.from({ length: 12 }, (_, i) => [i === 0 ? 1 : 0])), { seed: 1 })).toMatchObject({ why: 'unstable' });
  });
  it('holds the mean, is the same for the same seed, moves with the data', () => {
    const values = Array.from({ length: 15 }, (_, i) => [600 + 37 * ((i * 5) % 15), 640 + 31 * ((i * 7) % 15)]);
    const found = clusterMean(groups(...values), { seed: 4 });
    expect(found).toEqual(clusterMean(groups(...values), { seed: 4 }));
    const moved = clusterMean(groups(...values.map((pair) => pair.map((one) => one + 100))), { seed: 4 });
    if (found.kind !== 'interval' || moved.kind !== 'interval') throw new Error('no interval');
    expect(found.low).toBeLessThan(found.mean);
    expect(found.high).toBeGreaterThan(found.mean);
    expect(moved.low).toBeCloseTo(found.low + 100, 6);
    expect(moved.high).toBeCloseTo(found.high + 100, 6);
  });
});
