/** `turnrig analyze RECORDING`: a two-channel recording becomes a run folder with the same scores and the same report as a live run. */
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { ANALYSIS_CONSTANTS } from '../analysis/constants.js';
import { turnRows, type TurnRow } from '../analysis/rows.js';
import { RECORDING } from '../analysis/scene.js';
import { readTurns } from '../analysis/turns-file.js';
import type { RecordedTurn } from '../analysis/turns.js';
import { TurnrigError } from '../error.js';
import { formatProblem } from '../scenario/index.js';
import type { SpeechDetector } from '../vad/detector.js';
import { energyDetector } from '../vad/energy.js';
import { sileroDetector, SILERO_SHA256 } from '../vad/silero.js';
import { analyzeRecording, type Analyzed } from '../../simulator/analysis/analyze.js';
import { readScore } from '../../simulator/scoring/score-run.js';
import type { RunReader } from '../../simulator/store/run-reader.js';
import { openRun } from '../../simulator/store/run-store.js';
import { plain, processConsole, type Console } from './console.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { onInterrupt } from './interrupt.js';
import { report, scoreStored } from './play/finish.js';
import { runId, runManifest } from './play/manifest.js';
import { formatDuration, Progress } from './progress.js';
import { SAMPLE_RATE } from '../time/position.js';

export interface AnalyzeCliOptions {
  readonly user: number;
  readonly agent: number;
  readonly turns?: string;
  readonly out?: string;
  readonly name: string;
  readonly detector: 'silero' | 'energy';
  readonly report: boolean;
  readonly json: boolean;
}

/** Progress is counted in thousandths and told in percent. */
const STEPS = 1000;
/** Shares of the work as a person waits for it: reading and resampling, then listening; scoring listens to edges once more. */
const SHARE = { reading: { from: 0, to: 0.25 }, listening: { from: 0.25, to: 1 } } as const;

/** @returns the exit code. @throws TurnrigError for everything that a user can mend. */
export async function analyze(path: string, options: AnalyzeCliOptions, console: Console): Promise<ExitCode> {
  if (options.user === options.agent)
    throw new TurnrigError('input', `--user and --agent name the same channel, ${options.user}.`, {
      hint: 'Channels are numbered from 0.',
    });
  const now = new Date();
  const id = runId(now, [{ name: basename(path) }]);
  const out = resolve(options.out ?? join('runs', id));
  const interrupt = onInterrupt(console, 'stopping (again: at once)');
  const progress = new Progress(console, 'analyzing', STEPS, () => performance.now() / 1000, undefined, true);
  let stored = false;
  try {
    const analyzed = await analyzeRecording({
      path,
      out,
      user: options.user,
      agent: options.agent,
      agentName: options.name,
      detector: await detectorOf(options.detector),
      ...(options.turns === undefined ? {} : { turns: turnsFrom(options.turns) }),
      manifest: (made) => ({
        ...runManifest(id, now, {
          suites: [],
          agents: made.agents,
          plan: made.plan,
          seed: 0,
          transport: RECORDING,
          server: 'none',
          detector: options.detector,
          models: options.detector === 'silero' ? { silero_vad_16k_op15: SILERO_SHA256 } : {},
        }),
        ...made,
        constants: {
          ...runManifest(id, now, {
            suites: [],
            agents: [],
            plan: [],
            seed: 0,
            transport: RECORDING,
            server: 'none',
            detector: options.detector,
            models: {},
          }).constants,
          ...ANALYSIS_CONSTANTS,
        },
      }),
      signal: interrupt.signal,
      onProgress: (step, share, length) => {
        const { from, to } = SHARE[step];
        const detail = step === 'reading' ? 'reading the file' : `listening to ${formatDuration(length / SAMPLE_RATE)} of audio`;
        progress.update(Math.round(STEPS * (from + share * (to - from))), detail);
      },
    });
    progress.clear();
    stored = true;
    return await tell(await openRun(out), analyzed, options, console, interrupt.signal);
  } catch (error) {
    progress.clear();
    if (!interrupt.signal.aborted) throw error;
    console.err(
      plain(stored ? `interrupted; ${out} is kept: turnrig score, then turnrig report, go on with it` : 'interrupted; nothing was kept'),
    );
    return EXIT.interrupted;
  } finally {
    interrupt.release();
  }
}

const detectorOf = (name: AnalyzeCliOptions['detector']): Promise<SpeechDetector> =>
  name === 'energy' ? Promise.resolve(energyDetector()) : sileroDetector();

export function turnsFrom(file: string): (length: number) => Promise<readonly RecordedTurn[]> {
  return async (length) => {
    const bytes = await readFile(file).catch((cause: unknown) => {
      throw new TurnrigError('input', `the turns file ${file} cannot be read`, { hint: 'Check the path after --turns.', cause });
    });
    const read = readTurns(bytes, file, length);
    if ('turns' in read) return read.turns;
    const lines = read.problems.map(formatProblem).join('\n');
    throw new TurnrigError(
      'input',
      `the turns file has ${read.problems.length} problem${read.problems.length === 1 ? '' : 's'}:\n${lines}`,
      { hint: 'The format is in docs/analyze.md.' },
    );
  };
}

async function tell(
  reader: RunReader,
  analyzed: Analyzed,
  options: AnalyzeCliOptions,
  console: Console,
  signal: AbortSignal,
): Promise<ExitCode> {
  const summary = await scoreStored(reader, console, signal);
  const attempt = summary.sessions[0]?.attempt ?? '';
  const score = await readScore(reader, attempt);
  const [scene] = reader.manifest.scenes;
  const rows = score === undefined || scene === undefined ? [] : turnRows(scene, score);
  const finished = await report(reader, summary, console, { json: false, print: false, report: options.report, notes: analyzed.notes });
  if (options.json) {
    const { recording, leaks, notes } = analyzed;
    const { name, sha256, container, rate, channels, length } = recording;
    console.out(
      JSON.stringify(
        {
          run: reader.dir,
          report: finished.report ?? null,
          recording: { name, sha256, container, rate, channels, durationMs: length / 48, user: options.user, agent: options.agent },
          leaks: { intoAgent: leakJson(leaks.intoAgent), intoUser: leakJson(leaks.intoUser) },
          notes,
          turns: rows,
          gate: finished.gate,
          summary,
        },
        null,
        2,
      ),
    );
    return finished.gate.exitCode;
  }
  for (const note of analyzed.notes) console.out(plain(`note: ${note}`));
  for (const row of rows) console.out(plain(rowText(row)));
  console.out('');
  console.out(plain(`${finished.gate.result}: ${finished.gate.reason}`));
  console.out(`run     ${reader.dir}`);
  if (finished.report !== undefined) console.out(`report  ${finished.report}`);
  return finished.gate.exitCode;
}

function leakJson(leak: Analyzed['leaks']['intoAgent']): object | null {
  return leak === undefined
    ? null
    : { delayMs: leak.delay / 48, gainDb: Math.round(10 * leak.gainDb) / 10, agreeing: leak.agreeing, probes: leak.probes };
}

/** One turn on one line: "   0.669 s  t1  respond  pass  replied 165 ms after the turn's end". */
function rowText(row: TurnRow): string {
  const at = `${(row.startMs / 1000).toFixed(3)} s`.padStart(12);
  const soft = row.onset?.soft === true ? ', soft onset' : '';
  return `${at}  ${row.turn.padEnd(4)} ${row.kind.padEnd(8)} ${row.verdict.padEnd(18)} ${row.reason}${soft}`;
}

const channel = (value: string): number => {
  if (!/^\d{1,2}$/.test(value)) throw new InvalidArgumentError('a channel number from 0 is wanted.');
  return Number(value);
};
const detector = (value: string): string => {
  if (value !== 'silero' && value !== 'energy') throw new InvalidArgumentError('silero or energy is wanted.');
  return value;
};

export function registerAnalyze(command: Command): void {
  command
    .argument('<recording>', 'WAV, FLAC, Ogg Opus or MP3 of any length and rate')
    .option('--user <channel>', 'channel of the user, from 0', channel, 0)
    .option('--agent <channel>', 'channel of the agent, from 0', channel, 1)
    .option('--turns <file>', 'turns with what is expected, YAML or JSON (docs/analyze.md); default: found on the user channel')
    .option('--name <label>', "the agent's name in the report", 'agent')
    .option('--detector <name>', 'silero, or energy where the channels hold nothing but clean speech', detector, 'silero')
    .option('--out <folder>', 'run folder to make (default: runs/TIME-NAME)')
    .option('--no-report', 'score only')
    .option('--json', 'print one JSON object (shape: docs/analyze.md)', false)
    .action(async (path: string, options: AnalyzeCliOptions) => {
      process.exitCode = await analyze(path, options, processConsole());
    });
}
