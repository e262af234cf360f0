/** `turnrig run`: plays suites against agents, scores what was recorded, writes the report. */
import type { Command } from 'commander';
import { TurnrigError } from '../error.js';
import { scenarioIo } from '../../simulator/scenario-io.js';
import type { AgentSpec } from './agent-spec.js';
import { processConsole, type Console } from './console.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { finish } from './play/finish.js';
import { list, whole } from './option-values.js';
import { playReady } from './play/play-ready.js';
import { createFrom, readSpecs, reopenFor, type Ready, type RunOptions } from './play/prepare.js';
import { suiteArgument } from './paths.js';
import { loadChosen } from './scene-option.js';

/** Plays and finishes a run. @returns the exit code. @throws TurnrigError for everything that a user can mend. */
export async function run(files: readonly string[], options: RunOptions, console: Console): Promise<ExitCode> {
  const prepared =
    options.resume === undefined ? await create(files, readSpecs(options), options, console) : await resume(options.resume, files, options);
  if (prepared === undefined) return EXIT.usage;
  return playReady(prepared, options, console, async (reader) => (await finish(reader, console, options)).gate.exitCode);
}

async function create(
  files: readonly string[],
  specs: readonly AgentSpec[],
  options: RunOptions,
  console: Console,
): Promise<Ready | undefined> {
  if (files.length === 0)
    throw new TurnrigError('input', 'no scenario file was given.', {
      hint: 'For example: turnrig run scenarios/quickstart.yaml --agent preset:vad-only',
    });
  const loaded = await loadChosen(files, options.scene, scenarioIo(), console);
  if (loaded === undefined) return undefined;
  return createFrom(loaded, specs, options, console);
}

async function resume(dir: string, files: readonly string[], options: RunOptions): Promise<Ready> {
  if (files.length > 0) throw new TurnrigError('input', '--resume goes on with the suites of its run: give no scenario files with it.');
  return reopenFor(dir, options);
}

export function registerRun(command: Command): void {
  command
    .argument('[files...]', suiteArgument())
    .option('--agent <spec>', '[LABEL=]preset:NAME, name:AGENT, auto, wait or reference:BEHAVIOUR[=MS]; give it again for more', list, [])
    .option(
      '--agent-cmd <command>',
      'start this command as the agent; it gets LIVEKIT_URL and keys, or with --agent wait one room and a token for it',
    )
    .option('--out <folder>', 'run folder to make (default: runs/TIME-SUITE)')
    .option('--scene <id>', 'only this scene or variant; give it again for more', list, [])
    .option('--repeats <number>', 'play every scene so often', whole(1))
    .option('--seed <number>', 'decides the order inside the blocks', whole(0), 1)
    .option('--concurrency <number>', 'sessions side by side (default: by the processors there are)', whole(1, 64))
    .option('--memory', 'no room: reference agents in virtual time', false)
    .option('--port <number>', 'port of the embedded room server (default: a free one)', whole(1, 65_535))
    .option('--resume <run>', 'go on with a run folder; give its --agent options again')
    .option('--no-calibrate', 'do not measure the rig first when nothing fresh is stored: latencies are then not judged')
    .option('--no-report', 'score only')
    .option('--json', 'print one JSON object (shape: docs/cli.md)', false)
    .action(async (files: string[], options: RunOptions) => {
      process.exitCode = await run(files, options, processConsole());
    });
}
