/** The best policy within a budget (eot-bench.md): nothing is interpolated, every point is a policy of the sweep. */
import { CUTOFF_BUDGETS, EPS, FRONTIER_BUDGETS } from '../constants.js';
import { RowOrder, type SortKey } from './order.js';
import { pairwiseMean } from './pairwise-sum.js';
import type { Tradeoff } from './tradeoff.js';

/** The first of the policies within a budget, in an order. */
function firstWithin(from: Tradeoff, by: Float64Array, budget: number, keys: readonly SortKey[]): number | undefined {
  const order = new RowOrder(keys);
  let first: number | undefined;
  for (let row = 0; row < from.rows; row++)
    if (from.model[row] === 1 && (by[row] as number) <= budget + EPS && (first === undefined || order.before(row, first))) first = row;
  return first;
}

/** summary.json's choice: among policies within a cutoff budget the fastest; ties by cutoffs, timeouts, and the lower threshold. */
export function fastestWithin(from: Tradeoff, cutoffBudget: number): number | undefined {
  return firstWithin(from, from.cutoffRate, cutoffBudget, [
    { by: from.meanLatency },
    { by: from.cutoffRate },
    { by: from.timeoutRate },
    { by: from.timeout },
    { by: from.actionDelay },
    { by: from.threshold },
  ]);
}

export type BudgetColumn = 'mean_latency' | 'cutoff_rate';

/** The reports' choice: the optimised column, the budget's column, then the higher threshold, the shorter delay and timeout. */
export function bestForReport(from: Tradeoff, column: BudgetColumn, budget: number): number | undefined {
  const [limited, optimised] = column === 'mean_latency' ? [from.meanLatency, from.cutoffRate] : [from.cutoffRate, from.meanLatency];
  return firstWithin(from, limited, budget, [
    { by: optimised },
    { by: limited },
    { by: from.threshold, descending: true },
    { by: from.actionDelay },
    { by: from.timeout },
  ]);
}

export interface OperatingPoint {
  readonly budget: number;
  /** Undefined where no policy is within it. */
  readonly row: number | undefined;
}

export function operatingPoints(from: Tradeoff): OperatingPoint[] {
  return CUTOFF_BUDGETS.map((budget) => ({ budget, row: fastestWithin(from, budget) }));
}

/** Mean of the best latencies over cutoff budgets 0 to 10%; budgets that nothing meets are left out. Undefined when none is met. */
export function frontierLatency(from: Tradeoff): number | undefined {
  // The least latency among policies that meet a budget and none below it; the budgets below are met by fewer.
  const newly = new Float64Array(FRONTIER_BUDGETS.length).fill(Infinity);
  for (let row = 0; row < from.rows; row++) {
    if (from.model[row] !== 1) continue;
    const cutoff = from.cutoffRate[row] as number;
    const budget = firstBudget(cutoff);
    if (budget < newly.length) newly[budget] = Math.min(newly[budget] as number, from.meanLatency[row] as number);
  }
  const best: number[] = [];
  let least = Infinity;
  for (const latency of newly) {
    least = Math.min(least, latency);
    if (Number.isFinite(least)) best.push(least);
  }
  return pairwiseMean(Float64Array.from(best));
}

/** Index of the smallest budget that a cutoff rate meets; beyond the list for none. */
function firstBudget(cutoff: number): number {
  let low = 0;
  let high = FRONTIER_BUDGETS.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cutoff <= (FRONTIER_BUDGETS[middle] as number) + EPS) high = middle;
    else low = middle + 1;
  }
  return low;
}
