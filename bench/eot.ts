/**
 * The end-of-turn sweep beside a NumPy/pandas script of the same sweep (bench/eot-reference.py), in one run on one machine: predictions
 * read, 5,468 policies swept, trade-off and summary written.
 *
 *   node dist/bench/eot.js [--python PYTHON] [--turns 1000] [--repeats 5] [--grow] [--cpu]
 *
 * PYTHON needs pandas and pyarrow; without --python only our own times are printed. --grow prints 1, 10 and 100 thousand turns with memory.
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

const SCORE_POINT = 0.2;
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

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      python: { type: 'string' },
      turns: { type: 'string', default: '1000' },
      repeats: { type: 'string', default: '5' },
      grow: { type: 'boolean', default: false },
      cpu: { type: 'boolean', default: false },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'turnrig-bench-eot-'));
  try {
    const repeats = Number(values.repeats);
    const sizes = values.grow ? [1000, 10_000, 100_000] : [Number(values.turns)];
    for (const turns of sizes) {
      const path = join(folder, 'predictions.parquet');
      const made = predictions(turns, 1);
      await writeFile(path, writeTable(made));
      for (const scorePoint of [SCORE_POINT, undefined]) {
        const mode = scorePoint === undefined ? 'max' : String(scorePoint);
        const times: number[] = [];
        // The first is a warm-up: what a process pays once is not the sweep.
        for (let i = 0; i <= repeats; i++) times.push(await ours(path, folder, scorePoint, values.cpu));
        const warm = median(times.slice(1));
        const head = `${turns} turns, ${made.rows} rows, score ${mode === 'max' ? 'max' : `at ${mode} s`}`;
        const own = `${head}: first ${((times[0] ?? 0) * 1000).toFixed(0)} ms, then ${(warm * 1000).toFixed(0)} ms; ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`;
        if (values.python === undefined || values.grow) {
          console.log(own);
          continue;
        }
        const script = fileURLToPath(new URL('../../bench/eot-reference.py', import.meta.url));
        const run = spawnSync(values.python, [script, path, folder, mode, String(repeats + 1), ...(values.cpu ? ['cpu'] : [])], {
          encoding: 'utf8',
        });
        if (run.status !== 0) throw new Error(run.stderr);
        const { seconds } = JSON.parse(run.stdout) as { readonly seconds: readonly number[] };
        const theirs = median(seconds.slice(1));
        const same = (await sameTables(folder)) ? 'equal tables' : 'TABLES DIFFER';
        console.log(`${own}; NumPy/pandas ${(theirs * 1000).toFixed(0)} ms: ${(theirs / warm).toFixed(1)} times; ${same}`);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
