/** A CSV file with a fixed header (premature-reply.md, "Files"): every cell that is wrong is told, with its line and column. */
import { suggest } from '../scenario/nearest.js';
import { showValue, type Problem } from '../scenario/problem.js';
import { CsvError, CsvReader, type CellPlace } from '../tabular/csv.js';
import type { Place } from './model.js';

export type Report = (problem: Problem) => void;

/** A day of recording; a larger number is no position in a call. */
export const MOST_MS = 24 * 60 * 60 * 1000;
const BYTE_ORDER_MARK = '\ufeff';
/** More problems of one file have one cause. */
const MOST_PROBLEMS = 500;
/** No name has one: it would break the lines that name it. */
const CONTROL = /\p{Cc}/u;

/** One row, whose cells are asked for by name. A getter that returns undefined has reported why. */
export class TableRow {
  #wrongs = 0;

  constructor(
    readonly file: string,
    private readonly cells: ReadonlyMap<string, string>,
    private readonly places: ReadonlyMap<string, CellPlace>,
    private readonly begin: CellPlace,
    private readonly report: Report,
  ) {}

  /** How many of its cells were reported. */
  get wrongs(): number {
    return this.#wrongs;
  }

  readonly at = (column: string): Place => ({ file: this.file, ...(this.places.get(column) ?? this.begin) });

  /** Whether the table has such a column. */
  has(column: string): boolean {
    return this.cells.has(column);
  }

  raw(column: string): string {
    return this.cells.get(column) ?? '';
  }

  /** @returns text that is not empty. */
  name(column: string): string {
    const value = this.raw(column);
    if (value.trim() === '') this.wrong(column, `${column} is empty`);
    else if (value !== value.trim()) this.wrong(column, `${column} begins or ends with a space`, 'Take it away.');
    else if (CONTROL.test(value)) this.wrong(column, `${column} holds a control character, ${showValue(value)}`);
    return value;
  }

  /** Whole milliseconds from 0. @param empty an empty cell says that it is not known. */
  ms(column: string, empty: 'not-known'): number | undefined;
  ms(column: string): number;
  ms(column: string, empty?: 'not-known'): number | undefined {
    const value = this.raw(column);
    if (value === '' && empty !== undefined) return undefined;
    if (/^\d{1,12}$/.test(value) && Number(value) <= MOST_MS) return Number(value);
    const hint = /^\d+\.\d+$/.test(value) ? 'Are these seconds? Times are milliseconds of the whole recording.' : '';
    this.wrong(column, `${column} must be whole milliseconds from 0 to ${MOST_MS}, not ${showValue(value)}`, hint);
    return 0;
  }

  /** One of some words. */
  oneOf<T extends string>(column: string, words: readonly T[]): T | undefined {
    const value = this.raw(column);
    const found = words.find((word) => word === value);
    if (found === undefined)
      this.wrong(column, `${column} must be one of ${words.join(', ')}, not ${showValue(value)}`, suggest(value, words));
    return found;
  }

  /** One of some words, or nothing. */
  oneOfOrEmpty<T extends string>(column: string, words: readonly T[]): T | undefined {
    return this.raw(column) === '' ? undefined : this.oneOf(column, words);
  }

  wrong(column: string, message: string, hint = ''): void {
    this.#wrongs++;
    this.report({ ...this.at(column), path: '', value: this.raw(column), message, hint });
  }
}

/** Names of a file's columns by its first line; undefined, and told, where it cannot be read by them. */
export type HeaderRule = (cells: readonly string[], wrong: WrongCell) => readonly string[] | undefined;
/** @param cell undefined: the header as a whole. */
export type WrongCell = (cell: number | undefined, message: string, hint?: string) => void;

/**
 * Reads a table. Problems are reported; the rows that are returned have the right number of cells.
 *
 * @param bytes UTF-8; a byte order mark is accepted.
 * @param example a header, for a file without one.
 */
export function readTable(bytes: Uint8Array, file: string, header: HeaderRule, example: string, report: Report): TableRow[] {
  const rows: TableRow[] = [];
  let [told, lines] = [0, 0];
  let names: readonly string[] | undefined;
  const tell = (problem: Problem): void => {
    if (++told <= MOST_PROBLEMS) report(problem);
    else if (told === MOST_PROBLEMS + 1)
      report({
        ...problem,
        message: `more problems from here on; ${MOST_PROBLEMS} of the file are told`,
        hint: 'Mend these, then look again.',
      });
  };
  const wrong = (place: CellPlace, message: string, hint = ''): void => tell({ file, ...place, path: '', value: undefined, message, hint });
  const reader = new CsvReader((cells, line, place) => {
    if (lines++ === 0)
      names = header(cells, (cell, message, hint) => wrong(cell === undefined ? { line, column: 1 } : place(cell), message, hint));
    else if (names !== undefined && cells.length !== names.length) {
      const at = cells.length < names.length ? { line, column: 1 } : place(names.length);
      const hint = cells.length > names.length ? 'Put texts that contain a comma into double quotes.' : '';
      wrong(at, `the row has ${cells.length} cells, the header ${names.length}`, hint);
    } else if (names !== undefined) {
      const named = new Map(names.map((name, i) => [name, cells[i] ?? '']));
      rows.push(new TableRow(file, named, new Map(names.map((name, i) => [name, place(i)])), { line, column: 1 }, tell));
    }
  });
  const text = decode(bytes);
  if (text === undefined) {
    wrong({ line: 1, column: 1 }, 'the file is not UTF-8 text', 'Save it as "CSV UTF-8".');
    return [];
  }
  try {
    reader.push(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
    reader.end();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    wrong(error, error.message, error.message.includes('quoted') ? 'Inside double quotes a double quote is written twice.' : '');
  }
  if (lines === 0 && told === 0) wrong({ line: 1, column: 1 }, 'the file is empty', `It begins with the header ${example}`);
  return rows;
}

/** Just these columns in this order: unknown and missing ones are errors, and so is another order (premature-reply.md). */
export const exactly =
  (header: readonly string[]): HeaderRule =>
  (cells, wrong) => {
    const wanted = `The header is ${header.join(',')}`;
    if (cells.length === header.length && cells.every((name, i) => name === header[i])) return header;
    const missing = header.filter((name) => !cells.includes(name));
    let named = 0;
    for (const [i, name] of cells.entries()) {
      if (!header.includes(name)) wrong(i, `unknown column ${showValue(name)}`, missing.length > 0 ? suggest(name, missing) : wanted);
      else if (cells.indexOf(name) < i) wrong(i, `the column ${name} stands here twice`, wanted);
      else continue;
      named++;
    }
    for (const name of missing) wrong(undefined, `the column ${name} is missing`, wanted);
    if (named === 0 && missing.length === 0) {
      const first = cells.findIndex((name, i) => name !== header[i]);
      wrong(first, `the columns are in another order: ${header[first] ?? ''} belongs here`, wanted);
    }
    return undefined;
  };

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
