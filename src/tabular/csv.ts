/** CSV (RFC 4180): read in pieces of any size, so that a table larger than memory passes through; written a line at a time. */

/** A cell is no longer: a quote that never ends would take in the whole file. */
const MAX_CELL = 1_000_000;

/** Where a cell begins: line and column count from 1, columns in UTF-16 units as editors do. */
export interface CellPlace {
  readonly line: number;
  readonly column: number;
}

/** `place` is only good until it returns. */
export type OnRow = (cells: readonly string[], line: number, place: (cell: number) => CellPlace) => void;

/** Feed it text by `push`, then `end`. Rows come with the line on which they begin; empty lines are passed over. */
export class CsvReader {
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #line = 1;
  #rowLine = 1;
  #afterCr = false;
  /** Characters before the text of this push, and before this line. */
  #before = 0;
  #lineFrom = 0;
  /** Line and column of each cell of this row, one after the other. */
  #places: number[] = [];

  constructor(readonly onRow: OnRow) {}

  /** @throws CsvError at the line that is no CSV. */
  push(text: string): void {
    for (let at = 0; at < text.length;) at = this.#state === 'quoted' ? this.#quoted(text, at) : this.#unquoted(text, at);
    this.#before += text.length;
  }

  end(): void {
    if (this.#places.length === 2 * this.#cells.length) this.#begin(0);
    if (this.#state === 'quoted') {
      const { line, column } = placeOf(this.#places, this.#cells.length);
      throw new CsvError(line, 'a quoted cell does not end', column);
    }
    if (this.#state !== 'start' || this.#cells.length > 0) this.#row();
  }

  #unquoted(text: string, at: number): number {
    const character = text[at] ?? '';
    if (character === '\n' && this.#afterCr) {
      this.#afterCr = false;
      this.#lineFrom++;
      return at + 1;
    }
    if (this.#places.length === 2 * this.#cells.length) this.#begin(at);
    this.#afterCr = character === '\r';
    if (character === '\n' || character === '\r') {
      if (this.#state !== 'start' || this.#cells.length > 0) this.#row();
      this.#line++;
      this.#rowLine = this.#line;
      this.#lineFrom = this.#before + at + 1;
      this.#places.length = 0;
      return at + 1;
    }
    if (character === ',') {
      this.#take();
      return at + 1;
    }
    if (character === '"' && this.#state === 'start') {
      this.#state = 'quoted';
      return at + 1;
    }
    if (character === '"' && this.#state === 'closed') {
      this.#cell += '"';
      this.#state = 'quoted';
      return at + 1;
    }
    if (this.#state === 'closed') throw new CsvError(this.#line, 'text stands behind a quoted cell', this.#column(at));
    let to = at + 1;
    while (to < text.length && !STOP.has(text.charCodeAt(to))) to++;
    this.#grow(text.slice(at, to));
    this.#state = 'plain';
    return to;
  }

  #quoted(text: string, at: number): number {
    const close = text.indexOf('"', at);
    const to = close === -1 ? text.length : close;
    const piece = text.slice(at, to);
    this.#grow(piece);
    for (const { 0: mark, index } of piece.matchAll(/[\r\n]/g)) {
      const inPair = mark === '\n' && (index === 0 ? this.#afterCr : piece[index - 1] === '\r');
      if (!inPair) this.#line++;
      this.#lineFrom = this.#before + at + index + 1;
    }
    if (piece !== '') this.#afterCr = piece.endsWith('\r');
    if (close === -1) return to;
    this.#afterCr = false;
    this.#state = 'closed';
    return close + 1;
  }

  #grow(piece: string): void {
    this.#cell += piece;
    if (this.#cell.length <= MAX_CELL) return;
    const { line, column } = placeOf(this.#places, this.#cells.length);
    throw new CsvError(line, `a cell is longer than ${MAX_CELL} characters`, column);
  }

  #column(at: number): number {
    return this.#before + at - this.#lineFrom + 1;
  }

  /** The next cell begins here. */
  #begin(at: number): void {
    this.#places.push(this.#line, this.#column(at));
  }

  #take(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #row(): void {
    this.#take();
    const cells = this.#cells;
    const places = this.#places;
    this.#cells = [];
    this.#places = [];
    this.onRow(cells, this.#rowLine, (cell) => placeOf(places, cell));
  }
}

/** Of a cell that the row has not: the place of its last one. */
function placeOf(places: readonly number[], cell: number): CellPlace {
  const at = 2 * Math.min(cell, places.length / 2 - 1);
  return { line: places[at] ?? 1, column: places[at + 1] ?? 1 };
}

const STOP = new Set(['\n', '\r', ','].map((character) => character.charCodeAt(0)));

export class CsvError extends Error {
  constructor(
    readonly line: number,
    message: string,
    readonly column = 1,
  ) {
    super(message);
  }
}

export type CsvValue = string | number | boolean | undefined;

/** One line with its break; undefined and what is no number are empty. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

function csvCell(value: CsvValue): string {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
