/** The frontier: policies that no other one beats in latency and cutoffs at once (eot-bench.md, "Pareto"). */
import { EPS } from '../constants.js';
import { RowOrder } from './order.js';
import type { Tradeoff } from './tradeoff.js';

type Policies = Pick<Tradeoff, 'model' | 'meanLatency' | 'cutoffRate' | 'threshold' | 'actionDelay' | 'timeout'>;

/** Indices of the frontier's rows, fastest first. Model rows only. */
export function paretoRows(from: Policies): number[] {
  const order = new RowOrder([
    { by: from.meanLatency },
    { by: from.cutoffRate },
    { by: from.threshold, descending: true },
    { by: from.actionDelay },
    { by: from.timeout },
  ]);
  const ordered = candidates(from, order);
  order.sort(ordered);
  let best = Infinity;
  const frontier: number[] = [];
  for (const row of ordered) {
    const cutoff = from.cutoffRate[row] as number;
    if (!(cutoff < best - EPS)) continue;
    best = cutoff;
    frontier.push(row);
  }
  return frontier;
}

/**
 * The first row of each stretch of equal cutoff rates: a trade-off is sorted by them. Those behind it in the stretch are never on the
 * frontier: either the first is and cuts off no more, or an earlier row already kept it out, and them too.
 */
function candidates(from: Policies, order: RowOrder): Int32Array {
  const found: number[] = [];
  let first: number | undefined;
  for (let row = 0; row < from.model.length; row++) {
    if (from.model[row] !== 1) continue;
    if (first === undefined || from.cutoffRate[first] !== from.cutoffRate[row]) {
      if (first !== undefined) found.push(first);
      first = row;
    } else if (order.before(row, first)) first = row;
  }
  if (first !== undefined) found.push(first);
  return Int32Array.from(found);
}
