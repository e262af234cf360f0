/** `turnrig report RUN`: writes the HTML report of a run that has been scored, and scores it first where it has not. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openRun } from '../../simulator/store/run-store.js';
import { processConsole } from './console.js';
import { EXIT } from './exit-codes.js';
import { finish } from './play/finish.js';
import { givenReference, TEXT_REFERENCE_OPTION } from './text-reference/given.js';

export function registerReport(command: Command): void {
  command
    .argument('<run>', 'run folder')
    .option('--json', 'print one JSON object (shape: docs/cli.md)', false)
    .option(...TEXT_REFERENCE_OPTION)
    .action(async (dir: string, options: { readonly json: boolean; readonly textReference?: string }) => {
      const [reader, file] = [await openRun(resolve(dir)), options.textReference];
      const given = file === undefined ? {} : { reference: await givenReference(file, reader.manifest, dir) };
      const { gate } = await finish(reader, processConsole(), { json: options.json, report: true, ...given });
      // The report was asked for, not a verdict: only a run in which nothing was measured is no success.
      process.exitCode = gate.exitCode === EXIT.failed ? EXIT.met : gate.exitCode;
    });
}
