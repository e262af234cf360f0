/** The command line: composes core and shell, and is the only part that prints (design.md, "Three rings"). */
import '../vad/no-telemetry.js';
import { Command, CommanderError } from 'commander';
import { EotError } from '../eot/error.js';
import { messageOf, TurnrigError } from '../error.js';
import { describeError, processConsole } from './console.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { VERSION } from './version.js';

const EXIT_HELP = `
Exit codes:
  0    every expectation was met
  1    an expectation or a gate failed
  2    the input or the usage is wrong
  3    nothing can be decided (only rig-invalid sessions, more than 5% of them, or no room could be had)
  4    the agent failed in every session
  130  interrupted; what was recorded is kept, --resume goes on`;

/**
 * Every command, in the order of the help. The module of a command is loaded when that one is asked for: a room, models and codecs take
 * many times as long to load as the offline commands take to work.
 */
const COMMANDS = new Map<string, (root: Command, verb?: string) => void | Promise<void>>([
  ['demo', async (root) => (await import('./demo.js')).registerDemo(root)],
  ['run', async (root) => (await import('./run.js')).registerRun(root)],
  ['score', async (root) => (await import('./score.js')).registerScore(root)],
  ['report', async (root) => (await import('./report.js')).registerReport(root)],
  ['compare', async (root) => (await import('./compare/index.js')).registerCompare(root)],
  ['analyze', async (root) => (await import('./analyze.js')).registerAnalyze(root)],
  ['validate', async (root) => (await import('./validate.js')).registerValidate(root)],
  ['plan', async (root) => (await import('./plan.js')).registerPlan(root)],
  ['generate', async (root) => (await import('./generate/index.js')).registerGenerate(root)],
  ['judge-check', async (root) => (await import('./words/judge-check.js')).registerJudgeCheck(root)],
  ['calibrate', async (root) => (await import('./calibrate.js')).registerCalibrate(root)],
  ['sid', async (root) => (await import('./sid/index.js')).registerSid(root)],
  ['entry-yield', async (root) => (await import('./entry-yield/index.js')).registerEntryYield(root)],
  ['eot', async (root, verb) => (await import('./eot.js')).registerEot(root, verb)],
  ['doctor', async (root) => (await import('./doctor.js')).registerDoctor(root)],
]);

/** Builds the program, with the command that the line names, or with all; the commands set process.exitCode themselves. */
export async function program(argv: readonly string[]): Promise<Command> {
  const root = new Command('turnrig')
    .description(
      'Plays scripted speech into a live room, lets any voice agent answer, and says from the waveform when it spoke, kept silent, yielded or cut in.',
    )
    .version(VERSION)
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride();
  const [, , name = '', verb] = argv;
  const named = COMMANDS.get(name);
  for (const register of named === undefined ? COMMANDS.values() : [named]) await register(root, verb);
  for (const command of root.commands) command.exitOverride();
  return root;
}

/** Runs a command line and sets the exit code; rejects only where its modules cannot be loaded. With --json an error is one object on standard output too. */
export async function main(argv: readonly string[]): Promise<void> {
  const console = processConsole();
  const asJson = (code: string, message: string, hint: string, type = 'TurnrigError'): void => {
    if (argv.includes('--json')) console.out(JSON.stringify({ error: { type, code, message, hint } }, undefined, 2));
  };
  const root = await program(argv);
  try {
    await root.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version end here too, with exit code 0; commander has printed already.
      process.exitCode = error.exitCode === 0 ? EXIT.met : EXIT.usage;
      if (error.exitCode !== 0) asJson('usage', error.message.replace(/^error: /, ''), '--help shows what there is');
      return;
    }
    // The public end-of-turn benchmark's name of the error, where it has one.
    if (error instanceof TurnrigError) asJson(error.code, error.message, error.hint, error instanceof EotError ? error.type : undefined);
    else asJson('internal', messageOf(error), '');
    console.err(describeError(error));
    if (process.env['TURNRIG_DEBUG'] === '1' && error instanceof Error) console.err(error.stack ?? '');
    process.exitCode = exitCodeOf(error instanceof TurnrigError ? error.code : 'internal');
  }
}
