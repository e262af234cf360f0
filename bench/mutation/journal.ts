/**
 * What became of mutants, kept from pass to pass in a file of one JSON line a mutant, written as each is done: a pass that was broken off goes
 * on where it was, and only what was changed is tried again.
 *
 * A fate holds while the mutated source is what it was and so is what decided it: of a mutant that a test noticed that test's file, of one that
 * survived every test file that was to notice it. A test file is itself and the files of test/ that it imports. Changes in other sources are
 * not looked at: a figure that is published comes from a pass with --fresh.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../simulator/store/system-code.js';
import { TurnrigError, messageOf } from '../../src/error.js';
import type { Mutant } from './mutants.js';
import { FATES, type Fate } from './result.js';

const Line = z.object({
  mutant: z.string(),
  fate: z.enum(FATES),
  by: z.string().optional(),
  /** Test file at which the mutant was noticed, or hung. */
  at: z.string().optional(),
  tests: z.string(),
});
type Entry = z.infer<typeof Line>;

export interface Verdict {
  readonly fate: Fate;
  /** The test that noticed it. */
  readonly by?: string;
  /** Its file, where one test file decided. */
  readonly at?: string;
}

export interface Digests {
  /** Text of the mutated file. */
  readonly source: string;
  /** Digests of the test files that are to notice, by their path. */
  readonly tests: ReadonlyMap<string, string>;
}

export const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);

export class Journal {
  readonly #path: string;
  readonly #known = new Map<string, Entry>();

  /** @throws TurnrigError `input` when the file cannot be read. A line that is cut off or of another kind is passed over. */
  constructor(path: string, fresh: boolean) {
    this.#path = path;
    try {
      mkdirSync(dirname(path), { recursive: true });
      if (fresh) rmSync(path, { force: true });
      for (const line of readFileSync(path, 'utf8').split('\n')) {
        const entry = entryOf(line);
        if (entry) this.#known.set(entry.mutant, entry);
      }
    } catch (cause) {
      if (systemCode(cause) !== 'ENOENT')
        throw new TurnrigError('input', `the journal ${path} cannot be read: ${messageOf(cause)}`, { cause });
    }
  }

  /** What became of the mutant, if that still holds. */
  find(mutant: Mutant, digests: Digests): Verdict | undefined {
    const entry = this.#known.get(keyOf(mutant, digests));
    if (entry?.tests !== testsDigest(digests, entry?.at)) return undefined;
    const { fate, by, at } = entry;
    return { fate, ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
  }

  add(mutant: Mutant, digests: Digests, verdict: Verdict): void {
    const entry: Entry = { mutant: keyOf(mutant, digests), ...verdict, tests: testsDigest(digests, verdict.at) };
    this.#known.set(entry.mutant, entry);
    // At once and whole, so that a pass may end at any moment.
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`);
  }
}

function entryOf(line: string): Entry | undefined {
  try {
    return Line.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const keyOf = ({ file, from, to, text }: Mutant, { source }: Digests): string => digestOf(file, source, String(from), String(to), text);

function testsDigest({ tests }: Digests, at: string | undefined): string {
  return at === undefined ? digestOf(...[...tests].sort().flat()) : (tests.get(at) ?? '');
}
