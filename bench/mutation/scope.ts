/** Which rules are mutated, and which tests are to notice: those that assert the rules themselves, not runs that merely come by them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mutantsOf, type Mutant } from './mutants.js';

interface Scope {
  /** A folder, or files. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const SCOPES: readonly Scope[] = [
  { sources: ['src/score', 'src/score/statistics'], tests: ['test/score'] },
  { sources: ['src/stats'], tests: ['test/stats', 'test/score/statistics.test.ts', 'test/score/compared.test.ts'] },
  { sources: ['src/vad/find.ts', 'src/vad/runs.ts', 'src/vad/edges.ts'], tests: ['test/vad'] },
  { sources: ['src/schedule'], tests: ['test/schedule', 'test/session'] },
  { sources: ['src/session'], tests: ['test/session'] },
];
/**
 * They test the model and its runtime, or a whole procedure: its errors over thousands of simulated runs, its edges in recordings. A rule is to be
 * held by a test that states it, and a pass in which every survivor costs all simulations has no end.
 */
const NOT_THESE = new Set([
  'test/vad/silero.test.ts',
  'test/vad/telemetry.test.ts',
  'test/vad/recordings.test.ts',
  'test/stats/coverage.test.ts',
  'test/stats/simulation.test.ts',
]);

export interface Scoped {
  readonly mutants: readonly Mutant[];
  /** Test files by the source file whose mutants they are to notice. */
  readonly tests: ReadonlyMap<string, readonly string[]>;
}

/** Every mutant of every rule, and who is to notice it. */
export async function everything(root: string): Promise<Scoped> {
  const mutants: Mutant[] = [];
  const tests = new Map<string, readonly string[]>();
  for (const scope of SCOPES) {
    const testFiles = (await filesIn(root, scope.tests, '.test.ts')).filter((file) => !NOT_THESE.has(file));
    for (const file of await filesIn(root, scope.sources, '.ts')) {
      const found = mutantsOf(file, await readFile(join(root, file), 'utf8'), mutants.length);
      mutants.push(...found);
      tests.set(file, testFiles);
    }
  }
  return { mutants, tests };
}

async function filesIn(root: string, places: readonly string[], ending: string): Promise<string[]> {
  const files: string[] = [];
  for (const place of places) {
    if (place.endsWith('.ts')) files.push(place);
    else {
      const names = await readdir(join(root, place));
      files.push(...names.filter((name) => name.endsWith(ending)).map((name) => `${place}/${name}`));
    }
  }
  return files.sort();
}

/** Whether a path matches a glob of `*` (within a folder), `**` (over folders) and `?`. A bare name matches in any folder. */
export function matches(glob: string, path: string): boolean {
  const pattern = (glob.includes('/') ? glob : `**/${glob}`).replaceAll(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : `\\${part}`;
  });
  return new RegExp(`^${pattern}$`).test(path);
}
