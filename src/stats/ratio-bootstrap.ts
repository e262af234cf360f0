/**
 * The bootstrap over scenes of bootstrap.ts for what is compared most: ratios of sums of counts, and the difference of two systems' ratios over
 * the same drawn scenes (selective-participation.md, Statistics). The same draws, floor(u S) of one mulberry32 stream, give the same values;
 * here they are made without an array a replicate, so that 10,000 replicates of 2,000 scenes take a fraction of a second.
 */
import { percentileInterval } from './bootstrap.js';
import { LEVEL, type Interval } from './interval.js';

/** Counts by scene: scene i had `hits[i]` of `windows[i]`. */
export interface SceneCounts {
  readonly hits: ArrayLike<number>;
  readonly windows: ArrayLike<number>;
}

export interface RatioOptions {
  readonly seed: number;
  readonly replicates: number;
}

/** Replicates of selective-participation.md, Statistics. */
export const REPLICATES = 10_000;

/** Ratio of sums of each replicate; such without a window are left out. @throws RangeError on sides of unequal length. */
export function ratioReplicates(scenes: SceneCounts, options: RatioOptions): Float64Array {
  return replicates([scenes], options, ([ratio]) => ratio);
}

/** Ratio of `b` less that of `a`, the same scenes drawn for both; replicates in which either has no window are left out. @throws RangeError. */
export function differenceReplicates(a: SceneCounts, b: SceneCounts, options: RatioOptions): Float64Array {
  return replicates([a, b], options, ([x = NaN, y = NaN]) => y - x);
}

/** 2.5 and 97.5 percentiles, linear. Undefined without a replicate. */
export function ratioInterval(scenes: SceneCounts, options: RatioOptions, level = LEVEL): Interval | undefined {
  return percentileInterval(ratioReplicates(scenes, options), level);
}

export function differenceInterval(a: SceneCounts, b: SceneCounts, options: RatioOptions, level = LEVEL): Interval | undefined {
  return percentileInterval(differenceReplicates(a, b, options), level);
}

function replicates(
  sides: readonly [SceneCounts] | readonly [SceneCounts, SceneCounts],
  { seed, replicates: count }: RatioOptions,
  statistic: (ratios: readonly number[]) => number | undefined,
): Float64Array {
  const scenes = sides[0].windows.length;
  if (sides.some(({ hits, windows }) => hits.length !== scenes || windows.length !== scenes))
    throw new RangeError('counts of unequal numbers of scenes cannot be drawn together');
  // Counts side by side, a scene after another: one draw reads one stretch of memory.
  const columns = 2 * sides.length;
  const table = new Float64Array(columns * scenes);
  for (const [s, { hits, windows }] of sides.entries())
    for (let i = 0; i < scenes; i++) {
      table[columns * i + 2 * s] = hits[i] ?? 0;
      table[columns * i + 2 * s + 1] = windows[i] ?? 0;
    }
  const draw = sides.length === 1 ? drawOne : drawTwo;
  const found = new Float64Array(count);
  const sums = new Float64Array(columns);
  let [kept, state] = [0, seed >>> 0];
  for (let b = 0; b < count; b++) {
    state = draw(table, scenes, state, sums);
    const ratios = sides.map((_, s) => (sums[2 * s + 1] === 0 ? NaN : (sums[2 * s] ?? 0) / (sums[2 * s + 1] ?? 0)));
    const value = statistic(ratios);
    if (value !== undefined && !Number.isNaN(value)) found[kept++] = value;
  }
  return found.slice(0, kept);
}

/** One replicate of one side. The generator is random.ts's mulberry32 with its state in a variable. @returns the state after it. */
function drawOne(table: Float64Array, scenes: number, seed: number, sums: Float64Array): number {
  let [state, hits, windows] = [seed | 0, 0, 0];
  for (let i = 0; i < scenes; i++) {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    const at = 2 * Math.floor(((t ^ (t >>> 14)) >>> 0) * (scenes / 2 ** 32));
    hits += table[at] as number;
    windows += table[at + 1] as number;
  }
  [sums[0], sums[1]] = [hits, windows];
  return state;
}

/** The same for two sides. */
function drawTwo(table: Float64Array, scenes: number, seed: number, sums: Float64Array): number {
  let state = seed | 0;
  let [hitsA, windowsA, hitsB, windowsB] = [0, 0, 0, 0];
  for (let i = 0; i < scenes; i++) {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    const at = 4 * Math.floor(((t ^ (t >>> 14)) >>> 0) * (scenes / 2 ** 32));
    hitsA += table[at] as number;
    windowsA += table[at + 1] as number;
    hitsB += table[at + 2] as number;
    windowsB += table[at + 3] as number;
  }
  sums.set([hitsA, windowsA, hitsB, windowsB]);
  return state;
}
