/** Zod's issues in words for people, with the bad value and the nearest valid name. */
import { z } from 'zod';
import type { Finding, Path } from './problem.js';
import { suggest } from './nearest.js';
import { FORMAT_VERSION } from './schema.js';
import { isReference } from './sweep.js';

type Issue = z.core.$ZodIssue;

/** The value at a path of plain data; undefined when there is none. */
export function valueAt(data: unknown, path: Path): unknown {
  let at: unknown = data;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

/** Everything that is wrong with `data` by the schema, one finding a fault. `base` is where `data` lies in its document. */
export function checkShape(schema: z.ZodType, data: unknown, base: Path = []): Finding[] {
  const result = schema.safeParse(data);
  if (result.success) return [];
  return result.error.issues
    .filter(isToldOnce)
    .flatMap((issue) => explain(issue, schema, data))
    .map((f) => ({ ...f, path: [...base, ...f.path] }));
}

/** Zod bounds every whole number by itself; where the format has a bound of its own, that one is the message. */
function isToldOnce(issue: Issue, _: number, all: readonly Issue[]): boolean {
  if (issue.code !== 'too_big' || issue.maximum !== Number.MAX_SAFE_INTEGER) return true;
  const path = issue.path.join('.');
  return !all.some((other) => other !== issue && other.code === 'too_big' && other.path.join('.') === path);
}

function explain(issue: Issue, schema: z.ZodType, data: unknown): Finding[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  const value = valueAt(data, path);
  const last = path.at(-1);
  const name = typeof last === 'string' ? `"${last}"` : last === undefined ? 'the document' : `entry ${last + 1}`;
  const about = (message: string, hint = ''): Finding[] => [{ path, value, message, hint }];
  const shown = describe(value);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        on: 'key' as const,
        value: key,
        message: `unknown key "${key}"`,
        hint: suggest(key, keysOf(schema, path)),
      }));
    case 'invalid_type':
      if (value === undefined) return [{ path, missing: true, message: `${name} is missing`, hint: whatIs(schema, path) }];
      // A name that the sweep has not: unknownNames tells it.
      if (isReference(value)) return [];
      return about(
        `${name} must be ${EXPECTED[issue.expected] ?? issue.expected}, not ${shown}`,
        typeHint(issue.expected, value, schema, path),
      );
    case 'invalid_value': {
      const valid = issue.values.map(String);
      if (value === undefined) return [{ path, missing: true, message: `${name} is missing`, hint: `Valid here: ${valid.join(', ')}.` }];
      if (last === 'version' && valid.length === 1)
        return about(`version ${shown} is not a version of this format`, `Write "version: ${FORMAT_VERSION}".`);
      return about(`${shown} is not valid for ${name}`, suggest(value, valid));
    }
    case 'too_small':
      if (issue.origin === 'array' || issue.origin === 'string') return about(`${name} must not be empty`);
      if (last === 'offset')
        return about(
          `the offset must not be negative: a cue can only come after the agent's edge, not ${shown} before it`,
          'Use 0 or more.',
        );
      return about(
        `${name} must be at least ${issue.minimum}, not ${shown}`,
        issue.minimum === 0 ? 'Times are milliseconds and never negative.' : '',
      );
    case 'too_big':
      if (issue.origin === 'string') return about(`${name} is too long: at most ${issue.maximum} characters`);
      return about(
        `${name} must be at most ${issue.maximum}, not ${shown}`,
        issue.maximum === 3_600_000 ? 'Times are milliseconds; no time is longer than an hour.' : '',
      );
    case 'invalid_union':
      return about(`${name} must be a number or a text, not ${shown}`);
    case 'invalid_format':
      return about(`${name} ${issue.message}, not ${shown}`);
    default:
      return about(`${name}: ${issue.message}`);
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping of keys',
  record: 'a mapping of names',
  array: 'a list',
};

function describe(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return value.length > 40 ? `"${value.slice(0, 39)}…"` : `"${value}"`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
}

function typeHint(expected: string, value: unknown, schema: z.ZodType, path: Path): string {
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return `Put it into quotes: "${value}".`;
  if ((expected === 'number' || expected === 'int') && typeof value === 'string') {
    const number = /^\s*(-?\d+(?:\.\d+)?)\s*(ms|s)?\s*$/.exec(value);
    if (number?.[1] !== undefined)
      return `Write ${number[2] === 's' ? Number(number[1]) * 1000 : number[1]}: times are plain numbers of milliseconds.`;
  }
  if (expected === 'int' && typeof value === 'number') return `Write ${Math.round(value)}.`;
  return whatIs(schema, path);
}

/** The description of what belongs at a path, as the schema gives it. */
function whatIs(schema: z.ZodType, path: Path): string {
  const inner = schemaAt(schema, path);
  const text = inner === undefined ? undefined : z.globalRegistry.get(inner)?.description;
  return text === undefined ? '' : text.endsWith('.') ? text : `${text}.`;
}

function keysOf(schema: z.ZodType, path: Path): string[] {
  const inner = unwrap(schemaAt(schema, path));
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** The schema of the value at a path, still optional where it is; undefined outside the schema. */
function schemaAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  let at: z.ZodType | undefined = schema;
  for (const step of path) {
    const inner = unwrap(at);
    if (inner instanceof z.ZodObject) at = (inner.shape as Record<string, z.ZodType>)[step];
    else if (inner instanceof z.ZodArray) at = inner.element as z.ZodType;
    else if (inner instanceof z.ZodRecord) at = inner.valueType as z.ZodType;
    else return undefined;
  }
  return at instanceof z.ZodOptional && z.globalRegistry.get(at) === undefined ? (at.unwrap() as z.ZodType) : at;
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
}
