/** Flags of `turnrig replay`. */
import { InvalidArgumentError, type Command } from 'commander';
import { HISTORY_MODES, type HistoryMode } from '../../replay/choose.js';
import { ANSWER_ONSET_WITHIN_MS } from '../../scenario/protocol-constants.js';
import { list, whole } from '../option-values.js';
import { playedOptions, type PlayedFlags } from '../play/played-flags.js';
import type { RunOptions } from '../play/prepare.js';

export interface ReplayFlags extends PlayedFlags {
  /** Of the recording, from 0. Left out: what calls.yaml says of a labelled call, else 0 and 1. */
  readonly user?: number;
  readonly agentChannel?: number;
  readonly labels?: string;
  readonly call?: string;
  readonly turns?: string;
  readonly turn: readonly string[];
  readonly history: HistoryMode;
  readonly repeat: number;
  readonly untilSure?: number;
  readonly window: number;
  readonly detector: 'silero' | 'energy';
}

/** Repeats unless told otherwise: an interval of 10 is 28 points wide at 0 of 10. */
const REPEATS = 10;

const share = (value: string): number => {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!(number > 0 && number < 1)) throw new InvalidArgumentError('a rate between 0 and 1 is wanted, such as 0.2.');
  return number;
};
const oneOf =
  (names: readonly string[]) =>
  (value: string): string => {
    if (!names.includes(value)) throw new InvalidArgumentError(`${names.join(', ')} is wanted.`);
    return value;
  };

export function replayOptions(command: Command): Command {
  return command
    .argument('[call]', 'two-channel recording: WAV, FLAC, Ogg Opus or MP3; with --labels that of the call unless given')
    .option(
      '--agent <spec>',
      '[LABEL=]preset:NAME, name:AGENT, auto, wait or reference:BEHAVIOUR[=MS]; give it again for a second one',
      list,
      [],
    )
    .option('--agent-cmd <command>', 'start this command as the agent, as turnrig run does')
    .option('--user <channel>', 'channel of the user, from 0 (default: as calls.yaml says, else 0)', whole(0, 31))
    .option(
      '--agent-channel <channel>',
      'channel of the agent in the recording, from 0 (default: as calls.yaml says, else 1)',
      whole(0, 31),
    )
    .option('--labels <folder>', 'folder of labelled calls (docs/calls.md); with --call')
    .option('--call <id>', 'the call of that folder')
    .option('--turns <file>', 'turns of the recording in a file (docs/analyze.md), instead of labels')
    .option('--turn <id>', 'judge only this turn, by name or number from 1; give it again for more', list, [])
    .option('--history <mode>', 'what comes before: live (played), text (told to the agent), none', oneOf(HISTORY_MODES), 'live')
    .option('--repeat <number>', 'fresh rooms for each agent', whole(1, 10_000), REPEATS)
    .option(
      '--until-sure <rate>',
      'stop as soon as the rate is surely below or above this; --repeat is then the most that is played',
      share,
    )
    .option('--window <ms>', 'a reply is waited for so long after a turn', whole(500, 60_000), ANSWER_ONSET_WITHIN_MS)
    .option(
      '--detector <name>',
      'finds turns: silero, or energy where channels hold nothing but clean speech',
      oneOf(['silero', 'energy']),
      'silero',
    )
    .option('--out <folder>', 'run folder to make (default: runs/TIME-replay)')
    .option('--seed <number>', 'decides the order inside the blocks', whole(0), 1)
    .option('--concurrency <number>', 'sessions side by side (default: by the processors there are)', whole(1, 64))
    .option('--memory', 'no room: reference agents in virtual time', false)
    .option('--port <number>', 'port of the embedded room server (default: a free one)', whole(1, 65_535))
    .option('--resume <run>', 'go on with a run folder; give its --agent options again')
    .option('--no-calibrate', 'do not measure the rig first when nothing fresh is stored: latencies are then not judged')
    .option('--no-report', 'score only')
    .option('--json', 'print one JSON object (shape: docs/replay.md)', false);
}

/** What a run is played with. @param agentEnv variables for --agent-cmd */
export function runOptions(flags: ReplayFlags, agentEnv: Readonly<Record<string, string>> = {}): RunOptions {
  return { ...playedOptions(flags), agentEnv, repeats: flags.repeat, verb: 'replay', saysReach: false };
}
