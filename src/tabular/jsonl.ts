/** JSON Lines: one object a line, each problem with file, line and column. Hostile bytes end in problems, never in a throw. */
import { suggest } from '../scenario/nearest.js';
import { showValue, type Problem } from '../scenario/problem.js';
import { scanJson } from './json-place.js';

/** A line of a table is no larger; a file without line breaks is none. */
const MAX_LINE_BYTES = 1_000_000;

export type Report = (problem: Problem) => void;

/** One line, whose fields are asked for by name; what is wrong with one is reported where it stands. */
export class JsonRow {
  constructor(
    readonly file: string,
    /** From 1. */
    readonly line: number,
    readonly text: string,
    readonly fields: Readonly<Record<string, unknown>>,
    readonly report: Report,
  ) {}

  /** "reviews.jsonl:12" */
  get place(): string {
    return `${this.file}:${this.line}`;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.fields, key) && this.fields[key] !== null;
  }

  get(key: string): unknown {
    return Object.hasOwn(this.fields, key) ? this.fields[key] : undefined;
  }

  string(key: string): string | undefined {
    const value = this.get(key);
    if (typeof value === 'string' && value !== '') return value;
    this.wrong(key, 'must be a text');
    return undefined;
  }

  boolean(key: string): boolean | undefined {
    const value = this.get(key);
    if (typeof value === 'boolean') return value;
    this.wrong(key, 'must be true or false');
    return undefined;
  }

  /** JSON has no NaN, but 1e999 is infinite. */
  number(key: string): number | undefined {
    const value = this.get(key);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.wrong(key, 'must be a number');
    return undefined;
  }

  /** Reports a field: "break_time must be a number, not "late"". */
  wrong(key: string, rule: string, hint?: string): void {
    if (!Object.hasOwn(this.fields, key)) {
      this.report(this.problem(key, `${key} is missing: it ${rule}`, hint ?? this.#nearest(key)));
      return;
    }
    this.report(this.problem(key, `${key} ${rule}, not ${showValue(this.fields[key])}`, hint ?? ''));
  }

  problem(key: string, message: string, hint = ''): Problem {
    const column = (scanJson(this.text).values.get(key) ?? 0) + 1;
    const value = Object.hasOwn(this.fields, key) ? showValue(this.fields[key]) : undefined;
    return { file: this.file, line: this.line, column, path: '', value, message, hint };
  }

  #nearest(key: string): string {
    const near = suggest(key, Object.keys(this.fields));
    return near.startsWith('Did you mean') ? `The line has no such field. ${near}` : '';
  }
}

const ONE_OBJECT = 'One JSON object a line is wanted.';

/** Reads the lines; empty ones are passed over. Numbers of lines count them. */
export function readJsonl(bytes: Uint8Array, file: string, report: Report): JsonRow[] {
  const rows: JsonRow[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [line, empty] = [0, true];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(0x0a, from);
    const to = end === -1 ? bytes.length : end;
    line++;
    const read = readLine(bytes.subarray(from, to), { file, line }, decoder, report);
    if (read instanceof JsonRow) rows.push(read);
    else if (read !== undefined) report(read);
    empty &&= read === undefined;
    from = to + 1;
  }
  if (empty) report(wrongLine({ file, line: 1 }, 1, 'the file is empty', ONE_OBJECT));
  return rows;
}

interface LinePlace {
  readonly file: string;
  readonly line: number;
}

const wrongLine = (place: LinePlace, column: number, message: string, hint = ''): Problem => ({
  ...place,
  column,
  path: '',
  value: undefined,
  message,
  hint,
});

/** The row, what is wrong with it, or undefined of an empty line. */
function readLine(
  bytes: Uint8Array,
  place: LinePlace,
  decoder: InstanceType<typeof TextDecoder>,
  report: Report,
): JsonRow | Problem | undefined {
  if (bytes.length > MAX_LINE_BYTES)
    return wrongLine(place, 1, `the line is too long: ${bytes.length} bytes, at most ${MAX_LINE_BYTES}`, ONE_OBJECT);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return wrongLine(place, 1, 'the line is not UTF-8 text');
  }
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { broken = 0 } = scanJson(text);
    const named = /^(?:NaN|-?Infinity)/.exec(text.slice(broken))?.[0];
    const hint = named === undefined ? ONE_OBJECT : `JSON has no ${named}: leave such values out, or write null.`;
    return wrongLine(place, broken + 1, 'this is not valid JSON', hint);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrongLine(place, 1, `a line must be an object, not ${showValue(value)}`, 'Write out an array, one object a line.');
  return new JsonRow(place.file, place.line, text, value as Record<string, unknown>, report);
}
