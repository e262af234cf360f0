/** What a pass is made of: which mutants, which tests are to notice them, and what earlier passes know. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TurnrigError } from '../../src/error.js';
import { mulberry32, shuffled } from '../../src/scenario/random.js';
import { bundleTests } from './bundle.js';
import { matchEquivalents, readEquivalents, type Matched } from './equivalents.js';
import type { Fleet } from './fleet.js';
import { digestOf, type Digests } from './journal.js';
import type { Mutant } from './mutants.js';
import type { Options } from './options.js';
import type { Survey, TestBundle, TestChoice } from './protocol.js';
import { everything, matches } from './scope.js';

const SURVEY_DEADLINE_MS = 600_000;

export interface Prepared extends Matched {
  readonly mutants: readonly Mutant[];
  /** How many they were drawn from by lot; undefined when they are all of the chosen files. */
  readonly population: number | undefined;
  /** Every mutant there is, tried or not: workers number them. */
  readonly count: number;
  readonly bundles: readonly TestBundle[];
  /** The test files that are to notice the mutants of a file. */
  readonly testsOf: ReadonlyMap<string, readonly string[]>;
  digests(mutant: Mutant): Digests;
}

/** @param folder where bundles go. @throws TurnrigError `input` when no file matches */
export async function prepare(root: string, options: Options, folder: string): Promise<Prepared> {
  const scoped = await everything(root);
  const matched = matchEquivalents(await readEquivalents(join(root, 'bench/mutation/equivalents.json')), scoped.mutants);
  const { mutants, population } = choose(scoped.mutants, options);
  const testFiles = [...new Set(mutants.flatMap(({ file }) => scoped.tests.get(file) ?? []))].sort();
  const bundles = await bundleTests(root, testFiles, mutants, folder);
  const digests = new Map<string, Digests>();
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = bundles.filter((bundle) => scoped.tests.get(file)?.includes(bundle.file));
    const source = digestOf(await readFile(join(root, file), 'utf8'));
    digests.set(file, { source, tests: new Map(own.map((bundle) => [bundle.file, bundle.digest])) });
  }
  return {
    ...matched,
    mutants,
    population,
    count: scoped.mutants.length,
    bundles,
    testsOf: scoped.tests,
    digests: ({ file }) => digests.get(file) ?? { source: '', tests: new Map() },
  };
}

/**
 * Of a sample every mutant of the chosen files is as likely as the next to be in it, and a smaller one of the same seed is the beginning of a
 * larger one. @throws TurnrigError `input` when no file matches
 */
export function choose(
  all: readonly Mutant[],
  { file, sample, seed }: Pick<Options, 'file' | 'sample' | 'seed'>,
): Pick<Prepared, 'mutants' | 'population'> {
  const chosen = all.filter((mutant) => file === undefined || matches(file, mutant.file));
  if (chosen.length === 0) throw new TurnrigError('input', `no mutated file matches ${file ?? ''}`);
  if (sample === undefined || sample >= chosen.length) return { mutants: chosen, population: undefined };
  return { mutants: shuffled(chosen, mulberry32(seed)).slice(0, sample), population: chosen.length };
}

/** Which tests come by which mutants, and how long they take without any. @throws TurnrigError `input` when one of them fails then */
export async function surveyTests(bundles: readonly TestBundle[], mutants: number, fleet: Fleet): Promise<Survey[]> {
  const surveys: Survey[] = [];
  const jobs = bundles.map((bundle) => ({ order: { kind: 'survey', bundle, mutants } as const, deadlineMs: () => SURVEY_DEADLINE_MS }));
  await fleet.run(jobs, ({ order }, outcome) => {
    if (outcome.kind !== 'surveyed') throw new TurnrigError('input', `${order.bundle.file} does not come to its end without any mutant`);
    surveys.push(outcome.survey);
  });
  const failed = surveys.flatMap((survey) => survey.failed);
  if (failed.length > 0) throw new TurnrigError('input', `tests fail without any mutant: ${failed.join('; ')}`);
  return surveys;
}

/** The tests that come by a mutant, the quickest file first, and how long each file takes without it. */
export function testsFor(
  mutant: Mutant,
  surveys: readonly Survey[],
  files: readonly string[],
): { tests: TestChoice[]; ms: ReadonlyMap<string, number> } {
  const choices = surveys.flatMap(({ bundle, tests, shared, loadMs }) => {
    if (!files.includes(bundle.file)) return [];
    // A constant is made while a file is loaded: every test of it may notice.
    const own = shared.includes(mutant.id) ? tests : tests.filter((test) => test.mutants.includes(mutant.id));
    if (own.length === 0) return [];
    return [{ bundle, ids: own.map(({ id }) => id), ms: loadMs + own.reduce((sum, { ms }) => sum + ms, 0) }];
  });
  choices.sort((a, b) => a.ms - b.ms);
  return { tests: choices.map(({ bundle, ids }) => ({ bundle, ids })), ms: new Map(choices.map(({ bundle, ms }) => [bundle.file, ms])) };
}
