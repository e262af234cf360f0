/** `turnrig report RUN`: writes the HTML report of a run that has been scored, and scores it first where it has not. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openRun } from '../../simulator/store/run-store.js';
import { processConsole } from './console.js';
import { EXIT } from './exit-codes.js';
import { finish } from './play/finish.js';

export function registerReport(command: Command): void {
  command
    .argument('<run>', 'run folder')
    .option('--json', 'print one JSON object (shape: docs/cli.md)', false)
    .action(async (dir: string, options: { readonly json: boolean }) => {
      const { gate } = await finish(await openRun(resolve(dir)), processConsole(), { json: options.json, report: true });
      // The report was asked for, not a verdict: only a run in which nothing was measured is no success.
      process.exitCode = gate.exitCode === EXIT.failed ? EXIT.met : gate.exitCode;
    });
}
