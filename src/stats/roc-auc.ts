import type { Scored } from './average-precision.js';

/** Area under the ROC curve: how often a positive scores above a negative, ties half. Undefined without one of the two. */
export function rocAuc(items: readonly Scored[]): number | undefined {
  const positives = items.reduce((sum, { positive }) => sum + (positive ? 1 : 0), 0);
  const negatives = items.length - positives;
  if (positives === 0 || negatives === 0) return undefined;
  const order = [...items].sort((a, b) => a.score - b.score);
  let [above, below] = [0, 0];
  for (let at = 0; at < order.length;) {
    const score = order[at]?.score;
    let [tiedPositive, tiedNegative] = [0, 0];
    for (; order[at]?.score === score; at++) {
      if (order[at]?.positive === true) tiedPositive++;
      else tiedNegative++;
    }
    above += tiedPositive * (below + tiedNegative / 2);
    below += tiedNegative;
  }
  return above / (positives * negatives);
}
