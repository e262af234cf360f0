/**
 * Do the tests notice when a rule of a score is moved? Mutation testing of the scorer, of the edges of speech, and of the schedule.
 *
 *   npm run mutation -- [--file GLOB] [--sample N] [--seed N] [--workers N] [--least PERCENT] [--json] [--journal FILE] [--fresh]
 *
 * Every mutant (mutants.ts) is switched on in a process of its own kind and the tests that come by it are run until one fails. What became of
 * each is kept in a journal (.cache/mutation.jsonl): a pass that was broken off, with Ctrl-C too, goes on where it was, and a mutant is tried
 * again only when its file or its tests have changed. Exit 1 below --least (90), 2 when the input or the list of equivalents is wrong. The work
 * tree is never written to but for .cache.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeError, processConsole } from '../../src/cli/console.js';
import { Fleet } from './fleet.js';
import { optionsOf } from './options.js';
import { pass } from './pass.js';
import { describeResult } from './result.js';

/** dist/bench/mutation/ as built. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

async function main(): Promise<number> {
  const console = processConsole();
  const folder = join(ROOT, '.cache/mutation', String(process.pid));
  const options = optionsOf(ROOT, process.argv.slice(2));
  const fleet = new Fleet(options.workers);
  const cleanUp = async (): Promise<void> => {
    fleet.stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.err(`\nstopped; the same command goes on from ${options.journal}`);
      void cleanUp().finally(() => process.exit(130));
    });
  }
  try {
    await mkdir(folder, { recursive: true });
    const result = await pass(ROOT, options, folder, fleet, console);
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
