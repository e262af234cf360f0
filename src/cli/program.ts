/** The command line: composes core and shell, and is the only part that prints (design.md, "Three rings"). */
import '../vad/no-telemetry.js';
import { Command, CommanderError } from 'commander';
import { EotError } from '../eot/error.js';
import { messageOf, TurnrigError } from '../error.js';
import { addCommands, helpTerm, type CommandEntry } from './commands.js';
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

/** Every command, in the order of the help. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  demo: {
    usage: '[options]',
    description: 'play the suite quickstart against two real agents and write a report: no account, no key, no docker',
    load: async (command) => (await import('./demo.js')).registerDemo(command),
  },
  run: {
    usage: '[options] [files...]',
    description: 'play scenario files against agents, score the recorded waveform and write a report',
    load: async (command) => (await import('./run.js')).registerRun(command),
  },
  score: {
    usage: '[options] <run>',
    description: 'score a stored run again: the same evidence gives the same bytes',
    load: async (command) => (await import('./score.js')).registerScore(command),
  },
  report: {
    usage: '[options] <run>',
    description: 'write the HTML report of a stored run and print where it is',
    load: async (command) => (await import('./report.js')).registerReport(command),
  },
  compare: {
    usage: '[options] <runs...>',
    description: 'compare the agents of two or more stored runs on the same scenes: paired tests, bootstrap over scenes, rank orders',
    load: async (command) => (await import('./compare/index.js')).registerCompare(command),
  },
  analyze: {
    usage: '[options] <recording>',
    description: 'score any two-channel recording of a user and an agent, and write a run folder and a report of it',
    load: async (command) => (await import('./analyze.js')).registerAnalyze(command),
  },
  replay: {
    usage: '[options] [call]',
    description: 'play a recorded call to an agent again and again, and say how often it cuts in, with two agents pair by pair',
    load: async (command) => (await import('./replay/index.js')).registerReplay(command),
  },
  validate: {
    usage: '[options] <files...>',
    description: 'check scenario files: all problems in one pass, each with its line and what would be right; opens every clip',
    load: async (command) => (await import('./validate.js')).registerValidate(command),
  },
  plan: {
    usage: '[options] <files...>',
    description: 'print the timed schedule of scenario files and the order of sessions, without running anything',
    load: async (command) => (await import('./plan.js')).registerPlan(command),
  },
  generate: {
    usage: '[options]',
    description: 'make pairs of scenes for selective participation: by a seeded grammar without a network, or by a chat model',
    load: async (command) => (await import('./generate/index.js')).registerGenerate(command),
  },
  'judge-check': {
    usage: '[options]',
    description: 'measure a judge, and an ASR with it, on answers and intrusions whose truth is known: agreement, sensitivity, specificity',
    load: async (command) => (await import('./words/judge-check.js')).registerJudgeCheck(command),
  },
  'text-reference': {
    usage: '[options] <files...>',
    description:
      'let a chat model read scenes of selective participation, line by line with their speakers: an upper bound for agents that hear',
    load: async (command) => (await import('./text-reference/index.js')).registerTextReference(command),
  },
  calibrate: {
    usage: '[options]',
    description: "measure the rig's own error against truth from push-time logs, and keep it for the runs of the next 24 hours",
    load: async (command) => (await import('./calibrate.js')).registerCalibrate(command),
  },
  sid: {
    usage: '[options] [command]',
    description: 'semantic interruption detection: does a system know when, and whether, somebody interrupts',
    load: async (command, words) => (await import('./sid/index.js')).registerSid(command, words),
  },
  'entry-yield': {
    usage: '[options] [command]',
    description: 'does a model enter and yield at the opportunities that there were',
    load: async (command, words) => (await import('./entry-yield/index.js')).registerEntryYield(command, words),
  },
  calls: {
    usage: '[options] [command]',
    description: 'labelled calls of people with a bot that answers too early: check, history, point and policy metrics, agreement',
    load: async (command, words) => (await import('./calls/index.js')).registerCalls(command, words),
  },
  shrink: {
    usage: '[options] <scenario>',
    description: 'search for the smallest scenario that still shows a premature reply, or another fault, at the chosen rate',
    load: async (command) => (await import('./shrink/index.js')).registerShrink(command),
  },
  eot: {
    usage: '[options] [command]',
    description: 'end-of-turn benchmark: predict at every pause, sweep the policies, compare models',
    load: async (command, words) => (await import('./eot.js')).registerEot(command, words),
  },
  redact: {
    usage: '[options] <run>',
    description: 'copy a run without names, transcripts and the sound outside of the turns that are kept',
    load: async (command) => (await import('./share/redact.js')).registerRedact(command),
  },
  share: {
    usage: '[options] <run>',
    description: 'pack one session of a run with only what it needs: its scene, clips, recording, scores and a page that opens offline',
    load: async (command) => (await import('./share/share.js')).registerShare(command),
  },
  doctor: {
    usage: '[options]',
    description: 'say what is missing on this machine and how to get it',
    load: async (command) => (await import('./doctor.js')).registerDoctor(command),
  },
};

/** Builds the program, of which only the command that the line names is loaded; the commands set process.exitCode themselves. */
export async function program(argv: readonly string[]): Promise<Command> {
  const root = new Command('turnrig')
    .description(
      'Plays scripted speech into a live room, lets any voice agent answer, and says from the waveform when it spoke, kept silent, yielded or cut in.',
    )
    .version(VERSION)
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help shows what there is)')
    .configureHelp({ subcommandTerm: helpTerm })
    .exitOverride();
  const words = argv.slice(2).filter((argument) => !argument.startsWith('-'));
  await addCommands(root, COMMANDS, words);
  return root;
}

/** Runs a command line and sets the exit code; rejects only where its modules cannot be loaded. With --json an error is one object on standard output too. */
export async function main(argv: readonly string[]): Promise<void> {
  const console = processConsole();
  const asJson = (code: string, message: string, hint: string, type = 'TurnrigError'): void => {
    if (argv.includes('--json')) console.out(JSON.stringify({ error: { type, code, message, hint } }, undefined, 2));
  };
  let loaded = false;
  try {
    const root = await program(argv);
    loaded = true;
    await root.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version end here too, with exit code 0; commander has printed already.
      process.exitCode = error.exitCode === 0 ? EXIT.met : EXIT.usage;
      if (error.exitCode !== 0) asJson('usage', error.message.replace(/^error: /, ''), '--help shows what there is');
      return;
    }
    if (!loaded) throw error;
    // The public end-of-turn benchmark's name of the error, where it has one.
    if (error instanceof TurnrigError) asJson(error.code, error.message, error.hint, error instanceof EotError ? error.type : undefined);
    else asJson('internal', messageOf(error), '');
    console.err(describeError(error));
    if (process.env['TURNRIG_DEBUG'] === '1' && error instanceof Error) console.err(error.stack ?? '');
    process.exitCode = exitCodeOf(error instanceof TurnrigError ? error.code : 'internal');
  }
}
