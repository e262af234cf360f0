/** An interval with the share of repetitions that it is meant to cover. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Nominal coverage, e.g. 0.95. */
  readonly level: number;
}

/** What statistics say of 95 in 100 unless asked otherwise. */
export const LEVEL = 0.95;
