/** From predictions to tradeoff.parquet and summary.json. */
import type { Table } from '../parquet/table.js';
import { pyFloat, type PyJson } from '../python-json.js';
import { classify } from './classification.js';
import { checkDelays, policyGrid, vadDelays, type GridLists, type PolicyGrid } from './grid.js';
import { frontierLatency, operatingPoints, type OperatingPoint } from './operating-points.js';
import { predictionsOf } from './predictions.js';
import { scoreSpans, type ScoredSpans } from './scores.js';
import { HOLD_RANGE, spanTable, type HoldRange } from './span-table.js';
import { sweep } from './sweep.js';
import type { Tradeoff } from './tradeoff.js';

export interface MetricsOptions extends GridLists {
  /** Seconds into a span at which the score counts; without it the first crossing of a threshold does. */
  readonly scorePoint?: number | undefined;
  readonly hold?: HoldRange;
}

export interface Metrics {
  readonly tradeoff: Tradeoff;
  readonly scored: ScoredSpans;
  /** Object of summary.json, keys in the reference's order. */
  readonly summary: PyJson;
}

/** @throws EotError with the reference's messages, in its order */
export function computeMetrics(predictions: Table, options: MetricsOptions = {}): Metrics {
  const hold = options.hold ?? HOLD_RANGE;
  checkDelays(options, hold.min);
  const rows = predictionsOf(predictions);
  const scored = scoreSpans(rows, spanTable(rows, hold), options.scorePoint);
  const grid = policyGrid(options);
  const tradeoff = sweep(scored, grid);
  return { tradeoff, scored, summary: summaryOf(tradeoff, scored, grid, hold) };
}

const optionalFloat = (value: number | undefined): PyJson => (value === undefined || Number.isNaN(value) ? null : pyFloat(value));

function counts({ spans, p }: ScoredSpans): Record<string, PyJson> {
  const all = { hold: 0, eot: 0, other: 0 };
  const scored = { hold: 0, eot: 0, other: 0 };
  spans.label.forEach((label, span) => {
    const kind = label === 'hold' || label === 'eot' ? label : 'other';
    all[kind]++;
    if (!Number.isNaN(p[span])) scored[kind]++;
  });
  const sum = (of: typeof all): number => of.hold + of.eot + of.other;
  return {
    n_spans: sum(all),
    n_hold_spans: all.hold,
    n_eot_spans: all.eot,
    n_scored_spans: sum(scored),
    n_scored_hold_spans: scored.hold,
    n_scored_eot_spans: scored.eot,
    n_missing_scores: sum(all) - sum(scored),
    n_missing_hold_scores: all.hold - scored.hold,
    n_missing_eot_scores: all.eot - scored.eot,
  };
}

function pointOf(from: Tradeoff, { budget, row }: OperatingPoint): PyJson {
  if (row === undefined) return null;
  const float = (column: Float64Array): PyJson => pyFloat(column[row] as number);
  return {
    cutoff_budget: pyFloat(budget),
    threshold: float(from.threshold),
    cutoff_rate: float(from.cutoffRate),
    mean_latency: float(from.meanLatency),
    timeout_rate: float(from.timeoutRate),
    detect_rate: float(from.detectRate),
    action_delay: float(from.actionDelay),
    timeout: float(from.timeout),
    score_point_s: optionalFloat(from.scorePoint),
    score_mode: from.mode,
  };
}

function summaryOf(tradeoff: Tradeoff, scored: ScoredSpans, grid: PolicyGrid, hold: HoldRange): PyJson {
  const has = (_: unknown, span: number): boolean => !Number.isNaN(scored.p[span]);
  const { auc, ap } = classify(
    scored.p.filter(has),
    scored.spans.label.filter(has).map((label) => label === 'eot'),
  );
  const list = (values: Float64Array): PyJson => Array.from(values, pyFloat);
  return {
    auc: optionalFloat(auc),
    ap: optionalFloat(ap),
    ...counts(scored),
    operating_points: Object.fromEntries(
      operatingPoints(tradeoff).map((point) => [`${Math.round(point.budget * 100)}pct`, pointOf(tradeoff, point)]),
    ),
    mean_frontier_latency_0_10: optionalFloat(frontierLatency(tradeoff)),
    score_mode: scored.mode,
    score_point_s: optionalFloat(scored.scorePoint),
    min_hold_span_duration: pyFloat(hold.min),
    max_hold_span_duration: pyFloat(hold.max),
    sweep_action_delays: list(grid.actionDelays),
    sweep_timeouts: list(grid.timeouts),
    sweep_delay_values: list(vadDelays(grid)),
  };
}
