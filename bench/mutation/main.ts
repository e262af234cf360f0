/**
 * Do the tests notice when a rule of a score is moved? Mutation testing of the scorer, of the edges of speech, and of the schedule.
 *
 *   npm run mutation -- [--file GLOB] [--sample N] [--seed N] [--workers N] [--least PERCENT] [--json]
 *
 * Every mutant (mutants.ts) is switched on in a process of its own kind and the tests that come by it are run until one fails. Exit 1 below
 * --least (90), 2 when the input or the list of equivalents is wrong. The work tree is never written to but for a folder in node_modules/.cache.
 */
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeError, processConsole, type Console } from '../../src/cli/console.js';
import { Progress } from '../../src/cli/progress.js';
import { TurnrigError } from '../../src/error.js';
import { mulberry32, shuffled } from '../../src/scenario/random.js';
import { bundleTests } from './bundle.js';
import { matchEquivalents, readEquivalents } from './equivalents.js';
import { Fleet, type Outcome } from './fleet.js';
import type { Mutant } from './mutants.js';
import type { Survey, TestChoice } from './protocol.js';
import { describeResult, resultOf, type PassResult, type Tried } from './result.js';
import { everything, matches, type Scoped } from './scope.js';

/** dist/bench/mutation/ as built. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LEAST_PERCENT = 90;
/** A mutant may make tests slower, and others use the machine: only what takes far longer than without it runs without an end. */
const TIMES_SLOWER = 10;
const GRACE_MS = 15_000;
const SURVEY_DEADLINE_MS = 600_000;

interface Options {
  readonly file: string | undefined;
  readonly sample: number | undefined;
  readonly seed: number;
  readonly workers: number;
  readonly least: number;
  readonly json: boolean;
}

function optionsOf(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      file: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
      least: { type: 'string', default: String(LEAST_PERCENT) },
      json: { type: 'boolean', default: false },
    },
  });
  const number = (name: string, text: string, from: number): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < from) throw new TurnrigError('input', `--${name} ${text} is no whole number from ${from} on`);
    return value;
  };
  return {
    file: values.file,
    sample: values.sample === undefined ? undefined : number('sample', values.sample, 1),
    seed: number('seed', values.seed, 0),
    workers: number('workers', values.workers, 1),
    least: number('least', values.least, 0) / 100,
    json: values.json,
  };
}

function choose({ mutants }: Scoped, { file, sample, seed }: Options): Mutant[] {
  const chosen = mutants.filter((mutant) => file === undefined || matches(file, mutant.file));
  if (chosen.length === 0) throw new TurnrigError('input', `no mutated file matches ${file ?? ''}`);
  return sample === undefined ? chosen : shuffled(chosen, mulberry32(seed)).slice(0, sample);
}

async function pass(options: Options, console: Console, fleet: Fleet, folder: string): Promise<PassResult> {
  const startedAt = performance.now();
  const scoped = await everything(ROOT);
  const equivalents = matchEquivalents(await readEquivalents(join(ROOT, 'bench/mutation/equivalents.json')), scoped.mutants);
  const mutants = choose(scoped, options);
  const testFiles = [...new Set(mutants.flatMap(({ file }) => scoped.tests.get(file) ?? []))].sort();
  console.err(`${mutants.length} mutants, ${testFiles.length} test files`);
  const bundles = await bundleTests(ROOT, testFiles, mutants, folder);
  const surveys: Survey[] = [];
  const surveyJobs = bundles.map((bundle) => ({
    order: { kind: 'survey', bundle, mutants: scoped.mutants.length } as const,
    deadlineMs: SURVEY_DEADLINE_MS,
  }));
  await fleet.run(surveyJobs, ({ order }, outcome) => {
    if (outcome.kind !== 'surveyed') throw new TurnrigError('input', `${order.bundle.file} does not come to its end without any mutant`);
    surveys.push(outcome.survey);
  });
  const failed = surveys.flatMap((survey) => survey.failed);
  if (failed.length > 0) throw new TurnrigError('input', `tests fail without any mutant: ${failed.join('; ')}`);

  const tried: Tried[] = [];
  const progress = new Progress(console, 'mutants', mutants.length, () => performance.now() / 1000);
  const jobs = mutants.flatMap((mutant) => {
    const { tests, ms } = testsOf(mutant, surveys, scoped.tests.get(mutant.file) ?? []);
    if (tests.length > 0)
      return [{ mutant, order: { kind: 'try', mutant: mutant.id, tests } as const, deadlineMs: GRACE_MS + TIMES_SLOWER * ms }];
    tried.push({ mutant, fate: 'not-run' });
    return [];
  });
  await fleet.run(jobs, ({ mutant }, outcome) => {
    tried.push({ mutant, ...fateOf(outcome) });
    progress.update(tried.length, mutant.file);
  });
  progress.clear();
  return resultOf(tried, equivalents.reasons, {
    seconds: (performance.now() - startedAt) / 1000,
    seed: options.sample === undefined ? undefined : options.seed,
    problems: equivalents.problems,
  });
}

function fateOf(outcome: Outcome): Pick<Tried, 'fate' | 'by'> {
  if (outcome.kind === 'late' || outcome.kind === 'died') return { fate: outcome.kind };
  if (outcome.kind !== 'tried' || outcome.by === undefined) return { fate: 'survived' };
  return { fate: 'noticed', by: outcome.by };
}

/** The tests that come by a mutant, the quickest file first, and how long they take without it. */
function testsOf(mutant: Mutant, surveys: readonly Survey[], files: readonly string[]): { tests: TestChoice[]; ms: number } {
  const choices = surveys.flatMap(({ bundle, tests, shared, loadMs }) => {
    if (!files.includes(bundle.file)) return [];
    // A constant is made while a file is loaded: every test of it may notice.
    const own = shared.includes(mutant.id) ? tests : tests.filter((test) => test.mutants.includes(mutant.id));
    if (own.length === 0) return [];
    return [{ bundle, ids: own.map(({ id }) => id), ms: loadMs + own.reduce((sum, { ms }) => sum + ms, 0) }];
  });
  choices.sort((a, b) => a.ms - b.ms);
  return { tests: choices.map(({ bundle, ids }) => ({ bundle, ids })), ms: choices.reduce((sum, { ms }) => sum + ms, 0) };
}

async function main(): Promise<number> {
  const console = processConsole();
  const folder = join(ROOT, 'node_modules/.cache/turnrig-mutation', String(process.pid));
  const options = optionsOf(process.argv.slice(2));
  const fleet = new Fleet(options.workers);
  const cleanUp = async (): Promise<void> => {
    fleet.stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
  try {
    await mkdir(folder, { recursive: true });
    const result = await pass(options, console, fleet, folder);
    console.out(options.json ? JSON.stringify(result, null, 2) : describeResult(result, options.least));
    if (result.problems.length > 0 || result.score === undefined) return 2;
    return result.score < options.least ? 1 : 0;
  } finally {
    await cleanUp();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  processConsole().err(describeError(error));
  process.exitCode = 2;
}
