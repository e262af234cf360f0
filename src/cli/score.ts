/** `turnrig score RUN`: scores a stored run again. The same evidence gives the same bytes. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openRun } from '../../simulator/store/run-store.js';
import { processConsole } from './console.js';
import { finish } from './play/finish.js';
import { withWordsOptions } from './words/options.js';
import { wordsScoring, type ScoreWordsOptions } from './words/scoring.js';

export function registerScore(command: Command): void {
  withWordsOptions(
    command
      .argument('<run>', 'run folder')
      .option('--report', 'write the report again too', false)
      .option('--json', 'print one JSON object (shape: docs/cli.md)', false),
  )
    .option('--judge-check <file>', "result of `turnrig judge-check --json`: accuracies without the judge's own errors")
    .action(async (dir: string, options: ScoreWordsOptions & { readonly json: boolean; readonly report: boolean }) => {
      const reader = await openRun(resolve(dir));
      const words = await wordsScoring(options, process.env, reader);
      try {
        process.exitCode = (await finish(reader, processConsole(), options, words)).gate.exitCode;
      } finally {
        await words?.asr.close?.();
      }
    });
}
