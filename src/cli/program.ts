/** The command line: composes core and shell, and is the only part that prints (design.md, "Three rings"). */
import '../vad/no-telemetry.js';
import { Command, CommanderError } from 'commander';
import { EotError } from '../eot/error.js';
import { messageOf, TurnrigError } from '../error.js';
import { describeError, processConsole } from './console.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { registerAnalyze } from './analyze.js';
import { registerCalibrate } from './calibrate.js';
import { registerDemo } from './demo.js';
import { registerDoctor } from './doctor.js';
import { registerEntryYield } from './entry-yield/index.js';
import { registerEot } from './eot.js';
import { registerPlan } from './plan.js';
import { registerReport } from './report.js';
import { registerRun } from './run.js';
import { registerScore } from './score.js';
import { registerSid } from './sid/index.js';
import { registerValidate } from './validate.js';
import { VERSION } from './version.js';

const EXIT_HELP = `
Exit codes:
  0    every expectation was met
  1    an expectation or a gate failed
  2    the input or the usage is wrong
  3    nothing can be decided (only rig-invalid sessions, more than 5% of them, or no room could be had)
  4    the agent failed in every session
  130  interrupted; what was recorded is kept, --resume goes on`;

/** Builds the whole program; the commands set process.exitCode themselves. */
export function program(): Command {
  const root = new Command('turnrig')
    .description(
      'Plays scripted speech into a live room, lets any voice agent answer, and says from the waveform when it spoke, kept silent, yielded or cut in.',
    )
    .version(VERSION)
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride();
  for (const register of [
    registerDemo,
    registerRun,
    registerScore,
    registerReport,
    registerAnalyze,
    registerValidate,
    registerPlan,
    registerCalibrate,
    registerSid,
    registerEntryYield,
    registerEot,
    registerDoctor,
  ])
    register(root);
  for (const command of root.commands) command.exitOverride();
  return root;
}

/** Runs a command line; sets the exit code and never rejects. With --json an error is one object on standard output too. */
export async function main(argv: readonly string[]): Promise<void> {
  const console = processConsole();
  const asJson = (code: string, message: string, hint: string, type = 'TurnrigError'): void => {
    if (argv.includes('--json')) console.out(JSON.stringify({ error: { type, code, message, hint } }, undefined, 2));
  };
  try {
    await program().parseAsync(argv);
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
