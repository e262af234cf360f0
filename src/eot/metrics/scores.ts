/** One score a span, and when a policy that watches it would fire (eot-bench.md, "Metrics": score-point mode and max mode). */
import { EPS } from '../constants.js';
import { EotError } from '../error.js';
import { floatRepr } from '../python-json.js';
import { frameText } from './frame-text.js';
import { scoresOf, type Predictions } from './predictions.js';
import type { SpanTable } from './span-table.js';
import { float64Of, upTo } from './typed.js';

/** numpy.isclose's relative tolerance. */
const RELATIVE = 1e-5;

export type ScoreMode = 'score_point' | 'max';

/**
 * Scores of the spans, in their order. A policy with threshold x fires in span s at the first of its steps whose score is above x: steps
 * `begin[s]` to `begin[s + 1]` of `time` and `score`, ascending in both.
 */
export interface ScoredSpans {
  readonly spans: SpanTable;
  readonly mode: ScoreMode;
  /** Seconds into a span; undefined in max mode. */
  readonly scorePoint: number | undefined;
  /** NaN for none. */
  readonly p: Float64Array;
  readonly begin: Int32Array;
  readonly time: Float64Array;
  readonly score: Float64Array;
}

/** @throws EotError for scores that are missing, or lie beside the score point */
export function scoreSpans(predictions: Predictions, spans: SpanTable, scorePoint: number | undefined): ScoredSpans {
  return scorePoint === undefined ? maxScores(predictions, spans) : pointScores(predictions, spans, scorePoint);
}

function pointScores(predictions: Predictions, spans: SpanTable, point: number): ScoredSpans {
  if (!(point >= 0)) throw new EotError('score_point_s must be non-negative');
  const { silenceDur, timestamp } = predictions;
  const p = scoresOf(predictions);
  const groups = spans.grouping.groups;
  const firstRow = new Int32Array(groups).fill(-1);
  const scoredRow = new Int32Array(groups).fill(-1);
  const earlier = (row: number, than: number): boolean => {
    const [a, b] = [silenceDur[row] as number, silenceDur[than] as number];
    return a < b || (a === b && (timestamp[row] as number) < (timestamp[than] as number));
  };
  for (let row = 0; row < predictions.rows; row++) {
    if (!((silenceDur[row] as number) >= point - EPS)) continue;
    const group = spans.grouping.of[row] as number;
    const first = firstRow[group] as number;
    if (first < 0 || earlier(row, first)) firstRow[group] = row;
    if (Number.isNaN(p[row])) continue;
    const scored = scoredRow[group] as number;
    if (scored < 0 || earlier(row, scored)) scoredRow[group] = row;
  }
  const at = (rows: Int32Array, from: Float64Array): Float64Array =>
    float64Of(spans.group, (group) => from[rows[group] as number] ?? Number.NaN);
  const score = at(scoredRow, p);
  const time = at(firstRow, silenceDur);
  refuse(spans, score, time, point);
  return {
    spans,
    mode: 'score_point',
    scorePoint: point,
    p: score,
    begin: upTo(time.length + 1),
    time,
    score,
  };
}

/** In the reference's order: a span that lived to the point without a score, a score beside the point, an end of turn without one. */
function refuse(spans: SpanTable, score: Float64Array, time: Float64Array, point: number): void {
  const which = (test: (span: number) => boolean): number[] => spansWhere(spans, test);
  const has = (span: number): boolean => !Number.isNaN(score[span]);
  const show = (found: readonly number[]): string => `examples:\n${spanFrame(spans, found, score, time)}`;
  const missing = which((span) => (spans.duration[span] as number) >= point - EPS && !has(span));
  if (missing.length > 0)
    throw new EotError(
      `missing score at ${floatRepr(point)}s on ${missing.length} spans that survive to the score point; ${show(missing)}`,
    );
  const beside = which((span) => has(span) && !(Math.abs((time[span] as number) - point) <= EPS + RELATIVE * Math.abs(point)));
  if (beside.length > 0) throw new EotError(`selected score time differs from requested ${floatRepr(point)}s; ${show(beside)}`);
  const silent = which((span) => spans.label[span] === 'eot' && !has(span));
  if (silent.length > 0) throw new EotError(`missing official score for true EoT spans; ${show(silent)}`);
}

function maxScores(predictions: Predictions, spans: SpanTable): ScoredSpans {
  const { silenceDur } = predictions;
  const p = scoresOf(predictions);
  const { begin: from, rows } = rowsBySpan(predictions, spans, p);
  const best = new Float64Array(spans.group.length).fill(Number.NaN);
  const begin = new Int32Array(spans.group.length + 1);
  const [time, score] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  let steps = 0;
  for (let span = 0; span < best.length; span++) {
    const own = rows.subarray(from[span], from[span + 1]);
    putInTime(own, silenceDur);
    // Only a row above all earlier ones can be the first above some threshold.
    let highest = -Infinity;
    for (const row of own) {
      const value = p[row] as number;
      if (value <= highest) continue;
      highest = value;
      time[steps] = silenceDur[row] as number;
      score[steps++] = value;
    }
    if (own.length > 0) best[span] = highest;
    begin[span + 1] = steps;
  }
  const silent = spansWhere(spans, (span) => spans.label[span] === 'eot' && Number.isNaN(best[span]));
  if (silent.length > 0) {
    const none = new Float64Array(best.length).fill(Number.NaN);
    throw new EotError(`missing max score for true EoT spans; examples:\n${spanFrame(spans, silent, none, none)}`);
  }
  return { spans, mode: 'max', scorePoint: undefined, p: best, begin, time: time.subarray(0, steps), score: score.subarray(0, steps) };
}

function spansWhere(spans: SpanTable, test: (span: number) => boolean): number[] {
  const found: number[] = [];
  for (let span = 0; span < spans.group.length; span++) if (test(span)) found.push(span);
  return found;
}

/** Rows that have a score, one span's behind another's: those of span s are `begin[s]` to `begin[s + 1]` of `rows`, in order. */
function rowsBySpan(
  predictions: Predictions,
  spans: SpanTable,
  p: Float64Array,
): { readonly begin: Int32Array; readonly rows: Int32Array } {
  const { grouping } = spans;
  const spanOf = new Int32Array(grouping.groups).fill(-1);
  spans.group.forEach((group, span) => (spanOf[group] = span));
  const begin = new Int32Array(spans.group.length + 1);
  const of = (row: number): number => (Number.isNaN(p[row]) ? -1 : (spanOf[grouping.of[row] as number] as number));
  for (let row = 0; row < predictions.rows; row++) {
    const span = of(row);
    if (span >= 0) begin[span + 1] = (begin[span + 1] as number) + 1;
  }
  for (let span = 0; span < spans.group.length; span++) begin[span + 1] = (begin[span + 1] as number) + (begin[span] as number);
  const next = begin.slice();
  const rows = new Int32Array(begin.at(-1) ?? 0);
  for (let row = 0; row < predictions.rows; row++) {
    const span = of(row);
    if (span < 0) continue;
    rows[next[span] as number] = row;
    next[span] = (next[span] as number) + 1;
  }
  return { begin, rows };
}

/** By silence; rows of the same silence stay in their order. */
function putInTime(rows: Int32Array, silenceDur: Float64Array): void {
  for (let i = 1; i < rows.length; i++)
    if ((silenceDur[rows[i - 1] as number] as number) > (silenceDur[rows[i] as number] as number)) {
      rows.sort((a, b) => (silenceDur[a] as number) - (silenceDur[b] as number));
      return;
    }
}

function spanFrame(spans: SpanTable, found: readonly number[], score: Float64Array, time: Float64Array): string {
  const floats = (name: string, from: Float64Array) => ({ name, kind: 'float' as const, values: found.map((i) => from[i] ?? Number.NaN) });
  return frameText(found, [
    { name: 'id', kind: 'text', values: found.map((i) => spans.id[i] ?? '') },
    { name: 'span_index', kind: 'integer', values: found.map((i) => spans.spanIndex[i] ?? 0) },
    { name: 'label', kind: 'text', values: found.map((i) => spans.label[i] ?? '') },
    floats('span_dur', spans.duration),
    floats('span_duration', spans.duration),
    floats('p_eot', score),
    floats('score_time', time),
  ]);
}
