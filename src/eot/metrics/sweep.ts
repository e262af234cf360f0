/** Every policy on every span: cutoffs, latencies, detections (eot-bench.md, "Metrics", the sweep). */
import { EPS } from '../constants.js';
import { EotError } from '../error.js';
import { floatRepr } from '../python-json.js';
import { vadDelays, type PolicyGrid } from './grid.js';
import { sortRows } from './order.js';
import { CutoffCounter, LatencySummer } from './policies.js';
import { paretoRows } from './pareto.js';
import { Side } from './side.js';
import type { ScoredSpans } from './scores.js';
import type { Tradeoff } from './tradeoff.js';

/** Columns under construction. */
class Rows {
  at = 0;
  readonly threshold: Float64Array;
  readonly actionDelay: Float64Array;
  readonly timeout: Float64Array;
  readonly cutoffRate: Float64Array;
  readonly meanLatency: Float64Array;
  readonly timeoutRate: Float64Array;
  readonly detectRate: Float64Array;
  readonly f1: Float64Array;
  constructor(
    size: number,
    private readonly holds: number,
    private readonly eots: number,
  ) {
    const column = (): Float64Array => new Float64Array(size);
    [this.threshold, this.actionDelay, this.timeout, this.cutoffRate] = [column(), column(), column(), column()];
    [this.meanLatency, this.timeoutRate, this.detectRate, this.f1] = [column(), column(), column(), column()];
  }

  add(threshold: number, actionDelay: number, timeout: number, cutoffs: number, detected: number, meanLatency: number): void {
    const row = this.at++;
    this.threshold[row] = threshold;
    this.actionDelay[row] = actionDelay;
    this.timeout[row] = timeout;
    this.cutoffRate[row] = cutoffs / this.holds;
    this.meanLatency[row] = meanLatency;
    this.timeoutRate[row] = (this.eots - detected) / this.eots;
    this.detectRate[row] = detected / this.eots;
    const precision = detected + cutoffs > 0 ? detected / (detected + cutoffs) : 0;
    const recall = detected / this.eots;
    this.f1[row] = precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
  }
}

/** @throws EotError where there is nothing to sweep */
export function sweep(scored: ScoredSpans, grid: PolicyGrid): Tradeoff {
  const floor = scored.scorePoint === undefined ? -Infinity : scored.scorePoint - EPS;
  const delays = grid.actionDelays.filter((delay) => delay >= floor);
  if (delays.length === 0) throw new EotError(`no action delays are >= score point ${floatRepr(scored.scorePoint ?? 0)}`);
  const [holds, eots] = [new Side(scored, 'hold'), new Side(scored, 'eot')];
  if (holds.count === 0 || eots.count === 0) throw new EotError('need both hold and eot spans');
  const vads = vadDelays(grid);
  const { thresholds, timeouts } = grid;
  const rows = new Rows(thresholds.length * delays.length * timeouts.length + vads.length, holds.count, eots.count);
  const cutoffs = new CutoffCounter(holds, delays, timeouts);
  const latencies = new LatencySummer(eots, timeouts);
  // Means by delay and timeout: they stand until a span fires at another time.
  const means = new Float64Array(delays.length * timeouts.length);
  for (const threshold of thresholds) {
    if (holds.moveTo(threshold)) cutoffs.count();
    const changed = eots.moveTo(threshold);
    if (changed) latencies.begin();
    for (let d = 0; d < delays.length; d++) {
      const delay = delays[d] as number;
      if (changed) latencies.actNoEarlierThan(delay);
      for (let t = 0; t < timeouts.length; t++) {
        const timeout = timeouts[t] as number;
        if (timeout + EPS < delay) continue;
        const cell = d * timeouts.length + t;
        if (changed) means[cell] = latencies.sum(t) / eots.count;
        rows.add(threshold, delay, timeout, cutoffs.at(d, t), latencies.detected(t), means[cell] as number);
      }
    }
  }
  const models = rows.at;
  for (const delay of vads) rows.add(Number.NaN, delay, delay, countAbove(holds.duration, delay + EPS), eots.count, delay);
  return ordered(rows, models, scored, holds.count, eots.count);
}

function countAbove(values: Float64Array, limit: number): number {
  let count = 0;
  for (const value of values) if (value > limit) count++;
  return count;
}

/** Policy type, then cutoff rate, latency, timeout rate, timeout, action delay, threshold: all ascending on exact floats. */
function ordered(rows: Rows, models: number, scored: ScoredSpans, holds: number, eots: number): Tradeoff {
  const keys = [rows.cutoffRate, rows.meanLatency, rows.timeoutRate, rows.timeout, rows.actionDelay, rows.threshold].map((by) => ({ by }));
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
  const order = Int32Array.from([...sortRows(range(0, models), keys), ...sortRows(range(models, rows.at), keys)]);
  const sorted = (from: Float64Array): Float64Array => {
    const values = new Float64Array(order.length);
    for (let i = 0; i < order.length; i++) values[i] = from[order[i] as number] as number;
    return values;
  };
  const columns = {
    model: Uint8Array.from(order, (row) => (row < models ? 1 : 0)),
    threshold: sorted(rows.threshold),
    actionDelay: sorted(rows.actionDelay),
    timeout: sorted(rows.timeout),
    cutoffRate: sorted(rows.cutoffRate),
    meanLatency: sorted(rows.meanLatency),
  };
  const pareto = new Uint8Array(order.length);
  for (const row of paretoRows(columns)) pareto[row] = 1;
  return {
    ...columns,
    rows: order.length,
    timeoutRate: sorted(rows.timeoutRate),
    detectRate: sorted(rows.detectRate),
    f1: sorted(rows.f1),
    pareto,
    mode: scored.mode,
    scorePoint: scored.scorePoint,
    holds,
    eots,
  };
}
