/** Sweeps: one scene written once, played for every combination of its values. */
import type { Finding, Path } from './problem.js';
import { suggest } from './nearest.js';
import { SWEEP_NAME } from './schema.js';
import { list, mapping } from './short-forms.js';

export type SweepValue = string | number;

export interface Variant {
  readonly values: Readonly<Record<string, SweepValue>>;
  /** "[pause=400,word=yes]", empty without a sweep. Unique in its scene. */
  readonly suffix: string;
}

/** More variants of one scene are a slip, not a plan. */
export const MAX_VARIANTS = 2000;

/** `$name`, and `$$` for a plain dollar sign. "$5" is none. */
const REFERENCE = /\$\$|\$([A-Za-z][A-Za-z0-9_]*)/g;
const ONLY_A_REFERENCE = /^\$([A-Za-z][A-Za-z0-9_]*)$/;
/** Whether a value is `$name` and nothing else. */
export const isReference = (value: unknown): boolean => typeof value === 'string' && ONLY_A_REFERENCE.test(value);
/** Keys whose values are texts: a number put there becomes its digits. */
const TEXT_KEYS = new Set([
  'id',
  'title',
  'text',
  'clip',
  'speaker',
  'arm',
  'condition',
  'after',
  'since',
  'language',
  'assistant',
  'answer',
  'must_mention',
  'must_not_mention',
  'evidence',
]);

/** The sweep's own faults, and the variants of what is usable of it (at least one). */
export function variantsOf(scene: unknown, path: Path): { variants: Variant[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const axes: [string, SweepValue[]][] = [];
  const used = new Set<string>();
  forEachText(scene, [], (text) => {
    for (const name of namesIn(text)) used.add(name);
  });
  for (const [name, written] of Object.entries(mapping(mapping(scene)?.['sweep']) ?? {})) {
    const at = [...path, 'sweep', name];
    if (!SWEEP_NAME.test(name))
      findings.push({
        path: at,
        on: 'key',
        value: name,
        message: `"${name}" cannot be a sweep's name`,
        hint: 'Use letters, digits and "_", first a letter.',
      });
    const values = list(written).filter((value) => typeof value === 'number' || typeof value === 'string');
    for (const [i, value] of values.entries())
      if (values.indexOf(value) < i)
        findings.push({
          path: [...at, i],
          value,
          message: `the sweep's value ${value} stands there twice`,
          hint: 'Remove one; use repeats to play it more often.',
        });
    if (!used.has(name))
      findings.push({
        path: at,
        on: 'key',
        value: name,
        message: `the sweep's name "${name}" is used nowhere`,
        hint: `Write $${name} where its values belong.`,
      });
    if (values.length > 0) axes.push([name, [...new Set(values)]]);
  }
  const count = axes.reduce((product, [, values]) => product * values.length, 1);
  if (count > MAX_VARIANTS) {
    findings.push({
      path: [...path, 'sweep'],
      message: `the sweep makes ${count} variants, more than ${MAX_VARIANTS}`,
      hint: 'Use fewer values.',
    });
    return { variants: combine(axes.map(([name, values]) => [name, values.slice(0, 1)])), findings };
  }
  return { variants: combine(axes), findings };
}

function combine(axes: readonly (readonly [string, readonly SweepValue[]])[]): Variant[] {
  let all: Record<string, SweepValue>[] = [{}];
  for (const [name, values] of axes) all = all.flatMap((before) => values.map((value) => ({ ...before, [name]: value })));
  const seen = new Map<string, number>();
  return all.map((values) => {
    const shown = Object.entries(values).map(([name, value]) => `${name}=${String(value).replace(/[^\p{L}\p{N}_.+-]+/gu, '_')}`);
    const suffix = shown.length === 0 ? '' : `[${shown.join(',')}]`;
    const times = (seen.get(suffix) ?? 0) + 1;
    seen.set(suffix, times);
    return { values, suffix: times === 1 ? suffix : suffix.replace(/]$/, `~${times}]`) };
  });
}

/**
 * A copy of plain data with `$name` replaced. A value that is nothing but `$name` becomes the sweep's value with its type;
 * elsewhere it becomes text. Names that the sweep has not stay as they are (`unknownNames` reports them).
 */
export function substitute(data: unknown, values: Readonly<Record<string, SweepValue>>, key?: string): unknown {
  if (typeof data === 'string') {
    const only = ONLY_A_REFERENCE.exec(data)?.[1];
    if (only !== undefined && Object.hasOwn(values, only)) {
      const value = values[only];
      return key !== undefined && TEXT_KEYS.has(key) ? String(value) : value;
    }
    return data.replace(REFERENCE, (whole: string, name: string | undefined) =>
      name === undefined ? '$' : Object.hasOwn(values, name) ? String(values[name]) : whole,
    );
  }
  if (Array.isArray(data)) return data.map((item) => substitute(item, values, key));
  const object = mapping(data);
  if (object === undefined) return data;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(object)) copy[name] = name === 'sweep' ? value : substitute(value, values, name);
  return copy;
}

/** `$names` that no sweep defines, each where it stands. */
export function unknownNames(data: unknown, path: Path, known: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  forEachText(data, path, (text, at) => {
    for (const name of namesIn(text))
      if (!known.includes(name)) {
        const near = suggest(name, known);
        const hint = near === '' ? 'Add it to the scene\'s sweep, or write "$$" for a dollar sign.' : near;
        findings.push({ path: at, value: text, message: `$${name} is not in the sweep of this scene`, hint });
      }
  });
  return findings;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]));
}

function forEachText(data: unknown, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof data === 'string') visit(data, path);
  else if (Array.isArray(data)) data.forEach((item, i) => forEachText(item, [...path, i], visit));
  else for (const [key, value] of Object.entries(mapping(data) ?? {})) if (key !== 'sweep') forEachText(value, [...path, key], visit);
}
