/**
 * The end-of-turn sweep beside a NumPy/pandas script of the same sweep (bench/eot-reference.py), in one run on one machine: predictions
 * read, 5,468 policies swept, trade-off and summary written.
 *
 *   node dist/bench/eot.js [--turns 1000] [--repeats 25] [--starts 5] [--grow] [--cpu] [--python PYTHON] [--save]
 *
 * Warm: the second and later times in one process, each side in its own. With start-up: `turnrig eot compute-metrics`, with the intervals that
 * the script lacks and without, and the script as commands, in turn. Python is the pinned one of pinned-python.ts unless --python
 * names another with pandas and pyarrow; without any only our own times are printed. --grow prints 1, 10 and 100 thousand turns with memory.
 * --cpu counts processor time of all threads (garbage collector and compiler included) instead of the wall: for a machine that is busy.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { computeMetrics } from '../src/eot/metrics/compute.js';
import { tradeoffTable } from '../src/eot/metrics/tradeoff.js';
import { bufferFile, readTable } from '../src/eot/parquet/read.js';
import { doubles, integers, numbersOf, strings, table, type Table } from '../src/eot/parquet/table.js';
import { writeTable } from '../src/eot/parquet/write.js';
import { indentedJson } from '../src/eot/python-json.js';
import { round6 } from '../src/eot/rounding.js';
import { mulberry32 } from '../src/stats/random.js';
import { saveFigures, type FigureRow } from './figures.js';
import { benchFile, pinnedPython } from './pinned-python.js';

const SCORE_POINT = 0.2;
/** Of each size; the first is a warm-up. */
const GROW_REPEATS = 6;
/** Rows a turn: as many as the public data set has. */
const HOLDS = 2;

/** Turns with pauses of the usual lengths and scores that rise over ends of turn more than over holds; about 40 rows a turn. */
function predictions(turns: number, seed: number): Table {
  const random = mulberry32(seed);
  const [id, span, time, silence, p, label]: [string[], number[], number[], number[], number[], string[]] = [[], [], [], [], [], []];
  for (let turn = 0; turn < turns; turn++) {
    const name = `turn-${String(turn).padStart(6, '0')}`;
    for (let index = 0; index <= HOLDS; index++) {
      const eot = index === HOLDS;
      const length = eot ? 2.5 : 0.2 + 1.1 * random() ** 2;
      const level = Math.min(0.98, Math.max(0.02, (eot ? 0.7 : 0.3) + 0.5 * (random() - 0.5)));
      for (let step = 0; step * 0.1 <= length; step++) {
        id.push(name);
        span.push(index);
        time.push(round6(index * 5 + step * 0.1));
        silence.push(round6(step * 0.1));
        p.push(Math.min(1, level + 0.01 * step * random()));
        label.push(eot ? 'eot' : 'hold');
      }
    }
  }
  return table([
    ['id', strings(id)],
    ['language', strings(id.map(() => 'en'))],
    ['span_index', integers(span)],
    ['timestamp', doubles(time)],
    ['silence_dur', doubles(silence)],
    ['p_eot', doubles(p)],
    ['label', strings(label)],
  ]);
}

/** Seconds of the wall, or of all this process's threads. */
function now(cpu: boolean): number {
  if (!cpu) return performance.now() / 1000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function ours(path: string, folder: string, scorePoint: number | undefined, cpu: boolean): Promise<number> {
  const begun = now(cpu);
  const read = await readTable(bufferFile(await readFile(path)), path, ['id', 'span_index', 'timestamp', 'silence_dur', 'p_eot', 'label']);
  const { tradeoff, summary } = computeMetrics(read, { scorePoint });
  await writeFile(join(folder, 'tradeoff.parquet'), writeTable(tradeoffTable(tradeoff)));
  await writeFile(join(folder, 'summary.json'), indentedJson(summary));
  return now(cpu) - begun;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function sameTables(folder: string): Promise<boolean> {
  const [own, other] = await Promise.all(
    ['tradeoff.parquet', 'reference-tradeoff.parquet'].map(async (name) => readTable(bufferFile(await readFile(join(folder, name))), name)),
  );
  const columns = ['threshold', 'action_delay', 'timeout', 'cutoff_rate', 'mean_latency'] as const;
  return (
    own !== undefined &&
    other !== undefined &&
    columns.every((name) => numbersOf(own, name)?.every((value, row) => Object.is(value, numbersOf(other, name)?.[row])) === true)
  );
}

type Way = 'policies' | 'arrays';
/** The faster way comes last: its ratio is the one to be held to. */
const WAYS: readonly Way[] = ['policies', 'arrays'];

interface Script {
  readonly python: string;
  readonly predictions: string;
  readonly folder: string;
  readonly scorePoint: number | undefined;
  readonly cpu: boolean;
}

/** Seconds of every repeat, as the script measures them itself. */
function theirs({ python, predictions: path, folder, scorePoint, cpu }: Script, way: Way, repeats: number): readonly number[] {
  const args = [benchFile('eot-reference.py'), path, folder, String(scorePoint ?? 'max'), String(repeats), way, ...(cpu ? ['cpu'] : [])];
  const run = spawnSync(python, args, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return (JSON.parse(run.stdout) as { readonly seconds: readonly number[] }).seconds;
}

/** Seconds of the wall of a whole command. */
function whole(command: string, args: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return (performance.now() - began) / 1000;
}

const ms = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`;

type Command = 'intervals' | 'sweep' | Way;

/** All commands in turn, `starts` times: ours with intervals and without, the script's both ways. */
function withStart(script: Script, starts: number): Readonly<Record<Command, number>> {
  const times: Record<Command, number[]> = { intervals: [], sweep: [], policies: [], arrays: [] };
  const cli = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
  const { python, predictions: path, folder, scorePoint } = script;
  const point = scorePoint === undefined ? [] : ['--score-point', String(scorePoint)];
  for (let i = 0; i < starts; i++) {
    const own = [cli, 'eot', 'compute-metrics', '--predictions', path, '--output-dir', folder, ...point];
    times.intervals.push(whole(process.execPath, own));
    times.sweep.push(whole(process.execPath, [...own, '--no-intervals']));
    for (const way of WAYS)
      times[way].push(whole(python, [benchFile('eot-reference.py'), path, folder, String(scorePoint ?? 'max'), '1', way]));
  }
  const { intervals, sweep, policies, arrays } = times;
  return { intervals: median(intervals), sweep: median(sweep), policies: median(policies), arrays: median(arrays) };
}

/** Memory is the most that this process held until then: sizes come ascending, and another process makes the files. */
async function grow(folder: string, cpu: boolean): Promise<FigureRow[]> {
  const figures: FigureRow[] = [];
  for (const turns of [1000, 10_000, 100_000]) {
    const path = join(folder, 'predictions.parquet');
    const made = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--make', path, '--turns', String(turns)], {
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(made.stderr);
    const rows = made.stdout.trim();
    const times: number[] = [];
    for (let i = 0; i < GROW_REPEATS; i++) times.push(await ours(path, folder, SCORE_POINT, cpu));
    const figure = `${ms(median(times.slice(1)))}, at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`;
    console.log(`${turns} turns, ${rows} rows: ${figure}`);
    figures.push({
      what: `end-of-turn sweep of ${turns} turns, ${rows} rows, warm${cpu ? ', processor time' : ''}`,
      figure,
      n: GROW_REPEATS - 1,
    });
  }
  return figures;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      python: { type: 'string' },
      turns: { type: 'string', default: '1000' },
      repeats: { type: 'string', default: '25' },
      starts: { type: 'string', default: '5' },
      grow: { type: 'boolean', default: false },
      make: { type: 'string' },
      cpu: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  });
  const { cpu } = values;
  if (values.make !== undefined) {
    // For another one of these processes.
    const made = predictions(Number(values.turns), 1);
    await writeFile(values.make, writeTable(made));
    console.log(made.rows);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'turnrig-bench-eot-'));
  try {
    if (values.grow) {
      const grown = await grow(folder, cpu);
      if (values.save)
        await saveFigures(
          { name: 'eot-growth', command: `npm run bench -- eot --grow${cpu ? ' --cpu' : ''} --save`, topic: 'speed' },
          grown,
        );
      return;
    }
    const found = values.python === undefined ? pinnedPython() : { python: values.python };
    if ('why' in found) console.log(`no NumPy/pandas beside it: ${found.why}`);
    const repeats = Number(values.repeats);
    const path = join(folder, 'predictions.parquet');
    const made = predictions(Number(values.turns), 1);
    await writeFile(path, writeTable(made));
    const figures: FigureRow[] = [];
    for (const scorePoint of [SCORE_POINT, undefined]) {
      const mode = scorePoint === undefined ? 'max' : 'point';
      const times: number[] = [];
      // The first is a warm-up: what a process pays once is not the sweep.
      for (let i = 0; i <= repeats; i++) times.push(await ours(path, folder, scorePoint, cpu));
      const warm = median(times.slice(1));
      const what = `end-of-turn sweep of ${values.turns} turns, score ${mode === 'max' ? 'max' : `at ${SCORE_POINT} s`}`;
      console.log(`${values.turns} turns, ${made.rows} rows, score ${mode}: first ${ms(times[0] ?? 0)}, then ${ms(warm)}`);
      if ('why' in found) continue;
      const script: Script = { python: found.python, predictions: path, folder, scorePoint, cpu };
      for (const way of WAYS) {
        const seconds = median(theirs(script, way, repeats + 1).slice(1));
        figures.push({
          what: `${what}, warm${cpu ? ', processor time' : ''}, beside NumPy/pandas (${way})`,
          figure: `${ms(warm)} to ${ms(seconds)}`,
          n: repeats,
        });
        const same = (await sameTables(folder)) ? 'equal tables' : 'TABLES DIFFER';
        console.log(`  NumPy/pandas, ${way}: ${ms(seconds)}, ${(seconds / warm).toFixed(1)} times; ${same}`);
      }
      // Processor time of other processes is not known here.
      if (Number(values.starts) === 0 || cpu) continue;
      const started = withStart(script, Number(values.starts));
      for (const own of ['sweep', 'intervals'] as const) {
        const ratios = WAYS.map((way) => `${way} ${ms(started[way])}, ${(started[way] / started[own]).toFixed(1)} times`);
        console.log(`  with start-up, ${own}: ${ms(started[own])}; NumPy/pandas: ${ratios.join('; ')}`);
        for (const way of WAYS)
          figures.push({
            what: `${what}, with start-up${own === 'sweep' ? ', no intervals' : ' and intervals'}, beside NumPy/pandas (${way})`,
            figure: `${ms(started[own])} to ${ms(started[way])}`,
            n: Number(values.starts),
          });
      }
    }
    if (values.save)
      await saveFigures({ name: 'eot', command: `npm run bench -- eot${cpu ? ' --cpu' : ''} --save`, topic: 'speed' }, figures);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
