/** Every policy on every span: cutoffs, latencies, detections (eot-bench.md, "Metrics", the sweep). */
import { EPS } from '../constants.js';
import { EotError } from '../error.js';
import { floatRepr } from '../python-json.js';
import { vadDelays, type PolicyGrid } from './grid.js';
import { RowOrder } from './order.js';
import { LatencySummer } from './latencies.js';
import { paretoRows } from './pareto.js';
import { CutoffCounter } from './policies.js';
import { Side } from './side.js';
import type { ScoredSpans } from './scores.js';
import type { Tradeoff } from './tradeoff.js';
import { upTo } from './typed.js';

/** Columns under construction. */
class Rows {
  at = 0;
  readonly threshold: Float64Array;
  readonly actionDelay: Float64Array;
  readonly timeout: Float64Array;
  /** Holds cut off; as a share in cutoffRate. */
  readonly cutoffs: Int32Array;
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
    this.cutoffs = new Int32Array(size);
    [this.threshold, this.actionDelay, this.timeout, this.cutoffRate] = [column(), column(), column(), column()];
    [this.meanLatency, this.timeoutRate, this.detectRate, this.f1] = [column(), column(), column(), column()];
  }

  add(threshold: number, actionDelay: number, timeout: number, cutoffs: number, detected: number, meanLatency: number): void {
    const row = this.at++;
    this.threshold[row] = threshold;
    this.actionDelay[row] = actionDelay;
    this.timeout[row] = timeout;
    this.cutoffs[row] = cutoffs;
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
  const { thresholds, timeouts } = grid;
  const [holds, eots] = [new Side(scored, 'hold', thresholds), new Side(scored, 'eot', thresholds)];
  if (holds.count === 0 || eots.count === 0) throw new EotError('need both hold and eot spans');
  const vads = vadDelays(grid);
  const rows = new Rows(thresholds.length * delays.length * timeouts.length + vads.length, holds.count, eots.count);
  const cutoffs = new CutoffCounter(holds, delays, timeouts);
  const latencies = new LatencySummer(eots, delays, timeouts);
  // Means by delay and timeout: they stand until a span fires at another time. At first every span is taken to have changed.
  const means = new Float64Array(delays.length * timeouts.length);
  for (let number = 0; number < thresholds.length; number++) {
    const threshold = thresholds[number] as number;
    cutoffs.move(holds.moveTo(number));
    const moved = eots.moveTo(number);
    const changed = moved.length > 0 || number === 0;
    if (changed) latencies.move(number === 0 ? upTo(eots.count) : moved);
    for (let d = 0; d < delays.length; d++) {
      const delay = delays[d] as number;
      for (let t = 0; t < timeouts.length; t++) {
        const timeout = timeouts[t] as number;
        if (timeout + EPS < delay) continue;
        const cell = d * timeouts.length + t;
        if (changed) means[cell] = latencies.sum(d, t) / eots.count;
        rows.add(threshold, delay, timeout, cutoffs.at(d, t), latencies.detected(t), means[cell] as number);
      }
    }
  }
  const models = rows.at;
  for (const delay of vads) rows.add(Number.NaN, delay, delay, countAbove(holds.duration, delay + EPS), eots.count, delay);
  return ordered(rows, models, scored, holds.count, eots.count);
}

/** Rows by their number of cutoffs, which is the order of their rates, and by an order among equals: those are few. */
function byCutoffs(cutoffs: Int32Array, holds: number, among: RowOrder, rows: Int32Array): void {
  const next = new Int32Array(holds + 2);
  for (const count of cutoffs) next[count + 1] = (next[count + 1] as number) + 1;
  for (let count = 0; count <= holds; count++) next[count + 1] = (next[count + 1] as number) + (next[count] as number);
  const begin = next.slice();
  cutoffs.forEach((count, row) => {
    rows[next[count] as number] = row;
    next[count] = (next[count] as number) + 1;
  });
  for (let count = 0; count <= holds; count++) {
    const [from, to] = [begin[count] as number, begin[count + 1] as number];
    if (to - from > 1) among.sort(rows, from, to);
  }
}

function countAbove(values: Float64Array, limit: number): number {
  let count = 0;
  for (const value of values) if (value > limit) count++;
  return count;
}

/** Policy type, then cutoff rate, latency, timeout rate, timeout, action delay, threshold: all ascending on exact floats. */
function ordered(rows: Rows, models: number, scored: ScoredSpans, holds: number, eots: number): Tradeoff {
  const keys = [rows.meanLatency, rows.timeoutRate, rows.timeout, rows.actionDelay, rows.threshold].map((by) => ({ by }));
  const order = upTo(rows.at);
  byCutoffs(rows.cutoffs.subarray(0, models), holds, new RowOrder(keys), order);
  new RowOrder([{ by: rows.cutoffRate }, ...keys]).sort(order, models);
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
