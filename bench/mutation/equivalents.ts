/**
 * Mutants that change no rule, each with the reason why no test can notice it: bench/mutation/equivalents.json. They do not count. An entry that
 * fits no mutant, or more than one, or one that a test does notice, is an error: the list must not outlive what it speaks of.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { TurnrigError } from '../../src/error.js';
import type { Mutant } from './mutants.js';

const Entry = z.strictObject({
  file: z.string(),
  /** The trimmed line of the source. */
  code: z.string(),
  /** "old -> new". */
  mutant: z.string(),
  /** Which one, from 1, where a file has several of these. */
  nth: z.int().min(1).optional(),
  reason: z.string().min(10),
});
export type Equivalent = z.infer<typeof Entry>;

export const changeOf = (mutant: Pick<Mutant, 'old' | 'new'>): string => `${mutant.old} -> ${mutant.new}`;

/** @throws TurnrigError `input` when the file is no list of equivalents. */
export async function readEquivalents(path: string): Promise<Equivalent[]> {
  const read = z.array(Entry).safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!read.success) throw new TurnrigError('input', `${path}: ${z.prettifyError(read.error)}`);
  return read.data;
}

export interface Matched {
  /** Reasons by the mutant's id. */
  readonly reasons: ReadonlyMap<number, string>;
  /** What is wrong with the list. */
  readonly problems: readonly string[];
}

export function matchEquivalents(entries: readonly Equivalent[], mutants: readonly Mutant[]): Matched {
  const reasons = new Map<number, string>();
  const problems: string[] = [];
  for (const entry of entries) {
    const found = mutants.filter(
      ({ file, code, ...change }) => file === entry.file && code === entry.code && changeOf(change) === entry.mutant,
    );
    const one = entry.nth === undefined && found.length > 1 ? undefined : found[(entry.nth ?? 1) - 1];
    const name = `${entry.file}: "${entry.mutant}" in "${entry.code}"`;
    if (!one)
      problems.push(
        found.length === 0 ? `${name} fits no mutant: the code has changed` : `${name} fits ${found.length} mutants: say which (nth)`,
      );
    else if (reasons.has(one.id)) problems.push(`${name} is listed twice`);
    else reasons.set(one.id, entry.reason);
  }
  return { reasons, problems };
}
