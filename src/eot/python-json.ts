/**
 * JSON as Python's `json` writes and reads it. Run folders are named by a hash over such text (eot-bench.md, "Files"), and manifests of
 * the public tool may hold NaN, which JSON has not.
 */
import { TurnrigError, messageOf } from '../error.js';

/** A number that is a float in Python: 3 is written 3.0. Plain numbers are ints where they are whole. */
export class PyFloat {
  constructor(readonly value: number) {}
}

export const pyFloat = (value: number): PyFloat => new PyFloat(value);

export type PyJson = null | boolean | number | string | PyFloat | readonly PyJson[] | { readonly [key: string]: PyJson | undefined };

/** `repr(float)`: the shortest digits that read back the same; exponents from 1e16 on and below 1e-4. */
export function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(exponent);
  if (value === 0) return `${sign}0.0`;
  if (point < -4 || point >= 16) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${sign}${digits.slice(0, 1)}${fraction}e${point < 0 ? '-' : '+'}${String(Math.abs(point)).padStart(2, '0')}`;
  }
  if (point < 0) return `${sign}0.${'0'.repeat(-point - 1)}${digits}`;
  const whole = digits.slice(0, point + 1).padEnd(point + 1, '0');
  return `${sign}${whole}.${digits.slice(point + 1) || '0'}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
  '"': '\\"',
  '\\': '\\\\',
};

/** A string in ASCII: all else as \uXXXX. */
function text(value: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is escaped
  return `"${value.replace(/[\u0000-\u001f"\\]|[^\u0000-\u007e]/gu, (c) => ESCAPES[c] ?? escaped(c))}"`;
}

function escaped(character: string): string {
  let out = '';
  for (let i = 0; i < character.length; i++) out += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return out;
}

function scalar(value: null | boolean | number | string | PyFloat): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return String(value);
  const float = value instanceof PyFloat ? value.value : value;
  if (!Number.isFinite(float)) return 'null';
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : floatRepr(float);
}

const isScalar = (value: PyJson): value is null | boolean | number | string | PyFloat =>
  value === null || typeof value !== 'object' || value instanceof PyFloat;

/** A UTF-16 unit moved so that units compare as the code points they begin: surrogates above all else. */
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

/** Order by code point, as Python compares strings. */
export function byCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** `json.dumps(value, sort_keys=True, separators=(",", ":"))`. Undefined properties are left out; what is not finite is null. */
export function compactJson(value: PyJson): string {
  if (isScalar(value)) return scalar(value);
  if (Array.isArray(value)) return `[${(value as readonly PyJson[]).map(compactJson).join(',')}]`;
  const entries = Object.entries(value as { readonly [key: string]: PyJson | undefined });
  const kept = entries.flatMap(([key, one]) => (one === undefined ? [] : [[key, one] as const]));
  return `{${kept
    .sort(([a], [b]) => byCodePoint(a, b))
    .map(([key, one]) => `${text(key)}:${compactJson(one)}`)
    .join(',')}}`;
}

/** `json.dumps(value, indent=2)`, keys as given. */
export function indentedJson(value: PyJson, indent = ''): string {
  if (isScalar(value)) return scalar(value);
  const deeper = `${indent}  `;
  const wrap = (open: string, lines: readonly string[], close: string): string =>
    lines.length === 0 ? open + close : `${open}\n${lines.map((line) => deeper + line).join(',\n')}\n${indent}${close}`;
  if (Array.isArray(value))
    return wrap(
      '[',
      (value as readonly PyJson[]).map((one) => indentedJson(one, deeper)),
      ']',
    );
  const entries = Object.entries(value as { readonly [key: string]: PyJson | undefined });
  const kept = entries.flatMap(([key, one]) => (one === undefined ? [] : [`${text(key)}: ${indentedJson(one, deeper)}`]));
  return wrap('{', kept, '}');
}

/** Reads JSON in which NaN and Infinity may stand; they become null. @throws TurnrigError 'input' that names the file. */
export function readPythonJson(source: string, name: string): unknown {
  try {
    return JSON.parse(source.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (token) => (token.startsWith('"') ? token : 'null')));
  } catch (cause) {
    throw new TurnrigError('input', `${name} is no JSON: ${messageOf(cause)}`, { cause });
  }
}
