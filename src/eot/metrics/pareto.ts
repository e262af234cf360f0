/** The frontier: policies that no other one beats in latency and cutoffs at once (eot-bench.md, "Pareto"). */
import { EPS } from '../constants.js';
import { sortRows } from './order.js';
import type { Tradeoff } from './tradeoff.js';

type Policies = Pick<Tradeoff, 'model' | 'meanLatency' | 'cutoffRate' | 'threshold' | 'actionDelay' | 'timeout'>;

/** Indices of the frontier's rows, fastest first. Model rows only. */
export function paretoRows(from: Policies): number[] {
  const models = Array.from(from.model.keys()).filter((row) => from.model[row] === 1);
  const ordered = sortRows(models, [
    { by: from.meanLatency },
    { by: from.cutoffRate },
    { by: from.threshold, descending: true },
    { by: from.actionDelay },
    { by: from.timeout },
  ]);
  let best = Infinity;
  return Array.from(ordered).filter((row) => {
    const cutoff = from.cutoffRate[row] as number;
    if (!(cutoff < best - EPS)) return false;
    best = cutoff;
    return true;
  });
}
