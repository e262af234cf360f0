/** One live run from its first session to its point in the picture: what `eot live` does once and `eot tune` once a setting. */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { EotError } from '../../eot/error.js';
import { chartPoint, liveJson, type LiveFindings } from '../../eot/live/document.js';
import { countsAsHold } from '../../eot/live/outcome.js';
import { LIVE_PLAN_FILE, readLivePlan, writeLivePlan, type LivePlan } from '../../eot/live/plan.js';
import { livePoints, type LiveResult } from '../../eot/live/point.js';
import { pointNotes, pointRow, POINT_COLUMNS } from '../../eot/live/words.js';
import type { HoldRange } from '../../eot/metrics/span-table.js';
import type { LatencyBasis } from '../../recording/model.js';
import { latencyLines } from '../../report/latency.js';
import type { Gate } from '../../score/gate.js';
import type { SessionScore } from '../../score/model.js';
import { writeFileWhole } from '../../../simulator/eot/files.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { systemCode } from '../../../simulator/store/file-system.js';
import { plain, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { report, scoreStored } from '../play/finish.js';
import { playReady } from '../play/play-ready.js';
import { createFrom, readSpecs, reopenFor, type Ready, type RunOptions } from '../play/prepare.js';
import { runScores } from '../run-scores.js';
import { table } from '../table.js';
import { offlineCurves, writeLiveFiles } from './live-files.js';
import type { LiveTurns } from './live-turns.js';

/** Folder of the picture inside the run folder. */
const PICTURE = 'eot';

export interface LiveRunOptions extends RunOptions {
  readonly range: HoldRange;
  /** Run folders of predictions, whose frontiers are drawn beside the points. */
  readonly predictions: readonly string[];
  /** False: nothing is printed but progress; the caller does it. */
  readonly print: boolean;
}

export interface LiveRun {
  readonly exitCode: ExitCode;
  /** Absent where nothing was scored. */
  readonly result: LiveResult | undefined;
  readonly gate: Gate | undefined;
  readonly dir: string;
}

/** Plays a data set's turns, or what is left of them. @throws TurnrigError for everything that a user can mend. */
export async function liveRun(turns: LiveTurns | undefined, options: LiveRunOptions, console: Console): Promise<LiveRun> {
  const specs = options.resume === undefined ? readSpecs(options) : [];
  // Read before anything is played: a wrong folder is told now, and not after an hour.
  if (turns !== undefined) await offlineCurves(turns.plan, options.range, options.predictions);
  const { ready, plan } = turns === undefined ? await reopened(options) : await created(turns, specs, options, console);
  let finished: Pick<LiveRun, 'result' | 'gate'> = { result: undefined, gate: undefined };
  const exitCode = await playReady(ready, { ...options, verb: options.verb ?? 'eot live' }, console, async (reader) => {
    const done = await finishLive(reader, plan, options, console);
    finished = done;
    return done.exitCode;
  });
  return { ...finished, exitCode, dir: ready.store.dir };
}

interface Opened {
  readonly ready: Ready;
  readonly plan: LivePlan;
}

async function created({ suite, plan }: LiveTurns, specs: Ready['specs'], options: LiveRunOptions, console: Console): Promise<Opened> {
  const ready = await createFrom([suite], specs, options, console);
  try {
    await writeFileWhole(join(ready.store.dir, LIVE_PLAN_FILE), writeLivePlan(plan));
    return { ready, plan };
  } catch (error) {
    await ready.store.close();
    throw error;
  }
}

async function reopened(options: LiveRunOptions): Promise<Opened> {
  const dir = options.resume ?? '';
  const text = await readFile(join(dir, LIVE_PLAN_FILE), 'utf8').catch((cause: unknown) => {
    throw new EotError(`${dir} is no run of turnrig eot live: it has no ${LIVE_PLAN_FILE}`, {
      ...(systemCode(cause) === 'ENOENT' ? { type: 'FileNotFoundError' } : {}),
      hint: 'Give the run folder that eot live named.',
      cause,
    });
  });
  const plan = readLivePlan(text);
  await offlineCurves(plan, options.range, options.predictions);
  return { ready: await reopenFor(dir, options), plan };
}

/** Scores what was recorded, draws it, and prints it. */
async function finishLive(
  reader: RunReader,
  plan: LivePlan,
  options: LiveRunOptions,
  console: Console,
): Promise<{ readonly result: LiveResult; readonly gate: Gate; readonly exitCode: ExitCode }> {
  const summary = await scoreStored(reader, console);
  const finished = await report(reader, summary, console, { json: options.json, report: options.report, print: false });
  const scores: SessionScore[] = [];
  for await (const { score } of runScores(reader.dir, console)) scores.push(score);
  const { manifest } = reader;
  const planned = new Map(manifest.agents.map(({ name }) => [name, manifest.plan.filter(({ agent }) => agent === name).length]));
  const result = livePoints(plan, scores, planned, options.range);
  const curves = await offlineCurves(plan, options.range, options.predictions);
  const latencyNote = manifest.latency?.may === false ? manifest.latency.reason : undefined;
  const findings: LiveFindings = { plan, range: options.range, result, curves, latencyNote };
  const folder = join(reader.dir, PICTURE);
  const document = { run: reader.dir, report: finished.report ?? null, gate: finished.gate, ...liveJson(findings) };
  const page = await writeLiveFiles({
    folder,
    document: { ...document, run: manifest.id, report: finished.report === undefined ? null : inPage(folder, finished.report) },
    chart: { title: 'End of turn, live', curves, points: result.points.flatMap((point) => chartPoint(point) ?? []) },
    page: {
      about: aboutLive(plan, options.range, manifest.latency),
      points: result.points.map((point) => ({ name: point.agent, point })),
      outcomes: result.outcomes,
      report: finished.report === undefined ? undefined : inPage(folder, finished.report),
    },
  });
  // The agents are measured, not judged: an agent that cuts in has shown its point.
  const exitCode = finished.gate.exitCode === EXIT.failed ? EXIT.met : finished.gate.exitCode;
  if (options.print) {
    if (options.json) console.out(JSON.stringify({ ...document, page }, null, 2));
    else printed(findings, finished.gate, exitCode, console);
    if (!options.json)
      console.out(`run     ${reader.dir}\n${finished.report === undefined ? '' : `report  ${finished.report}\n`}picture ${page}`);
  }
  return { result, gate: finished.gate, exitCode };
}

const inPage = (folder: string, path: string): string => relative(folder, path).split(sep).join('/');

/** @param latency what the run's latencies are judged by; undefined where that was never asked. */
export function aboutLive({ turns, timeoutS, dataset }: LivePlan, { min, max }: HoldRange, latency?: LatencyBasis): string[] {
  return [
    `${turns.length} turns of ${dataset.path}, played in real time with their own pauses. A false cutoff is a pause of ${min} to ${max} s in which the agent began to speak, or less than 1 s after it; latency is from the turn's labelled end to the agent's onset as heard in the room, with ${timeoutS} s for none.`,
    'Offline curves say when a policy would decide; what an agent does after it has decided (recognition, text, voice, network) is in the live points only.',
    'By call: a turn counts as cut off from its first false cutoff on, and only the others have a latency.',
    ...(latency?.may === false ? [`Latencies are not judged: ${latency.reason}.`] : latencyLines(latency).map((line) => `The ${line}.`)),
  ];
}

function printed({ plan, range, result, latencyNote }: LiveFindings, gate: Gate, exitCode: ExitCode, console: Console): void {
  const holds = plan.turns.flatMap((turn) => turn.holds.filter((hold) => countsAsHold(hold, range)));
  console.out(plain(`${plan.turns.length} turns, ${holds.length} pauses of ${range.min} to ${range.max} s`));
  console.out(plain(table([[...POINT_COLUMNS], ...result.points.map((point) => pointRow(point))])));
  for (const note of result.points.flatMap((point) => pointNotes(point))) console.out(plain(note));
  if (latencyNote !== undefined) console.out(plain(`latencies are not judged: ${latencyNote}`));
  if (exitCode !== EXIT.met) console.out(plain(`${gate.result}: ${gate.reason}`));
}
