/** `turnrig score RUN`: scores a stored run again. The same evidence gives the same bytes. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openRun } from '../../simulator/store/run-store.js';
import { processConsole } from './console.js';
import { finish } from './play/finish.js';

export function registerScore(program: Command): void {
  program
    .command('score')
    .description('score a stored run again: the same evidence gives the same bytes')
    .argument('<run>', 'run folder')
    .option('--report', 'write the report again too', false)
    .option('--json', 'print one JSON object (shape: docs/cli.md)', false)
    .action(async (dir: string, options: { readonly json: boolean; readonly report: boolean }) => {
      process.exitCode = (await finish(await openRun(resolve(dir)), processConsole(), options)).gate.exitCode;
    });
}
