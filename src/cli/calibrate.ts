/** `turnrig calibrate`: the rig measures itself against truth that it had no part in. */
import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { CONDITIONS, QUICK, USUAL, type ConditionName } from '../calibration/conditions.js';
import { CALIBRATION_LEAST_N, writeCalibration, withinLimits, type Calibration } from '../calibration/model.js';
import { TurnrigError } from '../error.js';
import { nearest } from '../scenario/nearest.js';
import { freshFolder } from './calibrate/fresh-folder.js';
import { expectedSeconds, measure } from './calibrate/measure.js';
import { storeCalibration } from './calibrate/place.js';
import { openServers, SERVER_KINDS, type ServerKind } from './calibrate/servers.js';
import { calibrationTable } from './calibrate/table.js';
import { plain, processConsole, type Console } from './console.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { onInterrupt } from './interrupt.js';
import { formatDuration, Progress } from './progress.js';
import { serverOf } from './play/room-keeper.js';

export interface CalibrateOptions {
  readonly server?: ServerKind;
  readonly memory: boolean;
  readonly delay?: number;
  readonly n?: number;
  readonly sessions: number;
  readonly conditions?: readonly ConditionName[];
  readonly loss: number;
  readonly seed: number;
  readonly quick: boolean;
  readonly json: boolean;
  readonly out?: string;
}

const USUAL_N = 20;
const QUICK_N = 12;

/** @returns the exit code. @throws TurnrigError. */
export async function calibrate(options: CalibrateOptions, console: Console): Promise<ExitCode> {
  if (options.memory && (options.server !== undefined || options.loss > 0))
    throw new TurnrigError('input', '--memory has neither a server nor a network.', { hint: 'Leave --server and --loss out.' });
  const conditions = options.conditions ?? (options.quick || options.memory ? QUICK : USUAL);
  const n = options.n ?? (options.quick ? QUICK_N : USUAL_N);
  const kind = options.server ?? (serverOf(process.env) === undefined ? 'embedded' : 'env');
  if (options.loss > 0 && kind !== 'embedded')
    throw new TurnrigError('input', '--loss needs the embedded server: only it drops packets on purpose.', {
      hint: 'Add --server embedded.',
    });
  if (options.out !== undefined) await freshFolder(options.out);
  const interrupt = onInterrupt(console, 'stopping: of a calibration that is not whole nothing is kept (again: at once)');
  let progress: Progress | undefined;
  const tick = setInterval(() => progress?.tick(), 1_000);
  try {
    const servers = options.memory ? undefined : await openServers(kind, options.seed);
    const plan = { servers, conditions, n, seed: options.seed, sessions: options.sessions };
    const expected = expectedSeconds(plan);
    if (!options.json)
      console.err(
        `${conditions.length} ${conditions.length === 1 ? 'condition' : 'conditions'}, n = ${n}: about ${formatDuration(expected)}`,
      );
    const shown = (progress = new Progress(console, 'calibrating', n * conditions.length, () => performance.now() / 1000, expected));
    shown.update(0, 'starting');
    const calibration = await measure({
      ...plan,
      delayMs: options.delay,
      lossPercent: options.loss,
      listen: !options.quick && !options.memory,
      folder: options.out === undefined ? undefined : resolve(options.out),
      onProgress: (done, _total, what) => shown.update(done, what),
      signal: interrupt.signal,
    });
    progress.clear();
    if (options.json) console.out(writeCalibration(calibration).trimEnd());
    else console.out(plain(calibrationTable(calibration)));
    if (countsForRuns(calibration)) {
      const path = await storeCalibration(calibration);
      if (!options.json) console.err(`kept for runs of the next 24 hours: ${path}`);
    }
    return exitOf(calibration);
  } catch (error) {
    progress?.clear();
    if (interrupt.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    clearInterval(tick);
    interrupt.release();
  }
}

/** What runs may use: waits, on the network as it is, enough of them. */
function countsForRuns({ of, lossPercent, n }: Calibration): boolean {
  return of === 'waits' && lossPercent === 0 && n >= CALIBRATION_LEAST_N;
}

/** 0 within the limits; 1 when anything is outside of them; 3 when nothing could be measured. */
function exitOf(calibration: Calibration): ExitCode {
  const verdicts = [withinLimits(calibration), ...calibration.conditions.map(({ verdict }) => verdict)];
  if (verdicts[0] === 'unknown') return EXIT.undecided;
  return verdicts.includes('outside') ? EXIT.failed : EXIT.met;
}

const number =
  (least: number, most: number, whole: boolean) =>
  (value: string): number => {
    const parsed = Number(value);
    if (value.trim() === '' || !Number.isFinite(parsed) || parsed < least || parsed > most || (whole && !Number.isInteger(parsed)))
      throw new InvalidArgumentError(`a ${whole ? 'whole ' : ''}number from ${least} to ${most} is wanted.`);
    return parsed;
  };

function kindOf(value: string): ServerKind {
  const kind = SERVER_KINDS.find((known) => known === value);
  if (kind !== undefined) return kind;
  const own = /^(wss?|https?):/.test(value)
    ? ' For a server of your own set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET, and leave --server out.'
    : '';
  throw new InvalidArgumentError(`there are ${SERVER_KINDS.join(', ')}.${own}`);
}

function conditionsOf(value: string): readonly ConditionName[] {
  if (value === 'all') return CONDITIONS;
  return value.split(',').map((name) => {
    const known = CONDITIONS.find((one) => one === name.trim());
    if (known !== undefined) return known;
    const close = nearest(name.trim(), CONDITIONS);
    throw new InvalidArgumentError(
      `"${name}" is no condition.${close === undefined ? '' : ` Did you mean "${close}"?`} There are ${CONDITIONS.join(', ')}; or all.`,
    );
  });
}

export function registerCalibrate(command: Command): void {
  command
    .option(
      '--server <kind>',
      'embedded, livekit (its binary is started) or env (LIVEKIT_URL); default: env where it is set, else embedded',
      kindOf,
    )
    .option('--memory', 'no room: virtual time', false)
    .option(
      '--delay <ms>',
      'the reference agent answers after so long; default: another delay every turn, 300 to 1200',
      number(60, 20_000, false),
    )
    .option('--n <number>', `turns or bursts of each condition (default: ${USUAL_N})`, number(1, 100_000, true))
    .option('--sessions <number>', 'sessions at once', number(1, 4, true), 1)
    .option('--conditions <list>', 'comma-separated, or all: the whole grid', conditionsOf)
    .option('--loss <percent>', 'packets that the embedded server drops on purpose', number(0, 50, false), 0)
    .option('--seed <number>', 'decides delays, voices, spacing and losses', number(0, 2 ** 31, true), 1)
    .option('--quick', `answers only, n = ${QUICK_N}: about a minute`, false)
    .option('--out <folder>', "keep the senders' logs here, and every observation (observations.jsonl); a folder for each calibration")
    .option('--json', 'print one JSON object (shape: docs/calibration.md)', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 within the limits (bias 5 ms, p95 10 ms), 1 outside, 2 wrong usage, 3 nothing could be measured, 130 interrupted.',
    )
    .action(async (options: CalibrateOptions) => {
      process.exitCode = await calibrate(options, processConsole());
    });
}
