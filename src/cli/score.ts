/** `turnrig score RUN`: scores a stored run again. The same evidence gives the same bytes. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openRun } from '../../simulator/store/run-store.js';
import { plain, processConsole, type Console } from './console.js';
import { EXIT } from './exit-codes.js';
import { onInterrupt } from './interrupt.js';
import { finish } from './play/finish.js';
import { refuseRedacted } from './play/redacted.js';
import { withWordsOptions } from './words/options.js';
import { wordsScoring, type ScoreWordsOptions } from './words/scoring.js';

interface ScoreOptions extends ScoreWordsOptions {
  readonly json: boolean;
  readonly report: boolean;
}

async function score(dir: string, options: ScoreOptions, console: Console, signal: AbortSignal): Promise<void> {
  const reader = await openRun(resolve(dir));
  refuseRedacted(reader);
  const words = await wordsScoring(options, process.env, reader, signal);
  try {
    process.exitCode = (await finish(reader, console, { ...options, signal }, words)).gate.exitCode;
  } finally {
    await words?.asr.close?.();
  }
}

export function registerScore(command: Command): void {
  withWordsOptions(
    command
      .argument('<run>', 'run folder')
      .option('--report', 'write the report again too', false)
      .option('--json', 'print one JSON object (shape: docs/cli.md)', false),
  )
    .option('--judge-check <file>', "result of `turnrig judge-check --json`: accuracies without the judge's own errors")
    .action(async (dir: string, options: ScoreOptions) => {
      const console = processConsole();
      const interrupt = onInterrupt(console, 'stopping (again: at once)');
      const { signal } = interrupt;
      try {
        await score(dir, options, console, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        console.err(plain(`stopped: the evidence is as it was; turnrig score ${dir} scores all of it`));
        process.exitCode = EXIT.interrupted;
      } finally {
        interrupt.release();
      }
    });
}
