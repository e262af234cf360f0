/**
 * Sign-flip permutation test on per-pair differences (statistics.md: pairs with repeats are collapsed to a difference per pair). If the
 * arms are alike, each difference may as well have the other sign.
 */
import { mulberry32 } from './random.js';

/** One scene (or clip) played to both arms, each as often as it was. */
export interface Pair {
  readonly pair: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

export interface SignFlip {
  /** Two-sided, of the mean difference. */
  readonly pValue: number;
  readonly method: 'exact' | 'monte-carlo';
  /** Sign patterns that were looked at. */
  readonly flips: number;
  readonly pairs: number;
  readonly meanDifference: number;
  /** No smaller p can come out of so many pairs: 5 differences never give 0.05. */
  readonly smallestPValue: number;
}

/** Up to so many differences other than 0 all 2^n patterns are enumerated: a fraction of a second. */
export const EXACT_PAIRS = 20;
const MONTE_CARLO_FLIPS = 19_999;

/** mean(b) - mean(a) of each pair that has values in both arms. */
export function pairDifferences(pairs: readonly Pair[]): number[] {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return pairs.filter(({ a, b }) => a.length > 0 && b.length > 0).map(({ a, b }) => mean(b) - mean(a));
}

/** Undefined without a single pair. `seed` matters above 20 differences only. */
export function signFlip(differences: readonly number[], seed = 1, flips = MONTE_CARLO_FLIPS): SignFlip | undefined {
  if (differences.length === 0) return undefined;
  const sum = differences.reduce((total, one) => total + one, 0);
  const sizes = differences.map(Math.abs).filter((size) => size > 0);
  const scale = sizes.reduce((total, size) => total + size, 0);
  // Patterns that give the same sum but for rounding count as equal.
  const reached = Math.abs(sum) - 1e-12 * scale;
  const base = { pairs: differences.length, meanDifference: sum / differences.length };
  if (sizes.length <= EXACT_PAIRS) {
    const all = 2 ** sizes.length;
    const extreme = countExtreme(sizes, reached);
    return { ...base, pValue: extreme / all, method: 'exact', flips: all, smallestPValue: Math.min(1, 2 / all) };
  }
  const random = mulberry32(seed);
  let extreme = 0;
  for (let i = 0; i < flips; i++) {
    let flipped = 0;
    for (const size of sizes) flipped += random() < 0.5 ? size : -size;
    if (Math.abs(flipped) >= reached) extreme++;
  }
  // The observed pattern is one of those under test: +1 above and below, so that p is never 0 (Phipson and Smyth, 2010).
  return { ...base, pValue: (extreme + 1) / (flips + 1), method: 'monte-carlo', flips, smallestPValue: 1 / (flips + 1) };
}

/** How many of the 2^n sums of ± sizes are at least so far from 0. Pruned where the rest can no longer change the answer. */
function countExtreme(sizes: readonly number[], reached: number): number {
  const sorted = [...sizes].sort((a, b) => b - a);
  const rest = sorted.map((_, i) => sorted.slice(i).reduce((total, size) => total + size, 0));
  const walk = (i: number, sum: number): number => {
    const left = rest[i] ?? 0;
    if (Math.abs(sum) - left >= reached) return 2 ** (sorted.length - i);
    if (Math.abs(sum) + left < reached) return 0;
    const size = sorted[i];
    // At a leaf one of the two lines above has answered.
    if (size === undefined) return 0;
    return walk(i + 1, sum + size) + walk(i + 1, sum - size);
  };
  return walk(0, 0);
}
