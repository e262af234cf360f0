/** YAML text to plain values that remember where they stand. Nothing here knows scenarios. */
import { LineCounter, isAlias, isMap, isScalar, isSeq, parseAllDocuments, type Node } from 'yaml';
import { formatPath, showValue, type Finding, type Path, type Problem } from './problem.js';
import { messageOf } from '../error.js';

/** A file larger than this is no scenario. 2,000 scenes of 15 turns take about 5 MB. */
export const MAX_FILE_BYTES = 16_000_000;
/** Values that a document may unfold to, aliases counted each time: bounds "billion laughs" files. */
export const MAX_VALUES = 500_000;
/** Deeper than any scenario; the reader recurses. */
const MAX_DEPTH = 100;

/** Where a value stands in the text: offsets of the value and of its key, and the same for what is in it. */
export interface Located {
  readonly at: number;
  readonly keyAt: number;
  readonly children: ReadonlyMap<string | number, Located>;
}

export interface YamlFile {
  /** Objects without a prototype, arrays, strings, numbers, booleans, null. */
  readonly value: unknown;
  readonly located: Located;
  /** Problems of the YAML itself: syntax, duplicate keys, aliases without end. */
  readonly problems: readonly Problem[];
  /** Line from which on the text is no YAML, so that what was read of it means nothing; Infinity when all of it is. */
  readonly brokenFrom: number;
  /** Turns what a check found into a problem with its place in the file. */
  readonly problem: (finding: Finding) => Problem;
}

/**
 * Reads one YAML document.
 *
 * @param file what the user calls it, for the problems.
 * @param needs what to say of an empty file.
 * @returns the document, or only problems when nothing in it can be checked. Never throws, whatever the bytes are.
 */
export function readYaml(
  bytes: Uint8Array,
  file: string,
  needs = 'A suite needs at least version, suite, speakers and scenes.',
): YamlFile | { readonly problems: readonly Problem[] } {
  const whole = (message: string, hint = '', line = 1, column = 1): { problems: Problem[] } => ({
    problems: [{ file, line, column, path: '', value: undefined, message, hint }],
  });
  if (bytes.length > MAX_FILE_BYTES)
    return whole(`the file is too large: ${bytes.length} bytes, at most ${MAX_FILE_BYTES}`, 'Split it into several suites.');
  const text = decode(bytes);
  if (typeof text === 'number') {
    const { line, column } = placeOfByte(bytes, text);
    return whole('the file is not UTF-8 text', 'Save it as UTF-8. Clips belong into files of their own.', line, column);
  }
  if (text.trim() === '') return whole('the file is empty', needs);
  try {
    return read(text, file, whole);
  } catch (error) {
    if (error instanceof RangeError) return whole('the file is nested too deeply to be read', 'A scenario needs no more than ten levels.');
    return whole(`the file cannot be read as YAML: ${messageOf(error)}`);
  }
}

function read(text: string, file: string, whole: (message: string, hint?: string) => { problems: Problem[] }): ReturnType<typeof readYaml> {
  const counter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: counter, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  if (!Array.isArray(documents)) return whole('the file is empty');
  const problems: Problem[] = [];
  const place = (offset: number): { line: number; column: number } => {
    const { line, col } = counter.linePos(Math.min(offset, text.length));
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const report = (offset: number, path: Path, message: string, hint = '', value?: string): void => {
    problems.push({ file, ...place(offset), path: formatPath(path), value, message, hint });
  };
  const [document, second] = documents;
  if (document === undefined) return whole('the file is empty');
  for (const error of [...document.errors, ...document.warnings])
    report(error.pos[0], [], `this is not valid YAML: ${messageOf(error)}`, hintFor(error.code));
  if (second !== undefined)
    report(second.range[0], [], 'the file holds more than one YAML document', 'One file is one suite: remove the "---".');
  if (document.contents === null) return { problems: problems.length > 0 ? problems : whole('the file is empty').problems };
  const reader = new Reader(report);
  const [value, located] = reader.read(document.contents, [], document.contents.range[0], 0);
  return {
    value,
    located,
    problems,
    brokenFrom: Math.min(Infinity, ...document.errors.map((error) => place(error.pos[0]).line)),
    problem: ({ path, on, value: bad, message, hint }) => {
      const node = find(located, path);
      return {
        file,
        ...place(on === 'key' ? node.keyAt : node.at),
        path: formatPath(path),
        value: bad === undefined ? undefined : showValue(bad),
        message,
        hint: hint ?? '',
      };
    },
  };
}

/** The place of the deepest part of a path that the file has. */
function find(located: Located, path: Path): Located {
  let at = located;
  for (const step of path) {
    const child = at.children.get(step);
    if (child === undefined) break;
    at = child;
  }
  return at;
}

type Report = (offset: number, path: Path, message: string, hint?: string, value?: string) => void;
const NOTHING: ReadonlyMap<string | number, Located> = new Map();

class Reader {
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();
  #values = 0;
  constructor(readonly report: Report) {}

  /** The value of a node and its place. Aliases are unfolded; cycles and floods are reported and become null. */
  read(node: unknown, path: Path, keyAt: number, depth: number): [unknown, Located] {
    const start = rangeOf(node) ?? keyAt;
    const leaf: Located = { at: start, keyAt, children: NOTHING };
    if (++this.#values > MAX_VALUES) {
      if (this.#values === MAX_VALUES + 1)
        this.report(start, path, `the file unfolds to more than ${MAX_VALUES} values`, 'Use fewer aliases.');
      return [null, leaf];
    }
    if (depth > MAX_DEPTH) {
      this.report(start, path, 'the file is nested too deeply', 'A scenario needs no more than ten levels.');
      return [null, leaf];
    }
    if (isAlias(node)) {
      const target = this.#anchors.get(node.source);
      if (target === undefined || this.#open.has(target)) {
        const why = target === undefined ? 'names no anchor that stands before it' : 'contains itself';
        this.report(start, path, `the alias *${node.source} ${why}`, '', `*${node.source}`);
        return [null, leaf];
      }
      return [this.read(target, path, keyAt, depth + 1)[0], leaf];
    }
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return [plainScalar(node.value), leaf];
    if (!isMap(node) && !isSeq(node)) return [null, leaf];
    this.#open.add(node);
    const children = new Map<string | number, Located>();
    const value = isSeq(node) ? this.#list(node.items, path, depth, children) : this.#map(node.items, path, depth, children);
    this.#open.delete(node);
    return [value, { at: start, keyAt, children }];
  }

  #list(items: readonly unknown[], path: Path, depth: number, children: Map<string | number, Located>): unknown[] {
    return items.map((item, i) => {
      const [value, located] = this.read(item, [...path, i], rangeOf(item) ?? 0, depth + 1);
      children.set(i, located);
      return value;
    });
  }

  #map(
    items: readonly { readonly key: unknown; readonly value: unknown }[],
    path: Path,
    depth: number,
    children: Map<string | number, Located>,
  ): Record<string, unknown> {
    const object = Object.create(null) as Record<string, unknown>;
    for (const { key, value } of items) {
      const keyAt = rangeOf(key) ?? 0;
      const name = isScalar(key) ? String(plainScalar(key.value)) : undefined;
      if (name === undefined) {
        this.report(keyAt, path, 'a key must be a plain name');
        continue;
      }
      if (children.has(name)) {
        this.report(keyAt, [...path, name], `the key "${name}" stands here twice`, 'Remove one of them.', name);
        continue;
      }
      const [plain, located] = this.read(value, [...path, name], keyAt, depth + 1);
      object[name] = plain;
      children.set(name, located);
    }
    return object;
  }
}

/** Values that JSON has not (dates, binary, big integers of explicit tags) become their text. */
function plainScalar(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'bigint' ? value.toString() : '(not a plain value)';
}

function rangeOf(node: unknown): number | undefined {
  return isAlias(node) || isMap(node) || isSeq(node) || isScalar(node) ? node.range?.[0] : undefined;
}

function hintFor(code: string): string {
  if (code === 'TAB_AS_INDENT') return 'Indent with spaces.';
  if (code === 'BAD_INDENT') return 'Keys of one level start in one column.';
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY' || code === 'MISSING_CHAR')
    return 'Put texts that contain ":" or "#" into double quotes.';
  return '';
}

/** The text, or the offset of the first byte that is not UTF-8. A byte order mark is dropped. */
function decode(bytes: Uint8Array): string | number {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    let [good, bad] = [0, bytes.length];
    // A stream decoder does not complain of a sequence cut off at the end, so the first failing prefix ends with the bad byte.
    while (good < bad) {
      const middle = (good + bad) >> 1;
      if (isUtf8Prefix(bytes.subarray(0, middle + 1))) good = middle + 1;
      else bad = middle;
    }
    return good;
  }
}

function isUtf8Prefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function placeOfByte(bytes: Uint8Array, offset: number): { line: number; column: number } {
  let [line, start] = [1, 0];
  for (let i = 0; i < offset; i++) if (bytes[i] === 0x0a) [line, start] = [line + 1, i + 1];
  return { line, column: offset - start + 1 };
}
