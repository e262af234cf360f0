/** Which sessions a calibration has: every condition's n, in sessions no longer than a few minutes. Pure. */
import type { ConditionName } from './conditions.js';

export interface PlannedJob {
  readonly condition: ConditionName;
  readonly n: number;
  readonly seed: number;
  /** Number of the session within its condition. */
  readonly part: number;
}

/** More bursts than this are split, so that sessions that run side by side end together. */
const MOST = 50;

/**
 * A condition is split for the sake of sessions side by side only where there are fewer conditions than would keep them busy: a session's
 * start takes as long as several bursts. Longest first, so that the last ones to end are short.
 *
 * @param seconds what a burst of a condition takes.
 * @param least bursts that are worth a session of their own.
 */
export function planJobs(
  conditions: readonly ConditionName[],
  n: number,
  seed: number,
  sideBySide: number,
  seconds: (condition: ConditionName) => number,
  least = LEAST,
): PlannedJob[] {
  const wanted = conditions.length >= BUSY * sideBySide ? 1 : sideBySide;
  const jobs = conditions.flatMap((condition, i) => {
    const parts = Math.max(Math.min(wanted, Math.ceil(n / least)), Math.ceil(n / MOST));
    return Array.from({ length: parts }, (_, part) => ({
      condition,
      n: Math.floor((n * (part + 1)) / parts) - Math.floor((n * part) / parts),
      seed: seed * 10_007 + i * 101 + part,
      part,
    }));
  });
  return jobs.sort((a, b) => b.n * seconds(b.condition) - a.n * seconds(a.condition));
}

/** A session that is not worth its start has fewer. */
const LEAST = 10;
/** So many conditions a session at once keep all of them busy to the end. */
const BUSY = 2;
