/** `turnrig sid score`: predictions of interruptions against the truth of SID-bench. */
import { Option, type Command } from 'commander';
import { TurnrigError } from '../../error.js';
import type { Problem } from '../../scenario/problem.js';
import { describeMismatch, match } from '../../sid/match.js';
import { DEFINITIONS, type Definition, type SidScore } from '../../sid/model.js';
import { readPredictions, readTruth, splitOfFile } from '../../sid/read.js';
import { scoreSid } from '../../sid/score.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { sidJson, sidTable } from './document.js';
import { readFiles } from '../table-files.js';
import { refuse } from '../refuse.js';

export interface SidScoreOptions {
  readonly truth: readonly string[];
  readonly predictions: readonly string[];
  readonly definition: Definition;
  readonly items: boolean;
  readonly json: boolean;
}

/** @throws TurnrigError that names everything that is wrong with the files. */
export async function sidScore(options: SidScoreOptions, console: Console): Promise<ExitCode> {
  const score = await read(options);
  console.out(options.json ? JSON.stringify(sidJson(score, options), null, 2) : plain(sidTable(score)));
  if (!options.json && options.items)
    for (const { clip, case: found, penalty } of score.items) console.out(plain(`${clip.audio}  ${found}  ${penalty}`));
  return EXIT.met;
}

async function read(options: SidScoreOptions): Promise<SidScore> {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => {
    problems.push(problem);
  };
  const clips = (await readFiles(options.truth, '--truth')).flatMap(({ file, label, bytes }) =>
    readTruth(bytes, file, label ?? splitOfFile(file), report),
  );
  const predictions = (await readFiles(options.predictions, '--predictions')).flatMap(({ file, bytes }) =>
    readPredictions(bytes, file, report),
  );
  refuse(problems, 'The formats are in docs/sid.md.');
  const matched = match(clips, predictions);
  if ('pairs' in matched) return scoreSid(matched.pairs, options.definition);
  throw new TurnrigError('input', `predictions and truth do not match:\n${describeMismatch(matched.mismatch)}`, {
    hint: 'Each clip of the truth needs one prediction, by the same "audio".',
  });
}

export function registerSidScore(command: Command): void {
  command
    .requiredOption('--truth <file...>', 'JSON Lines, or the folder that holds them: [SPLIT=]FILE')
    .requiredOption('--predictions <file...>', 'JSON Lines: audio, total_nonbreak, break_time')
    .addOption(
      new Option('--definition <name>', "the source's text, or its notebook (docs/sid.md)").choices([...DEFINITIONS]).default('text'),
    )
    .option('--items', 'case and penalty of every clip', false)
    .option('--json', 'print one JSON object (shape: docs/sid.md)', false)
    .action(async (options: SidScoreOptions) => {
      process.exitCode = await sidScore(options, processConsole());
    });
}
