/** The middle value, or the mean of the two middle ones; undefined of nothing (never NaN). */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const high = sorted[sorted.length >> 1];
  if (high === undefined || sorted.length % 2 === 1) return high;
  const low = sorted[(sorted.length >> 1) - 1];
  return low === undefined ? high : (low + high) / 2;
}
