/** The few rows that an error shows, laid out as pandas prints a small frame: people know it, and scripts compare it. */
import { formatFixed } from '../rounding.js';

export interface FrameColumn {
  readonly name: string;
  readonly values: readonly (string | number)[];
  /** Floats are printed with the places they need, six at most. */
  readonly kind: 'text' | 'integer' | 'float';
}

const MOST_ROWS = 10;
const PLACES = 6;

function floats(values: readonly (string | number)[]): string[] {
  const full = values.map((value) => (typeof value === 'number' && Number.isFinite(value) ? formatFixed(value, PLACES) : 'NaN'));
  let drop = 0;
  const zero = (text: string): boolean => text === 'NaN' || text.at(-1 - drop) === '0';
  while (drop < PLACES - 1 && full.every(zero)) drop++;
  return full.map((text) => (text === 'NaN' ? text : text.slice(0, text.length - drop)));
}

/** @param index row numbers, one a row. At most ten rows are shown. */
export function frameText(index: readonly number[], columns: readonly FrameColumn[]): string {
  const rows = index.slice(0, MOST_ROWS);
  const labels = ['', ...rows.map(String)];
  const width = Math.max(...labels.map(({ length }) => length));
  const blocks = columns.map(({ name, values, kind }) => {
    const shown = values.slice(0, MOST_ROWS);
    const cells = kind === 'float' ? floats(shown) : shown.map(String);
    const all = [kind === 'text' ? name : ` ${name}`, ...cells.map((cell) => ` ${cell}`)];
    const widest = Math.max(...all.map(({ length }) => length));
    return all.map((cell) => cell.padStart(widest));
  });
  return labels.map((label, line) => [label.padEnd(width), ...blocks.map((block) => block[line] ?? '')].join(' ')).join('\n');
}
