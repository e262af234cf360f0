/** Spearman's rank correlation. Over a handful of systems: exact p and every point, never a claim (statistics.md). */
import { tTwoSided } from './student-t.js';

export interface Spearman {
  readonly rho: number;
  /** Two-sided. */
  readonly pValue: number;
  /** All n! orders up to 9 points; Student's t beyond. */
  readonly method: 'exact' | 't';
  readonly n: number;
}

/** 9! = 362,880 orders are enumerated in a fraction of a second. */
export const EXACT_POINTS = 9;

/** Ranks from 1, ties at their mean. */
export function ranks(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = new Map<number, number>();
  for (let i = 0; i < sorted.length;) {
    const value = sorted[i] ?? 0;
    let end = i;
    while (sorted[end] === value) end++;
    // Ranks i + 1 to end, at their mean. 0 and -0 are one value, to a Map as well.
    rank.set(value, (i + 1 + end) / 2);
    i = end;
  }
  return values.map((value) => rank.get(value) ?? 0);
}

/** Undefined with fewer than three points, or where one side does not vary. @throws RangeError on sides of unequal length. */
export function spearman(x: readonly number[], y: readonly number[], method: 'auto' | 't' = 'auto'): Spearman | undefined {
  if (x.length !== y.length) throw new RangeError(`${x.length} values against ${y.length}`);
  const n = x.length;
  if (n < 3) return undefined;
  const [a, b] = [centred(ranks(x)), centred(ranks(y))];
  const norm = Math.sqrt(dot(a, a) * dot(b, b));
  if (norm === 0) return undefined;
  // Never beyond 1 or -1: ranks are halves, so that the sums are exact (of up to 100,000 points), and rounding keeps order.
  const rho = dot(a, b) / norm;
  if (method === 't' || n > EXACT_POINTS) {
    // Of a line t is endless, and p is 0.
    return { rho, pValue: tTwoSided(rho * Math.sqrt((n - 2) / (1 - rho * rho)), n - 2), method: 't', n };
  }
  return { rho, pValue: exactP(a, b), method: 'exact', n };
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/** Share of all orders of b that are as far from no correlation (Heap's algorithm). */
function exactP(a: readonly number[], b: readonly number[]): number {
  const reached = Math.abs(dot(a, b)) - 1e-9;
  const order = [...b];
  let extreme = 0;
  let all = 0;
  const permute = (k: number): void => {
    if (k <= 1) {
      all++;
      if (Math.abs(dot(a, order)) >= reached) extreme++;
      return;
    }
    for (let i = 0; i < k; i++) {
      permute(k - 1);
      const j = k % 2 === 0 ? i : 0;
      const [one, other] = [order[j] ?? 0, order[k - 1] ?? 0];
      order[j] = other;
      order[k - 1] = one;
    }
  };
  permute(order.length);
  return extreme / all;
}
