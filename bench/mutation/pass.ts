/** One pass over the mutants: those that earlier passes know are not tried again. */
import { performance } from 'node:perf_hooks';
import type { Console } from '../../src/cli/console.js';
import { Progress } from '../../src/cli/progress.js';
import type { Fleet, Outcome } from './fleet.js';
import { Journal, type Verdict } from './journal.js';
import type { Mutant } from './mutants.js';
import type { Options } from './options.js';
import { prepare, surveyTests, testsFor } from './prepare.js';
import { resultOf, type PassResult, type Tried } from './result.js';

/** A mutant may make tests slower, and others use the machine: only what takes far longer than without it runs without an end. */
const TIMES_SLOWER = 10;
const GRACE_MS = 10_000;

export async function pass(root: string, options: Options, folder: string, fleet: Fleet, console: Console): Promise<PassResult> {
  const startedAt = performance.now();
  const prepared = await prepare(root, options, folder);
  const journal = new Journal(options.journal, options.fresh);
  const tried: Tried[] = [];
  const open: Mutant[] = [];
  for (const mutant of prepared.mutants) {
    const verdict = journal.find(mutant, prepared.digests(mutant));
    if (verdict) tried.push({ mutant, ...verdict });
    else open.push(mutant);
  }
  const known = tried.length;
  console.err(`${prepared.mutants.length} mutants, ${known} of them known from ${options.journal}`);

  const files = new Set(open.flatMap(({ file }) => prepared.testsOf.get(file) ?? []));
  const toRun = prepared.bundles.filter(({ file }) => files.has(file));
  const surveys = await surveyTests(toRun, prepared.count, fleet);
  const jobs = open.map((mutant) => {
    const { tests, ms } = testsFor(mutant, surveys, prepared.testsOf.get(mutant.file) ?? []);
    return {
      mutant,
      order: { kind: 'try', mutant: mutant.id, tests } as const,
      deadlineMs: (file = ''): number => GRACE_MS + TIMES_SLOWER * (ms.get(file) ?? 0),
    };
  });
  const settle = (mutant: Mutant, verdict: Verdict): void => {
    journal.add(mutant, prepared.digests(mutant), verdict);
    tried.push({ mutant, ...verdict });
  };
  for (const { mutant, order } of jobs) if (order.tests.length === 0) settle(mutant, { fate: 'not-run' });
  const run = jobs.filter(({ order }) => order.tests.length > 0);
  const progress = new Progress(console, 'mutants', run.length, () => performance.now() / 1000);
  let done = 0;
  await fleet.run(run, ({ mutant }, outcome) => {
    settle(mutant, verdictOf(outcome));
    done += 1;
    progress.update(done, mutant.file);
  });
  progress.clear();
  return resultOf(tried, prepared.reasons, {
    seconds: (performance.now() - startedAt) / 1000,
    seed: prepared.population === undefined ? undefined : options.seed,
    population: prepared.population,
    known,
    problems: prepared.problems,
  });
}

function verdictOf(outcome: Outcome): Verdict {
  if (outcome.kind === 'surveyed') throw new Error('a survey is no answer to a mutant');
  const where = outcome.at === undefined ? {} : { at: outcome.at };
  if (outcome.kind !== 'tried') return { fate: outcome.kind, ...where };
  return outcome.by === undefined ? { fate: 'survived' } : { fate: 'noticed', by: outcome.by, ...where };
}
