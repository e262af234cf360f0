/**
 * The median of paired differences of which some are only known to lie above or below something (a wait that had no end), with an interval
 * by order statistics: the differences of ranks r and n + 1 - r hold the median of what they are drawn from with the binomial's chance,
 * whatever its shape (the interval that belongs to the sign test; Hollander, Wolfe and Chicken, section 3.6). What is not known enters at
 * its worst for each end: a lower end uses the lowest that each difference may be, an upper end the highest.
 */
import { binomialCdf } from './binomial.js';
import { LEVEL } from './interval.js';
import { median } from './median.js';

/** A difference, or what is known of it: `low` -Infinity, `high` Infinity where there is no bound. */
export interface BoundedDifference {
  readonly low: number;
  readonly high: number;
}

export interface MedianDifference {
  /** Where the median of these differences lies; both ends the same where it is known. */
  readonly from: number;
  readonly to: number;
  /** Undefined where so few differences have no interval of this level. */
  readonly interval: { readonly low: number; readonly high: number } | undefined;
}

/** The rank r, counted from 1, for which ranks r to n + 1 - r hold a median with the level; undefined below 6 differences at 95%. */
export function medianRank(n: number, level = LEVEL): number | undefined {
  let rank: number | undefined;
  // The median lies below rank r when fewer than r of n fell below it.
  for (let r = 1; 2 * r <= n && binomialCdf(r - 1, n, 0.5) <= (1 - level) / 2 + 1e-12; r++) rank = r;
  return rank;
}

/** Undefined of no differences. */
export function medianDifference(differences: readonly BoundedDifference[], level = LEVEL): MedianDifference | undefined {
  const lows = differences.map(({ low }) => low).sort((a, b) => a - b);
  const highs = differences.map(({ high }) => high).sort((a, b) => a - b);
  const [from, to] = [median(lows), median(highs)];
  if (from === undefined || to === undefined) return undefined;
  const rank = medianRank(differences.length, level);
  const [low, high] = [rank === undefined ? undefined : lows[rank - 1], rank === undefined ? undefined : highs[highs.length - rank]];
  return { from, to, interval: low === undefined || high === undefined ? undefined : { low, high } };
}
