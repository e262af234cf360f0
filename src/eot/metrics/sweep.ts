/** Every policy on every span: cutoffs, latencies, detections (eot-bench.md, "Metrics", the sweep). */
import { EPS } from '../constants.js';
import { EotError } from '../error.js';
import { floatRepr } from '../python-json.js';
import { vadDelays, type PolicyGrid } from './grid.js';
import { sortRows } from './order.js';
import { pairwiseSum } from './pairwise-sum.js';
import { paretoRows } from './pareto.js';
import type { ScoredSpans } from './scores.js';
import type { Tradeoff } from './tradeoff.js';

/** Spans of one label, with a cursor into each one's steps: thresholds come ascending, so fire times only move on. */
class Side {
  readonly count: number;
  readonly duration: Float64Array;
  /** When each span fires at the present threshold; Infinity for never. */
  readonly fire: Float64Array;
  readonly #at: Int32Array;
  readonly #end: Int32Array;
  constructor(
    private readonly scored: ScoredSpans,
    label: 'hold' | 'eot',
  ) {
    const which = scored.spans.label.flatMap((one, span) => (one === label ? [span] : []));
    this.count = which.length;
    this.duration = Float64Array.from(which, (span) => scored.spans.duration[span] as number);
    this.fire = new Float64Array(which.length);
    this.#at = Int32Array.from(which, (span) => scored.begin[span] as number);
    this.#end = Int32Array.from(which, (span) => scored.begin[span + 1] as number);
  }

  /** Strictly above the threshold; a span without a score never fires. */
  moveTo(threshold: number): void {
    const { score, time } = this.scored;
    for (let i = 0; i < this.count; i++) {
      let at = this.#at[i] as number;
      const end = this.#end[i] as number;
      while (at < end && !((score[at] as number) > threshold)) at++;
      this.#at[i] = at;
      this.fire[i] = at < end ? (time[at] as number) : Infinity;
    }
  }
}

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

  // How many timeouts a hold outlives: with them ascending, these are the first ones.
  const outlived = Int32Array.from(holds.duration, (duration) => countOutlived(timeouts, duration));
  const acts = new Float64Array(eots.count);
  const latency = new Float64Array(eots.count);
  const byTimeout = new Int32Array(timeouts.length + 1);
  for (const threshold of thresholds) {
    holds.moveTo(threshold);
    eots.moveTo(threshold);
    for (const delay of delays) {
      const always = countHolds(holds, delay, outlived, byTimeout);
      for (let i = 0; i < eots.count; i++) acts[i] = Math.max(delay, eots.fire[i] as number);
      let late = holds.count - always;
      for (let t = 0; t < timeouts.length; t++) {
        const timeout = timeouts[t] as number;
        late -= byTimeout[t] as number;
        if (timeout + EPS < delay) continue;
        const limit = timeout + EPS;
        let detected = 0;
        for (let i = 0; i < eots.count; i++) {
          const act = acts[i] as number;
          if (act <= limit) {
            detected++;
            latency[i] = act;
          } else latency[i] = timeout;
        }
        rows.add(threshold, delay, timeout, always + late, detected, pairwiseSum(latency) / eots.count);
      }
    }
  }
  const models = rows.at;
  for (const delay of vads) rows.add(Number.NaN, delay, delay, holds.duration.filter((d) => d > delay + EPS).length, eots.count, delay);
  return ordered(rows, models, scored, holds.count, eots.count);
}

/** How many of the ascending timeouts a hold of this duration outlives: `duration > timeout + EPS`, to the last bit. */
function countOutlived(timeouts: Float64Array, duration: number): number {
  let count = 0;
  while (count < timeouts.length && duration > (timeouts[count] as number) + EPS) count++;
  return count;
}

/**
 * Holds that the model cuts off, whatever the timeout. The others are counted in `byTimeout` by how many timeouts they outlive: those
 * that outlive t or fewer are not cut off by timeout number t.
 */
function countHolds({ count, duration, fire }: Side, delay: number, outlived: Int32Array, byTimeout: Int32Array): number {
  byTimeout.fill(0);
  let always = 0;
  for (let i = 0; i < count; i++) {
    if ((duration[i] as number) > Math.max(delay, fire[i] as number) + EPS) always++;
    else {
      const bin = outlived[i] as number;
      byTimeout[bin] = (byTimeout[bin] as number) + 1;
    }
  }
  return always;
}

/** Policy type, then cutoff rate, latency, timeout rate, timeout, action delay, threshold: all ascending on exact floats. */
function ordered(rows: Rows, models: number, scored: ScoredSpans, holds: number, eots: number): Tradeoff {
  const keys = [rows.cutoffRate, rows.meanLatency, rows.timeoutRate, rows.timeout, rows.actionDelay, rows.threshold].map((by) => ({ by }));
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
  const order = Int32Array.from([...sortRows(range(0, models), keys), ...sortRows(range(models, rows.at), keys)]);
  const sorted = (from: Float64Array): Float64Array => Float64Array.from(order, (row) => from[row] as number);
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
