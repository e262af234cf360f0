/** Frame probabilities as a table: which column is what, and what is wrong with a row. CSV and parquet come through here. */
import { showValue, type Problem } from '../scenario/problem.js';
import type { FrameCollector } from './frames.js';

/** Names of columns, the first that is there. */
const SESSION_COLUMNS = ['session', 'session_id'] as const;
const TIME_COLUMNS = ['t', 'time', 'time_s', 'timestamp'] as const;
const FRAME_COLUMNS = ['frame', 'frame_index'] as const;
const P_COLUMNS = ['p_wearer', 'p', 'probability'] as const;
/** All of them: a table may have many more. */
export const FRAME_COLUMN_NAMES: readonly string[] = [...SESSION_COLUMNS, ...TIME_COLUMNS, ...FRAME_COLUMNS, ...P_COLUMNS];
/** More problems of one file have one cause. */
const MOST_PROBLEMS = 100;

export interface FrameTableOptions {
  /** As the user named it. */
  readonly file: string;
  /** Session of a file that has no such column. */
  readonly session: string;
  /** Frames a second, where the table counts frames. */
  readonly fps: number | undefined;
}

interface Columns {
  readonly session: number;
  readonly time: number;
  readonly p: number;
  /** Units of the time column in a second: 1 of seconds, else frames. */
  readonly perSecond: number;
}

export class FrameTable {
  #columns: Columns | undefined;
  #told = 0;
  /** Rows without a probability: frames that are missing. */
  missing = 0;
  rows = 0;

  constructor(
    readonly options: FrameTableOptions,
    readonly into: FrameCollector,
    readonly report: (problem: Problem) => void,
  ) {}

  /** Whether the rows are worth reading. */
  header(names: readonly string[], line = 1): boolean {
    const own = names.map((name) => name.trim().replace(/^\ufeff/, ''));
    const find = (wanted: readonly string[]): number => own.findIndex((name) => wanted.includes(name));
    const twice = own.find((name, i) => FRAME_COLUMN_NAMES.includes(name) && own.indexOf(name) < i);
    if (twice !== undefined) this.#wrong(line, `the table has two columns of the name ${twice}`, '');
    const [session, time, frame, p] = [find(SESSION_COLUMNS), find(TIME_COLUMNS), find(FRAME_COLUMNS), find(P_COLUMNS)];
    const there = `The columns are: ${showValue(names.join(', '))}.`;
    if (p === -1) this.#wrong(line, 'the table has no column p_wearer', there);
    if (time === -1 && frame === -1) this.#wrong(line, 'the table has no column t (seconds) or frame', there);
    if (time === -1 && frame !== -1 && this.options.fps === undefined)
      this.#wrong(line, 'the table counts frames, and nothing says how many a second', 'Give --fps; EasyCom has 20.');
    if (this.#told > 0) return false;
    this.#columns = { session, time: time === -1 ? frame : time, p, perSecond: time === -1 ? (this.options.fps ?? 1) : 1 };
    return true;
  }

  /** @param line where the row stands; of parquet its number. */
  row(cells: readonly unknown[], line: number): void {
    const columns = this.#columns;
    if (columns === undefined) return;
    this.rows++;
    const p = cells[columns.p];
    if (p === '' || p === null || p === undefined) {
      this.missing++;
      return;
    }
    const named = columns.session === -1 ? this.options.session : textOf(cells[columns.session]);
    if (columns.session !== -1 && named === '') {
      this.#wrong(line, 'the row names no session, and the table has a column for it', 'Sessions never mix: write it into every row.');
      return;
    }
    const problem = this.into.add(named, numberOf(cells[columns.time]) / columns.perSecond, numberOf(p));
    if (problem !== undefined) this.#wrong(line, problem, columns.session === -1 ? '' : `Session ${showValue(named)}.`);
  }

  #wrong(line: number, message: string, hint: string): void {
    if (this.#told++ >= MOST_PROBLEMS) return;
    this.report({ file: this.options.file, line, column: 1, path: '', value: undefined, message, hint });
  }
}

function numberOf(cell: unknown): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint') return Number(cell);
  return typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : NaN;
}

function textOf(cell: unknown): string {
  return typeof cell === 'string' ? cell : typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : '';
}
