/**
 * Interval of the difference of two shares over pairs with one window each (what McNemar's exact test tests): the score interval of Tango,
 * Statistics in Medicine 17 (1998). The difference d is kept as long as the observed one is not further from it than the normal quantile, in
 * standard errors as they would be at d. It needs no pair that differs: of n pairs that all agree it says how rare a difference may be.
 */
import { LEVEL, type Interval } from './interval.js';
import { normalQuantile } from './normal.js';

/**
 * @param onlyA pairs in which only the first is true; `onlyB` likewise; `pairs` all of them.
 * @returns the interval of (share of B) - (share of A); undefined of no pair.
 * @throws RangeError on counts that are none.
 */
export function pairedShares(onlyA: number, onlyB: number, pairs: number, level = LEVEL): Interval | undefined {
  const counts = [onlyA, onlyB, pairs];
  if (counts.some((n) => !Number.isInteger(n) || n < 0) || onlyA + onlyB > pairs)
    throw new RangeError(`${onlyA} and ${onlyB} of ${pairs} pairs are no counts`);
  if (pairs === 0) return undefined;
  const z = normalQuantile((1 + level) / 2);
  const found = (onlyB - onlyA) / pairs;
  /** Distance of what was observed from `d`, in standard errors at `d`: it falls as `d` rises. */
  const score = (d: number): number => {
    const error = Math.sqrt(pairs * Math.max(0, 2 * rarerAt(d, onlyA, onlyB, pairs) + d * (1 - d)));
    const distance = onlyB - onlyA - pairs * d;
    return error === 0 ? Math.sign(distance) * Infinity : distance / error;
  };
  return {
    low: crossing(-1, found, (d) => score(d) > z),
    high: crossing(found, 1, (d) => score(d) > -z),
    level,
  };
}

/**
 * The likeliest chance of "only A" where that of "only B" is larger by d: x ln(q + d) + y ln q + (n - x - y) ln(1 - 2q - d) is largest where
 * 2n q^2 + ((2n - x + y) d - x - y) q - y d (1 - d) = 0, at the larger root.
 */
function rarerAt(d: number, y: number, x: number, n: number): number {
  const b = (2 * n - x + y) * d - x - y;
  return (Math.sqrt(Math.max(0, b * b + 8 * n * y * d * (1 - d))) - b) / (4 * n);
}

/** Where `before`, true up to there and false beyond, changes between two values, to 1e-9. */
function crossing(from: number, to: number, before: (d: number) => boolean): number {
  let [low, high] = [from, to];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (before(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
