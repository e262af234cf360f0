/** Silence alone: a policy that answers after a fixed pause. Finer in the tables than in the sweep (eot-bench.md, compare-models). */
import { EPS, REPORT_LATENCY_BUDGETS, VAD_TABLE_STEP } from '../constants.js';
import type { HoldRange } from '../metrics/span-table.js';
import type { Tradeoff } from '../metrics/tradeoff.js';
import { numpyRound6 } from '../rounding.js';

export interface VadPoint {
  /** Seconds: the pause itself. */
  readonly meanLatency: number;
  readonly cutoffRate: number;
}

const byLatency = (a: VadPoint, b: VadPoint): number => a.meanLatency - b.meanLatency || a.cutoffRate - b.cutoffRate;

/** The sweep's own VAD rows, those of all models together; equal ones once. */
export function sweptBaseline(tradeoffs: readonly Tradeoff[]): VadPoint[] {
  const seen = new Map<string, VadPoint>();
  for (const from of tradeoffs) {
    for (let row = 0; row < from.rows; row++) {
      if (from.model[row] === 1) continue;
      const point = { meanLatency: from.meanLatency[row] as number, cutoffRate: from.cutoffRate[row] as number };
      if (Number.isNaN(point.meanLatency) || Number.isNaN(point.cutoffRate)) continue;
      seen.set(`${point.meanLatency} ${point.cutoffRate} ${from.holds} ${from.eots}`, point);
    }
  }
  return [...seen.values()].sort(byLatency);
}

/** `numpy.arange(start, stop, step)`: the step is the difference of the first two values as they come out in floats. */
function arange(start: number, stop: number, step: number): number[] {
  const delta = start + step - start;
  return Array.from({ length: Math.max(0, Math.ceil((stop - start) / step)) }, (_, i) => start + i * delta);
}

/**
 * A baseline every 10 ms from the span set's holds.
 * @param holds durations in seconds, as span_set.parquet has them
 * @returns `fallback` where the span set has no hold within the range
 */
export function fineBaseline(holds: readonly number[], range: HoldRange, fallback: readonly VadPoint[]): readonly VadPoint[] {
  const kept = holds.filter((duration) => duration >= range.min - EPS && duration <= range.max + EPS);
  if (kept.length === 0) return fallback;
  const longest = Math.max(range.max, ...fallback.map(({ meanLatency }) => meanLatency));
  const grid = arange(range.min, longest + VAD_TABLE_STEP / 2, VAD_TABLE_STEP).map(numpyRound6);
  const delays = [...new Set([...grid, ...REPORT_LATENCY_BUDGETS])].filter((delay) => delay >= range.min - EPS && delay <= longest + EPS);
  return delays
    .map((delay) => ({ meanLatency: delay, cutoffRate: kept.filter((duration) => duration > delay + EPS).length / kept.length }))
    .sort(byLatency);
}

/** The fewest cutoffs within a latency budget. */
export function vadCutoffWithin(points: readonly VadPoint[], latencyBudget: number): number | undefined {
  const within = points.filter(({ meanLatency }) => meanLatency <= latencyBudget + EPS);
  return within.length === 0 ? undefined : Math.min(...within.map(({ cutoffRate }) => cutoffRate));
}

/** The shortest latency within a cutoff budget. */
export function vadLatencyWithin(points: readonly VadPoint[], cutoffBudget: number): number | undefined {
  const within = points.filter(({ cutoffRate }) => cutoffRate <= cutoffBudget + EPS);
  return within.length === 0 ? undefined : Math.min(...within.map(({ meanLatency }) => meanLatency));
}
