/** Numbers and tables of the reports, as the public tool prints them. */
import { formatFixed } from '../rounding.js';

type Value = number | undefined;
const known = (value: Value): value is number => value !== undefined && Number.isFinite(value);

/** Seconds, three places; "-" for nothing. */
export const plainNumber = (value: Value): string => (known(value) ? formatFixed(value, 3) : '-');
/** Seconds as "420 ms". */
export const milliseconds = (value: Value): string => (known(value) ? `${formatFixed(value * 1000, 0)} ms` : '-');
/** A share as "9.6%". */
export const percent = (value: Value): string => (known(value) ? `${formatFixed(100 * value, 1)}%` : '-');

const escapeCell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', ' ');

export interface Cell {
  readonly text: string;
  readonly bold?: boolean;
}

export function markdownTable(headers: readonly string[], rows: readonly (readonly (string | Cell)[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cell = (one: string | Cell): string => {
    if (typeof one === 'string') return escapeCell(one);
    return one.bold === true ? `**${escapeCell(one.text)}**` : escapeCell(one.text);
  };
  return [line(headers.map(escapeCell)), line(headers.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
}
