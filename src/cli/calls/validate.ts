/** `turnrig calls validate FOLDER`. */
import type { Command } from 'commander';
import { TABLES, type TableName } from '../../calls/model.js';
import { formatProblem } from '../../scenario/problem.js';
import { sileroDetector } from '../../vad/silero.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { readFolder } from './load.js';

interface ValidateOptions {
  readonly listen: boolean;
  readonly json: boolean;
}

/** @returns 0 when all is right, 2 otherwise. @throws TurnrigError `input` when there is nothing to check. */
export async function validateCalls(dir: string, options: ValidateOptions, console: Console): Promise<ExitCode> {
  const { tables, companion, lengths, problems, spoken } = await readFolder(
    dir,
    console,
    options.listen ? { detector: () => sileroDetector() } : {},
  );
  const warnings = spoken.map(({ span, overlapMs }) => ({
    ...span.at('start_ms'),
    overlapMs,
    message: `the user speaks for ${overlapMs} ms of this silence (${span.startMs} to ${span.endMs} ms)`,
  }));
  const rows = Object.fromEntries(
    (Object.keys(TABLES) as TableName[]).map((name) => [TABLES[name], tables.has.has(name) ? tables[name].length : null]),
  );
  const calls = new Set([...tables.history, ...tables.points, ...tables.turns].map(({ callId }) => callId));
  const unheard = [...calls].filter((callId) => !lengths.has(callId)).sort();
  if (options.json)
    console.out(
      JSON.stringify(
        {
          folder: dir,
          ok: problems.length === 0,
          calls: calls.size,
          rows,
          recordings: lengths.size,
          withoutRecording: unheard,
          problems,
          warnings,
        },
        null,
        2,
      ),
    );
  else {
    for (const problem of problems) console.err(plain(formatProblem(problem)));
    for (const { file, line, column, message } of warnings) console.err(plain(`${file}:${line}:${column}: warning: ${message}`));
    const counts = Object.entries(rows).flatMap(([file, count]) => (count === null ? [] : [`${file} ${count}`]));
    console[problems.length === 0 ? 'out' : 'err'](
      plain(
        `${dir}: ${problems.length === 0 ? 'valid' : `${problems.length} problem${problems.length === 1 ? '' : 's'}`} (${calls.size} ${calls.size === 1 ? 'call' : 'calls'}; rows: ${counts.join(', ')})`,
      ),
    );
    if (unheard.length > 0 && problems.length === 0)
      console.err(
        plain(
          `not checked against a recording: ${unheard.length} of ${calls.size} ${companion.calls.size === 0 ? '(there is no calls.yaml)' : '(calls.yaml names none)'}`,
        ),
      );
  }
  return problems.length === 0 ? EXIT.met : EXIT.usage;
}

export function registerCallsValidate(command: Command): void {
  command
    .argument('<folder>', 'folder of asr_history.csv, eot_labels.csv, user_turns.csv, silence_spans.csv and calls.yaml')
    .option('--no-listen', 'do not listen whether labelled silences are silent in the recording')
    .option('--json', 'print one JSON object (shape: docs/calls.md)', false)
    .action(async (dir: string, options: ValidateOptions) => {
      process.exitCode = await validateCalls(dir, options, processConsole());
    });
}
