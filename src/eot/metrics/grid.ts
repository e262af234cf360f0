/** Which policies are swept: thresholds, action delays and timeouts (eot-bench.md, "Metrics"). */
import { ACTION_DELAYS, EPS, THRESHOLDS, TIMEOUTS } from '../constants.js';
import { EotError } from '../error.js';
import { floatRepr } from '../python-json.js';

export interface PolicyGrid {
  readonly thresholds: Float64Array;
  /** Seconds of silence before which a policy does not act. */
  readonly actionDelays: Float64Array;
  /** Seconds of silence after which it acts whatever the score. */
  readonly timeouts: Float64Array;
}

/** Lists as a caller gives them, in any order; undefined for the benchmark's own. */
export interface GridLists {
  readonly thresholds?: readonly number[] | undefined;
  readonly actionDelays?: readonly number[] | undefined;
  readonly timeouts?: readonly number[] | undefined;
  /** One list for both delays and timeouts. */
  readonly delayValues?: readonly number[] | undefined;
}

function ascending(values: readonly number[], name: string): Float64Array {
  if (values.length === 0) throw new EotError(`${name} must be a non-empty 1D list`);
  if (!values.every(Number.isFinite)) throw new EotError(`${name} must contain only finite values`);
  return Float64Array.from(new Set(values)).sort();
}

function refuseBelow(values: readonly number[] | undefined, minHold: number): void {
  if (values === undefined) return;
  const below = ascending(values, 'action_delays').filter((value) => value < minHold - EPS);
  if (below.length > 0)
    throw new EotError(
      `action delays/timeouts must be >= min_hold_span_duration (${floatRepr(minHold)}); got [${Array.from(below, floatRepr).join(', ')}]`,
    );
}

/** What the lists themselves must hold; checked before anything is computed. @throws EotError */
export function checkDelays({ delayValues, ...lists }: GridLists, minHold: number): void {
  if (delayValues !== undefined && (lists.actionDelays !== undefined || lists.timeouts !== undefined))
    throw new EotError('Use either delay_values or action_delays/timeouts, not both');
  refuseBelow(lists.actionDelays ?? delayValues, minHold);
  refuseBelow(lists.timeouts ?? delayValues, minHold);
}

/** @throws EotError */
export function policyGrid({ thresholds, delayValues, ...lists }: GridLists): PolicyGrid {
  return {
    thresholds: ascending(thresholds ?? THRESHOLDS, 'thresholds'),
    actionDelays: ascending(lists.actionDelays ?? delayValues ?? ACTION_DELAYS, 'action_delays'),
    timeouts: ascending(lists.timeouts ?? delayValues ?? TIMEOUTS, 'timeouts'),
  };
}

/** Delays of the VAD rows: both lists in one. */
export function vadDelays({ actionDelays, timeouts }: PolicyGrid): Float64Array {
  return Float64Array.from(new Set([...actionDelays, ...timeouts])).sort();
}
