/** A rate with its counts and Wilson's 95% interval, which premature-reply.md asks for beside each rate of points. */
import { LEVEL, type Interval } from '../stats/interval.js';
import { normalQuantile } from '../stats/normal.js';
import { wilsonOf } from '../stats/wilson.js';

export interface CountedRate {
  readonly count: number;
  readonly of: number;
  /** Undefined of nothing. */
  readonly rate: number | undefined;
  /** Of independent ones: points of one call are not, so that over calls the truth is wider. */
  readonly interval: Interval | undefined;
}

export function countedRate(count: number, of: number): CountedRate {
  if (of === 0) return { count, of, rate: undefined, interval: undefined };
  return { count, of, rate: count / of, interval: wilsonOf(count / of, of, normalQuantile((1 + LEVEL) / 2), LEVEL) };
}
