/** Order statistics for tables of errors. */

export interface ErrorSummary {
  readonly n: number;
  /** Mean. */
  readonly bias: number;
  readonly median: number;
  /** 95th percentile of the absolute error, nearest rank. */
  readonly p95: number;
  readonly worst: number;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function summariseErrors(errors: readonly number[]): ErrorSummary {
  const absolute = errors.map(Math.abs);
  return {
    n: errors.length,
    bias: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    median: quantile(errors, 0.5),
    p95: quantile(absolute, 0.95),
    worst: quantile(absolute, 1),
  };
}
