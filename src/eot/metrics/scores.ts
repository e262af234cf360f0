/** One score a span, and when a policy that watches it would fire (eot-bench.md, "Metrics": score-point mode and max mode). */
import { EPS } from '../constants.js';
import { EotError } from '../error.js';
import { floatRepr } from '../python-json.js';
import { frameText } from './frame-text.js';
import { scoresOf, type Predictions } from './predictions.js';
import type { SpanTable } from './span-table.js';

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
    Float64Array.from(spans.group, (group) => ((rows[group] as number) < 0 ? Number.NaN : (from[rows[group] as number] as number)));
  const score = at(scoredRow, p);
  const time = at(firstRow, silenceDur);
  refuse(spans, score, time, point);
  return {
    spans,
    mode: 'score_point',
    scorePoint: point,
    p: score,
    begin: Int32Array.from({ length: time.length + 1 }, (_, i) => i),
    time,
    score,
  };
}

/** In the reference's order: a span that lived to the point without a score, a score beside the point, an end of turn without one. */
function refuse(spans: SpanTable, score: Float64Array, time: Float64Array, point: number): void {
  const which = (test: (span: number) => boolean): number[] => spans.label.flatMap((_, span) => (test(span) ? [span] : []));
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
  const rowsOf = rowsBySpan(predictions, spans, p);
  const best = new Float64Array(spans.group.length).fill(Number.NaN);
  const begin = new Int32Array(spans.group.length + 1);
  const [time, score]: [number[], number[]] = [[], []];
  rowsOf.forEach((rows, span) => {
    // Only a row above all earlier ones can be the first above some threshold.
    let highest = -Infinity;
    for (const row of inTime(rows, silenceDur)) {
      const value = p[row] as number;
      if (value <= highest) continue;
      highest = value;
      time.push(silenceDur[row] as number);
      score.push(value);
    }
    if (rows.length > 0) best[span] = highest;
    begin[span + 1] = time.length;
  });
  const silent = spans.label.flatMap((label, span) => (label === 'eot' && Number.isNaN(best[span]) ? [span] : []));
  if (silent.length > 0) {
    const none = new Float64Array(best.length).fill(Number.NaN);
    throw new EotError(`missing max score for true EoT spans; examples:\n${spanFrame(spans, silent, none, none)}`);
  }
  const steps = { begin, time: Float64Array.from(time), score: Float64Array.from(score) };
  return { spans, mode: 'max', scorePoint: undefined, p: best, ...steps };
}

/** Rows that have a score, a list a span. */
function rowsBySpan(predictions: Predictions, spans: SpanTable, p: Float64Array): number[][] {
  const spanOf = new Int32Array(spans.grouping.groups).fill(-1);
  spans.group.forEach((group, span) => (spanOf[group] = span));
  const rows: number[][] = Array.from(spans.group, () => []);
  for (let row = 0; row < predictions.rows; row++) {
    const span = spanOf[spans.grouping.of[row] as number] as number;
    if (span >= 0 && !Number.isNaN(p[row])) rows[span]?.push(row);
  }
  return rows;
}

function inTime(rows: readonly number[], silenceDur: Float64Array): readonly number[] {
  const sorted = rows.every((row, i) => i === 0 || (silenceDur[rows[i - 1] as number] as number) <= (silenceDur[row] as number));
  return sorted ? rows : rows.toSorted((a, b) => (silenceDur[a] as number) - (silenceDur[b] as number));
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
