/**
 * What a run can see before it starts, and how much more it would need after it (statistics.md, Power). Two arms play the same scenes;
 * the calculation takes them as unpaired, which is careful: what scenes share between the arms only helps.
 */
import { normalQuantile } from './normal.js';
import { tQuantile } from './student-t.js';

/** How much is played in each arm. */
export interface Design {
  readonly clusters: number;
  readonly repeats: number;
  /** Intra-cluster correlation: of an earlier run, or 0.3 where nothing is known. */
  readonly icc: number;
}

export interface Wish {
  /** Chance of seeing it. */
  readonly power?: number;
  /** Chance of a false alarm, two-sided. */
  readonly alpha?: number;
}

export const POWER = 0.9;
export const ALPHA = 0.05;
/** Taken where no earlier run tells. */
export const USUAL_ICC = 0.3;

export type Smallest =
  { readonly kind: 'smallest'; readonly change: number; readonly effectiveN: number } | { readonly kind: 'none'; readonly reason: string };

/** Windows of one arm that tell as much as they would independently. */
export function effectiveWindows({ clusters, repeats, icc }: Design): number {
  return (clusters * repeats) / (1 + (repeats - 1) * Math.max(0, icc));
}

/** Sum of the two quantiles, of t where clusters are few. */
function reach(clusters: number, { power = POWER, alpha = ALPHA }: Wish): number | undefined {
  if (clusters < 2) return undefined;
  const degrees = 2 * clusters - 2;
  return tQuantile(1 - alpha / 2, degrees) + tQuantile(power, degrees);
}

const TOO_FEW = { kind: 'none', reason: 'two clusters or more are needed' } as const;

/** Smallest rise of a rate (premature replies) above `rate` that is seen. Change in shares of 1. */
export function smallestRise(design: Design, rate: number, wish: Wish = {}): Smallest {
  const sum = reach(design.clusters, wish);
  if (sum === undefined) return TOO_FEW;
  const n = effectiveWindows(design);
  const seen = (rise: number): boolean => rise >= sum * Math.sqrt((rate * (1 - rate) + (rate + rise) * (1 - rate - rise)) / n);
  const most = 1 - rate;
  if (!seen(most))
    return { kind: 'none', reason: `not even a rise to 100% is seen with ${Math.round(n * 10) / 10} independent windows in each arm` };
  let [low, high] = [0, most];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (seen(middle)) high = middle;
    else low = middle;
  }
  return { kind: 'smallest', change: high, effectiveN: n };
}

/** A sample median varies by sqrt(pi / 2) more than a mean, of normal values. */
const MEDIAN_PENALTY = Math.PI / 2;

/** Smallest shift of the median end wait that is seen; in the unit of `deviation`, the standard deviation of single waits. */
export function smallestShift(design: Design, deviation: number, wish: Wish = {}): Smallest {
  const sum = reach(design.clusters, wish);
  if (sum === undefined) return TOO_FEW;
  const n = effectiveWindows(design);
  return { kind: 'smallest', change: sum * deviation * Math.sqrt((2 * MEDIAN_PENALTY) / n), effectiveN: n };
}

/** Standard deviation from the quartiles of a normal, which outliers do not move. */
export function deviationOfQuartiles(low: number, high: number): number {
  return (high - low) / (2 * normalQuantile(0.75));
}

/** Minutes that both arms take, one after another. */
export function minutesOf(design: Design, secondsAPlay: number, arms = 2): number {
  return (arms * design.clusters * design.repeats * secondsAPlay) / 60;
}

/**
 * "About N more": clusters each arm still lacks to see such a rise; repeats of the same clusters tell ever less. Undefined above
 * 100,000.
 */
export function clustersMissing(design: Design, rate: number, rise: number, wish: Wish = {}): number | undefined {
  const enough = (clusters: number): boolean => {
    const found = smallestRise({ ...design, clusters }, rate, wish);
    return found.kind === 'smallest' && found.change <= rise;
  };
  const needed = smallest(2, enough);
  return needed === undefined ? undefined : Math.max(0, needed - design.clusters);
}

const MOST_SOUGHT = 100_000;

/** The smallest whole number from `least` on that is enough, where each larger one is too; undefined above 100,000. */
function smallest(least: number, enough: (n: number) => boolean): number | undefined {
  if (enough(least)) return least;
  if (!enough(MOST_SOUGHT)) return undefined;
  let [low, high] = [least, MOST_SOUGHT];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** So few pairs that all differ alike give a two-sided sign-flip p of 2 / 2^6 = 0.031; five never give 0.05. */
const FEWEST_PAIRS = 6;

/**
 * Pairs that are still missing, about, until a mean difference such as theirs is seen. Undefined where the mean is 0, of fewer than two
 * pairs, or above 100,000.
 * @param differences one a pair, any unit.
 */
export function pairsMissing(differences: readonly number[], { power = POWER, alpha = ALPHA }: Wish = {}): number | undefined {
  const n = differences.length;
  if (n < 2) return undefined;
  const mean = differences.reduce((sum, one) => sum + one, 0) / n;
  const deviation = Math.sqrt(differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1));
  // A mean that is 0 but for rounding wants more pairs than are sought.
  if (mean === 0) return undefined;
  const enough = (pairs: number): boolean =>
    (tQuantile(1 - alpha / 2, pairs - 1) + tQuantile(power, pairs - 1)) * deviation <= Math.abs(mean) * Math.sqrt(pairs);
  const needed = smallest(FEWEST_PAIRS, enough);
  return needed === undefined ? undefined : Math.max(0, needed - n);
}
