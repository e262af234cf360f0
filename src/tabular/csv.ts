/** CSV (RFC 4180): read in pieces of any size, so that a table larger than memory passes through; written a line at a time. */

/** A cell is no longer: a quote that never ends would take in the whole file. */
const MAX_CELL = 1_000_000;

export type OnRow = (cells: readonly string[], line: number) => void;

/** Feed it text by `push`, then `end`. Rows come with the line on which they begin; empty lines are passed over. */
export class CsvReader {
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #line = 1;
  #rowLine = 1;
  #afterCr = false;

  constructor(readonly onRow: OnRow) {}

  /** @throws CsvError at the line that is no CSV. */
  push(text: string): void {
    for (let at = 0; at < text.length;) at = this.#state === 'quoted' ? this.#quoted(text, at) : this.#unquoted(text, at);
  }

  end(): void {
    if (this.#state === 'quoted') throw new CsvError(this.#rowLine, 'a quoted cell does not end');
    if (this.#state !== 'start' || this.#cells.length > 0) this.#row();
  }

  #unquoted(text: string, at: number): number {
    const character = text[at] ?? '';
    if (character === '\n' && this.#afterCr) {
      this.#afterCr = false;
      return at + 1;
    }
    this.#afterCr = character === '\r';
    if (character === '\n' || character === '\r') {
      if (this.#state !== 'start' || this.#cells.length > 0) this.#row();
      this.#line++;
      this.#rowLine = this.#line;
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
    if (this.#state === 'closed') throw new CsvError(this.#line, 'text stands behind a quoted cell');
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
    for (let i = piece.indexOf('\n'); i !== -1; i = piece.indexOf('\n', i + 1)) this.#line++;
    if (close === -1) return to;
    this.#state = 'closed';
    return close + 1;
  }

  #grow(piece: string): void {
    this.#cell += piece;
    if (this.#cell.length > MAX_CELL) throw new CsvError(this.#rowLine, `a cell is longer than ${MAX_CELL} characters`);
  }

  #take(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #row(): void {
    this.#take();
    const cells = this.#cells;
    this.#cells = [];
    this.onRow(cells, this.#rowLine);
  }
}

const STOP = new Set(['\n', '\r', ','].map((character) => character.charCodeAt(0)));

export class CsvError extends Error {
  constructor(
    readonly line: number,
    message: string,
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
