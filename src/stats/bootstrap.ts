/**
 * Bootstrap over scenes (selective-participation.md, Statistics): whole scenes are drawn with replacement, all windows of a drawn scene
 * are kept, the figure is a ratio of sums. Percentile interval, linear. For comparisons with published figures; intervals of the rig's
 * own rates come from rate-interval.ts, which covers better.
 */
import { LEVEL, type Interval } from './interval.js';
import { percentileOfSorted } from './percentile.js';
import { mulberry32 } from './random.js';

/** Statistic of one replicate, as indices into the scenes; undefined where it has none (a sum of no windows). */
export type Replicate = (draw: readonly number[]) => number | undefined;

/**
 * `replicates` values of the statistic. The draws are floor(u S) of one mulberry32 stream, S a replicate, in order: the same seed draws
 * the same scenes for every statistic, so that differences between systems are paired.
 */
export function sceneBootstrap(
  scenes: number,
  statistic: Replicate,
  options: { readonly seed: number; readonly replicates: number },
): number[] {
  const random = mulberry32(options.seed);
  const values: number[] = [];
  for (let b = 0; b < options.replicates; b++) {
    const value = statistic(Array.from({ length: scenes }, () => Math.floor(random() * scenes)));
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Undefined without a replicate. */
export function percentileInterval(replicates: ArrayLike<number>, level = LEVEL): Interval | undefined {
  const sorted = Float64Array.from(replicates).sort();
  const low = percentileOfSorted(sorted, (1 - level) / 2);
  const high = percentileOfSorted(sorted, (1 + level) / 2);
  return low === undefined || high === undefined ? undefined : { low, high, level };
}
