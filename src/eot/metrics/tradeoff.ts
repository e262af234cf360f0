/** Rows of tradeoff.parquet: one a policy. */
import { EotError, listRepr } from '../error.js';
import { booleans, doubles, integers, numbersOf, strings, table, textsOf, type Table } from '../parquet/table.js';
import type { ScoreMode } from './scores.js';
import { float64Of } from './typed.js';

/** Columns; all of one length. Times in seconds, rates as shares; NaN where a VAD row has none. */
export interface Tradeoff {
  readonly rows: number;
  /** False: a row of the VAD baseline. */
  readonly model: Uint8Array;
  readonly threshold: Float64Array;
  readonly actionDelay: Float64Array;
  readonly timeout: Float64Array;
  readonly cutoffRate: Float64Array;
  readonly meanLatency: Float64Array;
  readonly timeoutRate: Float64Array;
  readonly detectRate: Float64Array;
  readonly f1: Float64Array;
  readonly pareto: Uint8Array;
  readonly mode: ScoreMode;
  readonly scorePoint: number | undefined;
  readonly holds: number;
  readonly eots: number;
}

export function tradeoffTable(from: Tradeoff): Table {
  const each = <T>(of: (row: number) => T): T[] => {
    const values: T[] = [];
    for (let row = 0; row < from.rows; row++) values.push(of(row));
    return values;
  };
  const isModel = (row: number): boolean => from.model[row] === 1;
  const constant = (value: number): Float64Array => new Float64Array(from.rows).fill(value);
  return table([
    ['policy_type', strings(each((row) => (isModel(row) ? 'model' : 'vad')))],
    ['threshold', doubles(from.threshold)],
    ['action_delay', doubles(from.actionDelay)],
    ['timeout', doubles(from.timeout)],
    ['score_point_s', doubles(float64Of(from.model, (model) => (model === 1 ? (from.scorePoint ?? Number.NaN) : Number.NaN)))],
    ['score_mode', strings(each((row) => (isModel(row) ? from.mode : 'vad')))],
    ['cutoff_rate', doubles(from.cutoffRate)],
    ['mean_latency', doubles(from.meanLatency)],
    ['timeout_rate', doubles(from.timeoutRate)],
    ['detect_rate', doubles(from.detectRate)],
    ['f1', doubles(from.f1)],
    ['n_hold_spans', integers(constant(from.holds))],
    ['n_eot_spans', integers(constant(from.eots))],
    ['is_pareto', booleans(each((row) => from.pareto[row] === 1))],
  ]);
}

/** What a comparison reads; other columns may be missing, as in files of older versions. */
const COMPARED = ['action_delay', 'cutoff_rate', 'detect_rate', 'mean_latency', 'policy_type', 'threshold', 'timeout'];

/** @throws EotError that names the file */
export function readTradeoff(from: Table, name: string): Tradeoff {
  const absent = COMPARED.filter((column) => !from.columns.has(column));
  if (absent.length > 0) throw new EotError(`${name} is missing required columns: ${listRepr(absent)}`);
  if (from.rows === 0) throw new EotError(`${name} is empty`);
  const numbers = (column: string): Float64Array => numbersOf(from, column) ?? new Float64Array(from.rows).fill(Number.NaN);
  const types = textsOf(from, 'policy_type') ?? [];
  const modes = textsOf(from, 'score_mode') ?? [];
  const firstModel = types.indexOf('model');
  const point = numbers('score_point_s')[Math.max(0, firstModel)];
  const pareto = from.columns.get('is_pareto');
  return {
    rows: from.rows,
    model: Uint8Array.from(types, (type) => (type === 'model' ? 1 : 0)),
    threshold: numbers('threshold'),
    actionDelay: numbers('action_delay'),
    timeout: numbers('timeout'),
    cutoffRate: numbers('cutoff_rate'),
    meanLatency: numbers('mean_latency'),
    timeoutRate: numbers('timeout_rate'),
    detectRate: numbers('detect_rate'),
    f1: numbers('f1'),
    pareto: pareto?.type === 'bool' ? Uint8Array.from(pareto.values, Number) : new Uint8Array(from.rows),
    mode: modes[firstModel] === 'max' ? 'max' : 'score_point',
    scorePoint: point === undefined || Number.isNaN(point) ? undefined : point,
    holds: numbers('n_hold_spans')[0] ?? Number.NaN,
    eots: numbers('n_eot_spans')[0] ?? Number.NaN,
  };
}
