/** Files that we write, read by pandas and pyarrow of pinned versions. In CI it must run; elsewhere a machine without Python says so. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pinnedPython } from '../../bench/pinned-python.js';
import { computeMetrics } from '../../src/eot/metrics/compute.js';
import { tradeoffTable } from '../../src/eot/metrics/tradeoff.js';
import { bufferFile, readTable } from '../../src/eot/parquet/read.js';
import type { Table } from '../../src/eot/parquet/table.js';
import { writeTable } from '../../src/eot/parquet/write.js';
import { eventsTable, predictionsTable, skippedTable, type TurnResult } from '../../src/eot/run-files.js';

const root = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/eot-bench/output');
const found = pinnedPython();
const inCi = process.env['CI'] !== undefined && process.env['CI'] !== 'false';
if ('why' in found) console.error(`NOT RUN: pandas does not read our files on this machine: ${found.why}`);

const RESULTS: readonly TurnResult[] = [
  {
    id: 'a',
    language: 'en',
    audioSec: 2,
    rows: [
      { spanIndex: 0, timestamp: 0.5, silenceDur: 0, pEot: 0.25, label: 'hold' },
      { spanIndex: 1, timestamp: 1.5, silenceDur: 0.1, pEot: Number.NaN, label: 'eot' },
    ],
    events: [
      { timestamp: 0.5, p: 0.25, more: { kind: 'partial', delay: 0.1 } },
      { timestamp: 1.5, p: 1, more: { delay: 3 } },
    ],
  },
  { id: 'ü', language: 'de', audioSec: 1, rows: [], events: [], skipped: 'no sound' },
];

describe.runIf('python' in found || inCi)('pandas and pyarrow', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnrig-pandas-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('read every file that we write with the types and values of the reference', async () => {
    if ('why' in found) throw new Error(`CI wants Python with pandas and pyarrow: ${found.why}`);
    const pairs: object[] = [];
    const write = (table: Table): string => {
      const path = join(folder, `${pairs.length}.parquet`);
      writeFileSync(path, writeTable(table));
      return path;
    };
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));
    for (const name of files) {
      const theirs = join(root, name);
      const table = await readTable(bufferFile(readFileSync(theirs)), name);
      pairs.push({ ours: write(table), theirs });
      if (!name.endsWith('predictions.parquet')) continue;
      const run = join(theirs, '..');
      const { score_point: scorePoint } = JSON.parse(readFileSync(join(run, 'manifest.json'), 'utf8')) as { readonly score_point?: number };
      const ours = write(tradeoffTable(computeMetrics(table, { scorePoint }).tradeoff));
      pairs.push({ ours, theirs: join(run, 'metrics/tradeoff.parquet'), within: 1e-9 });
    }
    expect(pairs.length).toBeGreaterThan(30);
    const [text, whole, real] = ['string', 'int64', 'double'];
    const types = (...columns: readonly (readonly [string, string | undefined])[]): object => ({ types: columns });
    pairs.push({
      ours: write(predictionsTable(RESULTS)),
      ...types(
        ['id', text],
        ['language', text],
        ['span_index', whole],
        ['timestamp', real],
        ['silence_dur', real],
        ['p_eot', real],
        ['label', text],
      ),
    });
    pairs.push({
      ours: write(eventsTable(RESULTS)),
      ...types(['id', text], ['timestamp', real], ['p_eot', real], ['delay', real], ['kind', text]),
    });
    pairs.push({ ours: write(skippedTable(RESULTS)), ...types(['id', text], ['language', text], ['reason', text]) });
    const list = join(folder, 'pairs.json');
    writeFileSync(list, JSON.stringify(pairs));
    const { status, stdout, stderr } = spawnSync(found.python, [join(import.meta.dirname, 'eot-pandas.py'), list], { encoding: 'utf8' });
    expect([status, stdout.trim()], stderr).toEqual([0, String(pairs.length)]);
  });
});
