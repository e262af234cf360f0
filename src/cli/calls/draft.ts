/** `turnrig calls draft RECORDING... --out FOLDER`: recordings without labels as drafts, for `calls review`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { draftFolder, type DraftedCall } from '../../../simulator/calls/draft-folder.js';
import { LANGUAGE_CODE } from '../../calls/companion.js';
import { TurnrigError } from '../../error.js';
import { energyDetector } from '../../vad/energy.js';
import { sileroDetector } from '../../vad/silero.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { interruptible } from '../interrupt.js';
import { whole } from '../option-values.js';
import { refuseEmptyOut } from '../out-option.js';
import { Progress } from '../progress.js';

interface DraftCommand {
  readonly out: string;
  readonly user: number;
  readonly agent: number;
  readonly language: string;
  readonly detector: 'silero' | 'energy';
  readonly json: boolean;
}

/** Progress is told in percent. */
const STEPS = 1_000;
/** A recording has no more (src/calls/companion.ts). */
const LAST_CHANNEL = 31;

/** @throws TurnrigError for everything that a user can mend; then there is no folder. */
export async function draftCalls(
  recordings: readonly string[],
  options: DraftCommand,
  console: Console,
  signal: AbortSignal,
): Promise<ExitCode> {
  refuseEmptyOut(options.out, 'the drafts go');
  const { out, user, agent, language } = options;
  if (user === agent)
    throw new TurnrigError('input', `--user and --agent name the same channel, ${user}.`, { hint: 'Channels are numbered from 0.' });
  const detector = options.detector === 'energy' ? energyDetector() : await sileroDetector();
  const progress = new Progress(console, 'listening', STEPS, () => performance.now() / 1000, undefined, true);
  const calls = await draftFolder({
    recordings,
    out,
    user,
    agent,
    language,
    detector,
    signal,
    onProgress: (share) => progress.update(Math.floor(STEPS * share), ''),
  }).finally(() => progress.clear());
  if (options.json) console.out(JSON.stringify({ out, calls: calls.map(callJson) }, null, 2));
  else {
    for (const { callId, tables, notes } of calls) {
      console.out(plain(`${callId}: ${tables.turns.length} turns, ${tables.spans.length} pauses to label`));
      for (const note of notes) console.err(plain(`note: ${callId}: ${note}`));
    }
    console.out(plain(`drafts in ${out}: no score counts them; turnrig calls review ${out}`));
  }
  return EXIT.met;
}

const callJson = ({ callId, recording, tables, notes }: DraftedCall): object => ({
  callId,
  recording,
  turns: tables.turns.length,
  spans: tables.spans.length,
  points: tables.points.length,
  notes,
});

const language = (value: string): string => {
  if (!LANGUAGE_CODE.test(value)) throw new InvalidArgumentError('a code such as zh or en-GB is wanted.');
  return value.toLowerCase();
};

export function registerCallsDraft(command: Command): void {
  command
    .argument('<recordings...>', 'WAV, FLAC, Ogg Opus or MP3 with the user on one channel and the agent on another')
    .requiredOption('--out <folder>', 'the drafts; a folder that is not there yet')
    .option('--user <channel>', 'channel of the user, from 0', whole(0, LAST_CHANNEL), 0)
    .option('--agent <channel>', 'channel of the agent, from 0', whole(0, LAST_CHANNEL), 1)
    .option('--language <code>', 'what is spoken, for the exported data set; und: not known', language, 'und')
    .addOption(
      new Option('--detector <name>', 'silero, or energy where the channels hold nothing but clean speech')
        .choices(['silero', 'energy'])
        .default('silero'),
    )
    .option('--json', 'print one JSON object (shape: docs/calls.md)', false)
    .action(async (recordings: string[], options: DraftCommand) => {
      const console = processConsole();
      await interruptible(console, 'stopped: nothing was written', (signal) => draftCalls(recordings, options, console, signal));
    });
}
