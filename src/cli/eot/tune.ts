/** `turnrig eot tune`: a grid of an agent's own settings, each played like `eot live`, and their curve. */
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { isDeepStrictEqual } from 'node:util';
import { aboutJson, chartPoint, pointJson } from '../../eot/live/document.js';
import { EotError } from '../../eot/error.js';
import { axisOf, filled, gridOf, variableOf, type GridPoint, type Templates } from '../../eot/live/grid.js';
import { livePoints, paretoPoints, type LivePoint } from '../../eot/live/point.js';
import { pointNotes, pointRow, POINT_COLUMNS } from '../../eot/live/words.js';
import { checkHoldRange } from '../../eot/metrics/span-table.js';
import { TurnrigError } from '../../error.js';
import { mulberry32, shuffled } from '../../stats/random.js';
import { kindAt, readJsonFile, writeFileWhole } from '../../../simulator/eot/files.js';
import { makeFolder } from '../../../simulator/store/make-folder.js';
import { resumeState } from '../../../simulator/store/resume.js';
import { openRun } from '../../../simulator/store/run-store.js';
import { AttemptQueue } from '../../../simulator/supervisor/attempts.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { checkAgentCommand } from '../../../agent/command/agent-command.js';
import { readSpecs } from '../play/prepare.js';
import { formatDuration, remaining } from '../progress.js';
import { list } from '../option-values.js';
import { runScores } from '../run-scores.js';
import { table } from '../table.js';
import { offlineCurves, writeLiveFiles } from './live-files.js';
import { liveOptions, liveRunOptions, turnsRequest, type LiveFlags } from './live-options.js';
import { aboutLive, liveRun, type LiveRunOptions } from './live-run.js';
import { loadLiveTurns, type LiveTurns } from './live-turns.js';

interface TuneFlags extends LiveFlags {
  readonly vary: readonly string[];
  readonly env: readonly string[];
}

/** What makes two tunings the same: kept in tune.json. Templates are not: they may hold secrets. */
const TUNE_FILE = 'tune.json';
const POINTS = 'points';

interface Tuned extends GridPoint {
  readonly dir: string;
  readonly point: LivePoint;
}

async function tune(path: string | undefined, flags: TuneFlags, console: Console): Promise<ExitCode> {
  const options = liveRunOptions(flags);
  checkHoldRange(options.range);
  const templates = templatesOf(flags);
  const grid = gridOf(flags.vary.map(axisOf), templates);
  // Every setting is read before the first is played.
  for (const point of grid) readSpecs(pointOptions(options, templates, point, join('points', point.id)));
  if (templates.agentCmd !== undefined) checkAgentCommand(filled(templates, grid[0] ?? { values: {} }).agentCmd ?? '');
  const turns = await loadLiveTurns(turnsRequest(path, flags));
  const folder = resolve(flags.out ?? 'tune');
  await sameTuning(folder, {
    grid: grid.map(({ values }) => values),
    turns: turns.suite.sha256,
    repeats: flags.repeats ?? 1,
    seed: flags.seed,
  });
  // In an order of its own, so that what drifts over hours is no effect of a setting (statistics.md, "Two arms").
  const order = shuffled(grid, mulberry32(flags.seed));
  const began = performance.now() / 1000;
  let exitCode: ExitCode = EXIT.met;
  for (const [i, point] of order.entries()) {
    const dir = join(folder, POINTS, point.id);
    if (await isFinished(dir)) continue;
    const left = remaining(i / order.length, performance.now() / 1000 - began);
    console.err(
      plain(`setting ${i + 1} of ${order.length}: ${point.id}${left === undefined ? '' : `, about ${formatDuration(left)} left`}`),
    );
    const code = await playPoint(turns, { ...pointOptions(options, templates, point, dir), print: false }, dir, console);
    if (code === EXIT.interrupted) {
      exitCode = code;
      break;
    }
  }
  const tuned: Tuned[] = [];
  for (const point of grid) {
    const dir = join(folder, POINTS, point.id);
    const found = await storedPoint(dir, turns, options, console);
    if (found !== undefined) tuned.push({ ...point, dir, point: found });
  }
  const page = await draw(folder, tuned, grid.length, turns, options, console);
  if (exitCode === EXIT.interrupted) {
    console.err(`interrupted; the same command goes on. What there is: ${page}`);
    return exitCode;
  }
  const measured = tuned.some(({ point }) => point.sessions.scored > 0);
  if (measured) return EXIT.met;
  return tuned.some(({ point }) => point.sessions.agent_failure > 0) ? EXIT.agent : EXIT.undecided;
}

function templatesOf(flags: TuneFlags): Templates {
  const agents = flags.agent.length === 0 && flags.agentCmd !== undefined ? ['auto'] : flags.agent;
  const [agent] = agents;
  if (agent === undefined || agents.length !== 1)
    throw new EotError('one agent is tuned at a time.', {
      hint: "For example: --agent 'preset:vad-only,min-delay=$min' --vary min=200,300,500",
    });
  if (flags.env.length > 0 && flags.agentCmd === undefined)
    throw new EotError('--env is for the command of --agent-cmd, and there is none.');
  return {
    agent,
    ...(flags.agentCmd === undefined ? {} : { agentCmd: flags.agentCmd }),
    env: Object.fromEntries(flags.env.map(variableOf)),
  };
}

function pointOptions(options: LiveRunOptions, templates: Templates, point: GridPoint, out: string): LiveRunOptions {
  const { agent, agentCmd, env } = filled(templates, point);
  return { ...options, agent: [agent], ...(agentCmd === undefined ? {} : { agentCmd, agentEnv: env }), out };
}

/** One setting that cannot be played leaves the others be. */
async function playPoint(turns: LiveTurns, options: LiveRunOptions, dir: string, console: Console): Promise<ExitCode> {
  const begun = (await kindAt(join(dir, 'run.json'))) === 'file';
  try {
    return (await liveRun(begun ? undefined : turns, begun ? { ...options, resume: dir } : options, console)).exitCode;
  } catch (error) {
    if (!(error instanceof TurnrigError) || error.code !== 'agent-start') throw error;
    console.err(plain(`this setting could not be played: ${error.message}`));
    return EXIT.agent;
  }
}

async function isFinished(dir: string): Promise<boolean> {
  if ((await kindAt(join(dir, 'run.json'))) !== 'file') return false;
  const reader = await openRun(dir);
  const queue = new AttemptQueue(reader.manifest.plan, await resumeState(reader));
  return queue.settled === queue.total;
}

async function storedPoint(dir: string, { plan }: LiveTurns, { range }: LiveRunOptions, console: Console): Promise<LivePoint | undefined> {
  if ((await kindAt(join(dir, 'run.json'))) !== 'file') return undefined;
  const { manifest } = await openRun(dir);
  const scores = [];
  for await (const { score } of runScores(dir, console)) scores.push(score);
  const planned = new Map(manifest.agents.map(({ name }) => [name, manifest.plan.length]));
  return livePoints(plan, scores, planned, range).points[0];
}

/** Notes what is tuned, or checks that it is the same. @throws EotError for another one, TurnrigError `store`. */
async function sameTuning(folder: string, wanted: object): Promise<void> {
  const file = join(folder, TUNE_FILE);
  const now: unknown = JSON.parse(JSON.stringify({ version: 1, ...wanted }));
  if ((await kindAt(file)) === 'file') {
    if (isDeepStrictEqual(await readJsonFile(file), now)) return;
    throw new EotError(`${folder} holds the tuning of other settings, turns, repeats or seed`, {
      hint: 'Give the same command to go on with it, or another --out.',
    });
  }
  await makeFolder(folder);
  await writeFileWhole(file, `${JSON.stringify(now, null, 1)}\n`);
}

async function draw(
  folder: string,
  tuned: readonly Tuned[],
  settings: number,
  { plan }: LiveTurns,
  { range, predictions, json }: LiveRunOptions,
  console: Console,
): Promise<string> {
  const curves = await offlineCurves(plan, range, predictions);
  const best = new Set(paretoPoints(tuned, ({ point }) => ({ cutoffs: point.cutoffs.rate, latency: point.latency.meanS })));
  const document = {
    ...aboutJson({ plan, range, curves, latencyNote: undefined }),
    settings,
    points: tuned.map((one) => ({
      id: one.id,
      values: one.values,
      run: `${POINTS}/${one.id}`,
      pareto: best.has(one),
      ...pointJson(one.point),
    })),
  };
  const page = await writeLiveFiles({
    folder,
    document,
    chart: {
      title: 'End of turn, an agent’s own settings',
      curves,
      points: tuned.flatMap((one) => {
        const drawn = chartPoint(one.point, one.id);
        return drawn === undefined ? [] : [{ ...drawn, pareto: best.has(one) }];
      }),
    },
    page: {
      about: [`${tuned.length} of ${settings} settings have been played.`, ...aboutLive(plan, range)],
      points: tuned.map((one) => ({ name: one.id, point: one.point, pareto: best.has(one) })),
      outcomes: [],
      report: undefined,
    },
  });
  if (json) console.out(JSON.stringify({ ...document, page }, null, 2));
  else {
    const rows = tuned.map((one) => [...pointRow(one.point, one.id), best.has(one) ? 'Pareto' : '']);
    console.out(plain(table([['setting', ...POINT_COLUMNS.slice(1), ''], ...rows])));
    for (const note of tuned.flatMap((one) => pointNotes(one.point, one.id))) console.out(plain(note));
    console.out(`picture ${page}`);
  }
  return page;
}

export function registerTune(command: Command): void {
  command.argument('[dataset]', 'folder, parquet or JSON lines file, or OWNER/NAME on the hub');
  liveOptions(command)
    .option('--vary <name=values>', 'a setting and its values: min=200,300,500; $min in --agent, --agent-cmd and --env', list, [])
    .option('--env <name=template>', "variable of --agent-cmd, text or JSON: 'MIN_DELAY=$min'; give it again for more", list, [])
    .option('--out <folder>', 'folder of the tuning, made or gone on with', 'tune')
    .action(async (path: string | undefined, flags: TuneFlags) => {
      process.exitCode = await tune(path, flags, processConsole());
    });
}
