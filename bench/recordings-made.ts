/**
 * Calls made of the voices at hand, drawn by a seed, through `turnrig analyze` with turns found: which acts are told wrong, and on which lines.
 *
 *   node dist/bench/recordings-made.js [--n 50] [--seed 1] [--acts 1] [--act NAME] [--clean] [--speeds] [--keep FOLDER]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mulberry32 } from '../src/stats/random.js';
import { sileroDetector } from '../src/vad/silero.js';
import { ACTS } from './recordings/made/acts.js';
import { CLEAN, drawnLine, makeCall } from './recordings/made/call.js';
import { check, type Checked } from './recordings/made/check.js';
import { clips } from './recordings/made/voices.js';
import { analyzeFile } from './recordings/play.js';

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    acts: { type: 'string', default: '1' },
    act: { type: 'string' },
    clean: { type: 'boolean', default: false },
    speeds: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});
const root = fileURLToPath(new URL('../../', import.meta.url));
const voices = await clips(root, values.speeds);
const detector = await sileroDetector();
const names = values.act === undefined ? Object.keys(ACTS) : [values.act];
const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'turnrig-made-')));
const all: Checked[] = [];
try {
  for (let i = 0; i < Number(values.n); i++) {
    const seed = Number(values.seed) * 100_000 + i;
    const next = mulberry32(seed);
    const line = values.clean ? CLEAN : drawnLine(next);
    const acts = Array.from({ length: Number(values.acts) }, (_, k) => names[(i + k * 5) % names.length] ?? '');
    const call = makeCall(voices, { seed, acts, line, greeting: next() < 0.3 });
    const path = join(folder, `${seed}.wav`);
    await writeFile(path, call.wav);
    let checked: Checked[];
    let notes: readonly string[] = [];
    try {
      const told = await analyzeFile(path, { detector });
      notes = told.notes;
      checked = check(call.turns, told.rows);
    } catch (error) {
      checked = call.turns.map(({ act }) => ({ act, wrong: String(error), onsetMs: undefined, stopMs: undefined }));
    }
    all.push(...checked);
    const wrong = checked.filter((one) => one.wrong !== undefined);
    if (wrong.length > 0) {
      console.log(
        `\n${call.name}\n  ${JSON.stringify(line, (_, x: unknown) => (typeof x === 'number' && Number.isFinite(x) ? Math.round(10 * x) / 10 : x))}`,
      );
      for (const one of wrong) console.log(`  ${one.act}: ${one.wrong ?? ''}`);
      for (const note of notes) console.log(`  note: ${note}`);
    }
    if (values.keep === undefined) await rm(path);
  }
} finally {
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}
const p95 = (list: readonly number[]): string =>
  (list.map(Math.abs).sort((a, b) => a - b)[Math.ceil(0.95 * list.length) - 1] ?? NaN).toFixed(1);
console.table(
  Object.fromEntries(
    [...new Set(all.map(({ act }) => act))].map((act) => {
      const own = all.filter((one) => one.act === act);
      return [
        act,
        {
          n: own.length,
          wrong: own.filter(({ wrong }) => wrong !== undefined).length,
          'onset p95': p95(own.flatMap(({ onsetMs }) => onsetMs ?? [])),
          'stop p95': p95(own.flatMap(({ stopMs }) => stopMs ?? [])),
        },
      ];
    }),
  ),
);
