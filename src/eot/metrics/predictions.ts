/** Predictions of one model as columns, grouped by span: what every metric is computed from. */
import { EotError, listRepr } from '../error.js';
import { numbersOf, textsOf, type Table } from '../parquet/table.js';
import { byCodePoint, floatRepr } from '../python-json.js';

/** Rows of predictions.parquet; all columns have one length. NaN is no score. */
export interface Predictions {
  readonly rows: number;
  readonly id: readonly string[];
  readonly spanIndex: Float64Array;
  readonly label: readonly string[];
  readonly silenceDur: Float64Array;
  /** Undefined where the file has no such column: refused only by what needs it. */
  readonly pEot: Float64Array | undefined;
  readonly timestamp: Float64Array;
}

const NEEDED = ['id', 'label', 'silence_dur', 'span_index'];

const missing = (names: readonly string[]): EotError => new EotError(`prediction dataframe missing columns: ${listRepr(names)}`);

/** @throws EotError ValueError for missing columns, and for columns of another type than the benchmark's */
export function predictionsOf(from: Table): Predictions {
  const absent = NEEDED.filter((name) => !from.columns.has(name));
  if (absent.length > 0) throw missing(absent);
  const numbers = (name: string): Float64Array => {
    const values = numbersOf(from, name);
    if (values === undefined) throw new EotError(`the column ${name} of the predictions holds no numbers`);
    return values;
  };
  const texts = (name: string): readonly string[] => textsOf(from, name) ?? [];
  const predictions = {
    rows: from.rows,
    id: texts('id'),
    spanIndex: numbers('span_index'),
    label: texts('label'),
    silenceDur: numbers('silence_dur'),
    pEot: from.columns.has('p_eot') ? numbers('p_eot') : undefined,
    timestamp: from.columns.has('timestamp') ? numbers('timestamp') : numbers('silence_dur'),
  };
  refuseRows(predictions);
  return predictions;
}

/** Of what a file should not hold, the first row. Scores may be missing; what is there is a probability. */
function refuseRows({ rows, id, spanIndex, label, silenceDur, pEot }: Predictions): void {
  const lack = (row: number, name: string): EotError => new EotError(`row ${row} of the predictions has no ${name}`);
  for (let row = 0; row < rows; row++) {
    if ((id[row] as string | null) === null) throw lack(row, 'id');
    if (!Number.isFinite(spanIndex[row])) throw lack(row, 'span_index');
    if ((label[row] as string | null) === null) throw lack(row, 'label');
    if (!Number.isFinite(silenceDur[row])) throw lack(row, 'silence_dur');
    const p = pEot === undefined ? Number.NaN : (pEot[row] as number);
    if (p < 0 || p > 1) throw new EotError(`row ${row} of the predictions has p_eot ${floatRepr(p)}: a probability is 0 to 1`);
  }
}

/** @throws EotError when there is no column of scores */
export function scoresOf(predictions: Predictions): Float64Array {
  if (predictions.pEot === undefined) throw missing(['p_eot']);
  return predictions.pEot;
}

/** Every span's rows. Groups are numbered in order of their first row. */
export interface Grouping {
  readonly groups: number;
  /** Group of each row. */
  readonly of: Int32Array;
  /** First row of each group. */
  readonly first: readonly number[];
  /** Groups by id in code points, then span index. */
  readonly order: readonly number[];
}

export function groupBySpan({ rows, id, spanIndex }: Predictions): Grouping {
  const of = new Int32Array(rows);
  const first: number[] = [];
  const known = new Map<string, Map<number, number>>();
  let [lastId, lastIndex, lastGroup] = ['', Number.NaN, -1];
  for (let row = 0; row < rows; row++) {
    const name = id[row] as string;
    const index = spanIndex[row] as number;
    if (lastGroup < 0 || index !== lastIndex || name !== lastId) {
      let spans = known.get(name);
      if (spans === undefined) known.set(name, (spans = new Map<number, number>()));
      let group = spans.get(index);
      if (group === undefined) spans.set(index, (group = first.push(row) - 1));
      [lastId, lastIndex, lastGroup] = [name, index, group];
    }
    of[row] = lastGroup;
  }
  const ids = [...known.keys()];
  if (ids.some((name, i) => i > 0 && byCodePoint(ids[i - 1] ?? '', name) > 0)) ids.sort(byCodePoint);
  const order: number[] = [];
  for (const name of ids) for (const [, group] of [...(known.get(name) ?? [])].sort(([a], [b]) => a - b)) order.push(group);
  return { groups: first.length, of, first, order };
}
