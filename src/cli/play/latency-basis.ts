/**
 * What a run's latencies are judged by (design.md, rule 6): the stored calibration of the same machine, transport and server if it is
 * under 24 hours old, else a fresh short one. Without either, or outside its limits, latencies are not judged.
 */
import { mayJudgeLatency, type Calibration, type CalibrationPlace } from '../../calibration/model.js';
import { messageOf } from '../../error.js';
import type { LatencyBasis } from '../../recording/model.js';

/** Codes that a fresh calibration can mend. */
const MENDABLE: ReadonlySet<string> = new Set(['none', 'stale', 'elsewhere']);

export interface CalibrationSource {
  readonly place: CalibrationPlace;
  /** ms since the epoch. */
  readonly now: () => number;
  /** The newest stored one of any place; undefined without one, or one that cannot be read. */
  readonly stored: () => Promise<Calibration | undefined>;
  /** Measures anew, shortly. */
  readonly fresh: () => Promise<Calibration>;
  /** Keeps one for the runs that follow. */
  readonly keep: (calibration: Calibration) => Promise<void>;
}

/** What a run says when nobody wanted to wait for a calibration. */
export const NOT_CALIBRATED: LatencyBasis = { may: false, reason: 'not calibrated: --no-calibrate was given and nothing fresh is stored' };

/**
 * @param wanted false: `--no-calibrate`; a stored one is used all the same.
 * Never rejects for a calibration that failed: the run goes on, its latencies unjudged.
 */
export async function latencyBasis(source: CalibrationSource, wanted: boolean): Promise<LatencyBasis> {
  const { place, now } = source;
  const stored = await source.stored();
  const found = mayJudgeLatency(stored, now(), place);
  if (found.may || !MENDABLE.has(found.code)) return { ...basis(found), ...(stored === undefined ? {} : { calibration: stored }) };
  if (!wanted) return NOT_CALIBRATED;
  let fresh: Calibration;
  try {
    fresh = await source.fresh();
  } catch (error) {
    return { may: false, reason: `not calibrated: ${messageOf(error)}` };
  }
  const trust = mayJudgeLatency(fresh, now(), place);
  // One that a busy moment spoiled is not kept for a day: the next run measures again.
  if (trust.may) await source.keep(fresh).catch(() => undefined);
  return { ...basis(trust), calibration: fresh };
}

function basis({ may, reason }: { readonly may: boolean; readonly reason: string }): LatencyBasis {
  return { may, reason };
}

/**
 * Of a run that is gone on with: it may be judged only if both of its parts may, since its sessions are scored together. A part that was
 * played without any calibration is made good by a later one of the same place; one outside the limits is not.
 */
export function resumedBasis(before: LatencyBasis | undefined, now: LatencyBasis): LatencyBasis {
  if (before?.may === false && before.calibration !== undefined) return before;
  return now;
}
