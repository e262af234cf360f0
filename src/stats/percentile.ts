/** Percentiles of values that are all known. Censored ones: censored-percentile.ts. */

/** The linear percentile (type 7, as numpy's default): share in [0, 1]. Undefined of nothing. */
export function percentile(values: readonly number[], share: number): number | undefined {
  return percentileOfSorted(Float64Array.from(values).sort(), share);
}

/** The same of values in rising order. */
export function percentileOfSorted(sorted: ArrayLike<number>, share: number): number | undefined {
  const at = Math.max(0, Math.min(1, share)) * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined) return undefined;
  return low + (high - low) * (at - Math.floor(at));
}
