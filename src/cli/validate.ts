/** `turnrig validate`: every problem of scenario files in one pass, each with its place and what would be right. */
import type { Command } from 'commander';
import { scenarioIo, withoutSpeech } from '../../simulator/scenario-io.js';
import { systemCode } from '../../simulator/store/system-code.js';
import { formatProblem, loadSuite, type CompiledSuite, type LoadOptions, type LoadResult, type ScenarioIo } from '../scenario/index.js';
import { plain, processConsole, type Console } from './console.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { missingSuiteHint, suiteArgument, suiteFile, suiteNames } from './paths.js';

/** Shape of `--json`: one object for each file, in the order given. */
export interface ValidatedFile {
  readonly file: string;
  readonly ok: boolean;
  readonly suite: { readonly name: string; readonly scenes: readonly string[]; readonly clips: number } | null;
  readonly problems: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly path: string;
    readonly value: string | null;
    readonly message: string;
    readonly hint: string;
  }[];
}

/** Checks the files and prints. @returns 0 when all are right, 2 otherwise. */
export async function validate(
  files: readonly string[],
  options: { readonly json: boolean },
  io: ScenarioIo,
  console: Console,
): Promise<ExitCode> {
  const results: ValidatedFile[] = [];
  for (const file of files) results.push(validated(file, await load(file, io)));
  if (options.json) console.out(JSON.stringify(results, null, 2));
  else for (const result of results) printFile(result, console);
  return results.every(({ ok }) => ok) ? EXIT.met : EXIT.usage;
}

/** A file, or a suite by its name; where there is neither, the nearest name is offered. */
async function load(given: string, io: ScenarioIo, options?: LoadOptions): Promise<LoadResult> {
  const file = suiteFile(given);
  const result = await loadSuite(file, io, options);
  if (!('problems' in result)) return result;
  const gone = await io.readFile(file).then(
    () => false,
    (error: unknown) => systemCode(error) === 'ENOENT',
  );
  if (!gone) return result;
  const hint = missingSuiteHint(given, suiteNames());
  return { problems: result.problems.map((problem) => ({ ...problem, hint })) };
}

function validated(file: string, result: LoadResult): ValidatedFile {
  if ('problems' in result) {
    const problems = result.problems.map((problem) => ({ ...problem, value: problem.value ?? null }));
    return { file, ok: false, suite: null, problems };
  }
  const { name, scenes, clips } = result.suite;
  return { file, ok: true, suite: { name, scenes: scenes.map(({ id }) => id), clips: clips.size }, problems: [] };
}

function printFile({ file, suite, problems }: ValidatedFile, console: Console): void {
  if (suite !== null) {
    console.out(
      `${plain(file)}: valid (suite ${suite.name}, ${suite.scenes.length === 1 ? '1 scene' : `${suite.scenes.length} scenes with their variants`}, ${suite.clips} clip${suite.clips === 1 ? '' : 's'})`,
    );
    return;
  }
  printProblems(problems, console);
  console.err(`${plain(file)}: ${problems.length} problem${problems.length === 1 ? '' : 's'}`);
}

function printProblems(problems: ValidatedFile['problems'], console: Console): void {
  for (const problem of problems) console.err(plain(formatProblem({ ...problem, value: problem.value ?? undefined })));
}

/**
 * Loads suites for a command that needs all of them. @returns undefined when there were problems: those of every file are printed then, with
 * `json` as `validate --json` prints them. A suite of which no scene is asked for has none.
 */
export async function loadSuites(
  files: readonly string[],
  io: ScenarioIo,
  console: Console,
  json = false,
  options?: LoadOptions,
): Promise<readonly CompiledSuite[] | undefined> {
  const suites: CompiledSuite[] = [];
  const results: ValidatedFile[] = [];
  for (const file of files) {
    const result = await load(file, io, options);
    results.push(validated(file, result));
    // The file as the user named it: where turnrig lies is nobody's business in a run folder.
    if ('suite' in result) suites.push({ ...result.suite, file });
  }
  if (suites.length === files.length) return suites;
  if (json) console.out(JSON.stringify(results, null, 2));
  else for (const result of results.filter(({ ok }) => !ok)) printFile(result, console);
  return undefined;
}

export function registerValidate(command: Command): void {
  command
    .argument('<files...>', suiteArgument())
    .option('--json', 'print the result as JSON (shape: docs/scenario-format.md)', false)
    .option('--no-speech', 'do not render lines that have no clip: much faster, and needs no speech engine')
    .action(async (files: string[], options: { json: boolean; speech: boolean }) => {
      const io = options.speech ? scenarioIo() : withoutSpeech(scenarioIo());
      process.exitCode = await validate(files, options, io, processConsole());
    });
}
