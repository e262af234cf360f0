/** Flags that `eot live` and `eot tune` share. */
import type { Command } from 'commander';
import { MIN_SILENCE_SPAN } from '../../eot/constants.js';
import { EotError } from '../../eot/error.js';
import { ANSWER_ONSET_WITHIN_MS } from '../../scenario/protocol-constants.js';
import { playedOptions, type PlayedFlags } from '../play/played-flags.js';
import type { LiveRunOptions } from './live-run.js';
import type { LiveTurnsRequest } from './live-turns.js';
import { list, whole } from '../option-values.js';
import { holdOptions, positive, positiveInteger, type HoldOptions } from './options.js';

export interface LiveFlags extends HoldOptions, PlayedFlags {
  readonly name: string;
  readonly split: string;
  readonly revision?: string;
  readonly limit?: number;
  readonly repeats?: number;
  readonly turnsPerSession: number;
  readonly timeout: number;
  readonly minSilenceSpan: number;
  readonly predictions: readonly string[];
}

/** Turns of a session follow one another in one room; more than so many are a recording, not a session. */
const MOST_TURNS = 50;

export function liveOptions(command: Command): Command {
  const withHolds = holdOptions(command);
  return withHolds
    .option('--agent <spec>', '[LABEL=]preset:NAME, name:AGENT, auto, wait or reference:BEHAVIOUR[=MS]; give it again for more', list, [])
    .option('--agent-cmd <command>', 'start this command as the agent, as turnrig run does')
    .option('--name <configuration>', 'configuration of the data set', 'all')
    .option('--split <split>', 'split of the data set', 'validation')
    .option('--revision <revision>', "revision of the hub's data set")
    .option('--limit <number>', 'only the first turns', positiveInteger)
    .option('--repeats <number>', 'play every turn so often', whole(1))
    .option('--turns-per-session <number>', 'turns played in one room, one after another', whole(1, MOST_TURNS), 1)
    .option('--timeout <seconds>', 'no answer by then counts as this late, censored', positive, ANSWER_ONSET_WITHIN_MS / 1000)
    .option('--min-silence-span <seconds>', 'shorter pauses are no spans', positive, MIN_SILENCE_SPAN)
    .option('--predictions <folder>', 'run folder of eot predict whose frontier is drawn beside; give it again for more', list, [])
    .option('--seed <number>', 'decides the order inside the blocks', whole(0), 1)
    .option('--concurrency <number>', 'sessions side by side (default: by the processors there are)', whole(1, 64))
    .option('--memory', 'no room: reference agents in virtual time', false)
    .option('--port <number>', 'port of the embedded room server (default: a free one)', whole(1, 65_535))
    .option('--no-calibrate', 'do not measure the rig first when nothing fresh is stored: latencies are then not judged')
    .option('--no-report', 'no report of the run; the picture is drawn all the same')
    .option('--json', 'print one JSON object (shape: docs/eot.md)', false);
}

/** @throws EotError when there is no data set to play. */
export function turnsRequest(path: string | undefined, flags: LiveFlags): LiveTurnsRequest {
  if (path === undefined || path.trim() === '')
    throw new EotError('Dataset path is required.', { hint: 'Give a folder, a parquet or JSON lines file, or OWNER/NAME on the hub.' });
  const { name, split, revision, limit, minSilenceSpan, timeout, turnsPerSession } = flags;
  return {
    path,
    name,
    split,
    ...(revision === undefined || revision.trim() === '' ? {} : { revision: revision.trim() }),
    ...(limit === undefined ? {} : { limit }),
    minSilenceSpan,
    timeoutS: timeout,
    perSession: turnsPerSession,
  };
}

/** What a run is played with. */
export function liveRunOptions(flags: LiveFlags): LiveRunOptions {
  const { repeats, predictions, minHoldSpanDuration: min, maxHoldSpanDuration: max } = flags;
  return { ...playedOptions(flags), ...(repeats === undefined ? {} : { repeats }), predictions, range: { min, max }, print: true };
}
