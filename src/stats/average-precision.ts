/**
 * Average precision: sum over thresholds of (R_n - R_{n-1}) P_n, ties taken together (entry-yield.md, Output; as in scikit-learn).
 * Threshold-free; a classifier that knows nothing reaches the prevalence.
 */

export interface Scored {
  /** Whether it is one of those looked for. */
  readonly positive: boolean;
  readonly score: number;
}

/** Undefined without a positive: nothing can be recalled (scikit-learn warns and says 0). */
export function averagePrecision(items: readonly Scored[]): number | undefined {
  const positives = items.reduce((sum, { positive }) => sum + (positive ? 1 : 0), 0);
  if (positives === 0) return undefined;
  const order = [...items].sort((a, b) => b.score - a.score);
  let [seen, found, sum] = [0, 0, 0];
  for (let at = 0; at < order.length;) {
    const before = found;
    const score = order[at]?.score;
    for (; order[at]?.score === score; at++) {
      seen++;
      if (order[at]?.positive === true) found++;
    }
    sum += ((found - before) / positives) * (found / seen);
  }
  return sum;
}
