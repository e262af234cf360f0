/** Spans of a run that count: the denominator of every rate (eot-bench.md, "Metrics"). */
import { EPS, MAX_HOLD, MIN_HOLD } from '../constants.js';
import { EotError } from '../error.js';
import { frameText, type FrameColumn } from './frame-text.js';
import { groupBySpan, type Grouping, type Predictions } from './predictions.js';
import { float64Of } from './typed.js';

/** Seconds; both ends belong to it. */
export interface HoldRange {
  readonly min: number;
  readonly max: number;
}

export const HOLD_RANGE: HoldRange = { min: MIN_HOLD, max: MAX_HOLD };

/** One entry a span, by id in code points and then span index. */
export interface SpanTable {
  readonly id: readonly string[];
  readonly spanIndex: Float64Array;
  readonly label: readonly string[];
  /** The longest silence_dur among the span's rows. */
  readonly duration: Float64Array;
  /** The span's group in `grouping`. */
  readonly group: Int32Array;
  readonly grouping: Grouping;
}

export function checkHoldRange({ min, max }: HoldRange): void {
  if (!(min >= 0)) throw new EotError('min_hold_span_duration must be non-negative');
  if (!(max >= min)) throw new EotError('max_hold_span_duration must be >= min_hold_span_duration');
}

/** @throws EotError: a range that is none, two labels for one span, nothing left */
export function spanTable(predictions: Predictions, range: HoldRange = HOLD_RANGE): SpanTable {
  checkHoldRange(range);
  const grouping = groupBySpan(predictions);
  const { label, silenceDur } = predictions;
  const longest = new Float64Array(grouping.groups).fill(-Infinity);
  let conflict = false;
  for (let row = 0; row < predictions.rows; row++) {
    const group = grouping.of[row] as number;
    const silence = silenceDur[row] as number;
    if (silence > (longest[group] as number)) longest[group] = silence;
    conflict ||= label[row] !== label[grouping.first[group] as number];
  }
  if (conflict) refuseConflicts(predictions, grouping);
  const labelOf = (group: number): string => predictions.label[grouping.first[group] as number] as string;
  const kept = grouping.order.filter((group) => {
    const duration = longest[group] as number;
    return labelOf(group) !== 'hold' || (duration >= range.min - EPS && duration <= range.max + EPS);
  });
  if (kept.length === 0) throw new EotError('No spans remain after hold-duration filtering');
  return {
    id: kept.map((group) => predictions.id[grouping.first[group] as number] as string),
    spanIndex: float64Of(kept, (group) => predictions.spanIndex[grouping.first[group] as number] as number),
    label: kept.map(labelOf),
    duration: float64Of(kept, (group) => longest[group] as number),
    group: Int32Array.from(kept),
    grouping,
  };
}

function refuseConflicts(predictions: Predictions, grouping: Grouping): never {
  const seen = new Map<number, Map<string, number>>();
  for (let row = 0; row < predictions.rows; row++) {
    const group = grouping.of[row] as number;
    const labels = seen.get(group) ?? new Map<string, number>();
    seen.set(group, labels);
    const label = predictions.label[row] as string;
    if (!labels.has(label)) labels.set(label, row);
  }
  const rows = [...seen.values()].filter(({ size }) => size > 1).flatMap((labels) => [...labels.values()]);
  rows.sort((a, b) => a - b);
  const columns: FrameColumn[] = [
    { name: 'id', kind: 'text', values: rows.map((row) => predictions.id[row] ?? '') },
    { name: 'span_index', kind: 'integer', values: rows.map((row) => predictions.spanIndex[row] ?? 0) },
    { name: 'label', kind: 'text', values: rows.map((row) => predictions.label[row] ?? '') },
  ];
  throw new EotError(`conflicting labels for spans; examples:\n${frameText(rows, columns)}`);
}
