/**
 * The bootstrap over scenes beside NumPy's, in one run on one machine: 10,000 replicates of 2,000 scenes, of one system's rate and of the
 * difference of two.
 *
 *   node dist/bench/bootstrap.js [--scenes 2000] [--replicates 10000] [--repeats 7] [--save]
 *
 * Aim (the issue that asked for it): at most twice NumPy's time. Python is the pinned one of pinned-python.ts; each side's first time is a
 * warm-up and left out. NumPy draws by its own generator (PCG64), and by the faster of two ways.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mulberry32 } from '../src/stats/random.js';
import { differenceInterval, ratioInterval, type SceneCounts } from '../src/stats/ratio-bootstrap.js';
import { saveFigures, type FigureRow } from './figures.js';
import { benchFile, pinnedPython } from './pinned-python.js';
import { quantile } from './statistics.js';

const { values } = parseArgs({
  options: {
    scenes: { type: 'string', default: '2000' },
    replicates: { type: 'string', default: '10000' },
    repeats: { type: 'string', default: '7' },
    save: { type: 'boolean', default: false },
  },
});
const [scenes, replicates, repeats] = [Number(values.scenes), Number(values.replicates), Number(values.repeats)];

/** Silence windows of a system: 4 to 7 a scene, each passed with this chance. */
function system(chance: number, seed: number): SceneCounts {
  const random = mulberry32(seed);
  const sizes = mulberry32(99);
  const windows = Array.from({ length: scenes }, () => 4 + Math.floor(4 * sizes()));
  return { windows, hits: windows.map((n) => Array.from({ length: n }, () => random()).filter((u) => u < chance).length) };
}

interface Theirs {
  readonly way: string;
  readonly seconds: readonly number[];
  readonly interval: readonly [number, number];
}

function theirs(python: string, path: string): Theirs {
  const run = spawnSync(python, [benchFile('bootstrap-reference.py'), path, String(repeats + 1), String(replicates)], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as Theirs;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;
const [a, b] = [system(0.92, 1), system(0.84, 2)];
const folder = await mkdtemp(join(tmpdir(), 'turnrig-bench-bootstrap-'));
const figures: FigureRow[] = [];
try {
  const python = pinnedPython();
  if ('why' in python) console.log(`no NumPy beside it: ${python.why}`);
  for (const [what, sides] of [
    ['one rate', [a]],
    ['the difference of two', [a, b]],
  ] as const) {
    const times: number[] = [];
    let found: { readonly low: number; readonly high: number } | undefined;
    for (let i = 0; i <= repeats; i++) {
      const began = performance.now();
      const options = { seed: i + 1, replicates };
      found = sides.length === 1 ? ratioInterval(a, options) : differenceInterval(a, b, options);
      times.push(performance.now() - began);
    }
    const own = quantile(times.slice(1), 0.5);
    const range = found === undefined ? 'none' : `${found.low.toFixed(4)} to ${found.high.toFixed(4)}`;
    console.log(`${replicates} x ${scenes} scenes, ${what}: ${seconds(own)}, interval ${range}`);
    if ('why' in python) continue;
    const path = join(folder, 'counts.json');
    await writeFile(path, JSON.stringify({ sides }));
    const other = theirs(python.python, path);
    const numpy = 1000 * quantile(other.seconds.slice(1), 0.5);
    console.log(
      `  NumPy (${other.way}): ${seconds(numpy)}, interval ${other.interval.map((x) => x.toFixed(4)).join(' to ')}; ours takes ${(own / numpy).toFixed(2)} times as long`,
    );
    figures.push({
      what: `bootstrap over scenes, ${replicates} x ${scenes}, ${what}, beside NumPy (${other.way}) in the same run`,
      figure: `${seconds(own)} to ${seconds(numpy)}`,
      n: repeats,
    });
  }
  if (values.save && figures.length > 0)
    await saveFigures({ name: 'bootstrap', command: 'npm run bench -- bootstrap --save', topic: 'speed' }, figures);
} finally {
  await rm(folder, { recursive: true, force: true });
}
