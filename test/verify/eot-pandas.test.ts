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
import { SessionFrames } from '../../src/entry-yield/frames.js';
import type { LiveFinding, LiveOpportunity } from '../../src/entry-yield/live-model.js';
import { liveEventsCsv, liveFramesCsv } from '../../src/entry-yield/live-tables.js';
import { CsvReader } from '../../src/tabular/csv.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import { turnrig } from '../cli/turnrig.js';
import type { OpportunityVectors } from '../entry-yield/vectors.js';

const shared = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors');
const root = join(shared, 'eot-bench/output');
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

/** A CSV file as pandas has to find it: `numbers` are columns of numbers, the others of text; empty cells are null. */
function csvPair(path: string, numbers: readonly string[]): object {
  const rows: (readonly string[])[] = [];
  const reader = new CsvReader((cells) => rows.push(cells));
  reader.push(readFileSync(path, 'utf8'));
  reader.end();
  const [names = [], ...lines] = rows;
  expect(numbers.filter((name) => !names.includes(name))).toEqual([]);
  const columns = names.map((name, column) => {
    const cells = lines.map((line) => line[column] ?? '');
    const values = cells.map((cell) => (cell === '' ? null : numbers.includes(name) ? Number(cell) : cell));
    return { name, values, type: typeOf(cells, numbers.includes(name)) };
  });
  return {
    csv: path,
    types: columns.map(({ name, type }) => [name, type]),
    values: Object.fromEntries(columns.map(({ name, values }) => [name, values])),
  };
}

/** pandas' rule: a column with a hole, or with nothing in it, has no integers, and nothing at all is a number that is none. */
function typeOf(cells: readonly string[], numeric: boolean): string {
  if (!numeric && cells.some((cell) => cell !== '')) return 'object';
  return cells.length > 0 && cells.every((cell) => /^-?\d+$/.test(cell)) ? 'int64' : 'float64';
}

const compare = (folder: string, pairs: readonly object[]): void => {
  if ('why' in found) throw new Error(`CI wants Python with pandas and pyarrow: ${found.why}`);
  const list = join(folder, 'pairs.json');
  writeFileSync(list, JSON.stringify(pairs));
  const { status, stdout, stderr } = spawnSync(found.python, [join(import.meta.dirname, 'eot-pandas.py'), list], { encoding: 'utf8' });
  expect([status, stdout.trim()], stderr).toEqual([0, String(pairs.length)]);
};

describe.runIf('python' in found || inCi)('pandas and pyarrow', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnrig-pandas-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('read every file that we write with the types and values of the reference', async () => {
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
    compare(folder, pairs);
  });

  it('read the CSV tables of ENTRY and YIELD, of scored frames and of a run', async () => {
    const path = join(shared, 'statistics/easycom_opportunity.json');
    const vectors = JSON.parse(readFileSync(path, 'utf8')) as OpportunityVectors;
    const [reviews, frames, out, fromRun] = ['reviews.jsonl', 'frames.csv', 'score', 'from-run'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ];
    const odd = [
      { id: 'a, "b"\nc', kind: 'ENTRY_WEARER', release: 1, resolution: 1e-7, session: 's' },
      { id: 'é', kind: 'none of these', session: 's' },
    ];
    const events = [...vectors.entry, ...vectors.yield].map((event) => ({ ...event, session: 's' }));
    writeFileSync(reviews, [...events, ...odd].map((event) => `${JSON.stringify(event)}\n`).join(''));
    writeFileSync(frames, `session,t,p_wearer\n${vectors.t.map((t, i) => `s,${t},${vectors.p_wearer[i]}\n`).join('')}`);
    const scored = await turnrig('entry-yield', 'score', '--reviews', reviews, '--frames', frames, '--out', out);
    expect(scored.code, scored.err).toBe(0);
    const run = join(folder, 'run');
    const agent = 'reference:stops-after=300,notice=200,delay=1500,speak=9000';
    const played = await turnrig('run', 'cases', '--scene', 'c12', '--memory', '--agent', agent, '--out', run);
    expect([0, 1, 3], played.err).toContain(played.code);
    const live = await turnrig('entry-yield', 'from-run', run, '--out', fromRun);
    // 3: every session was spoiled, on a machine that is busy.
    expect([0, 3], live.err).toContain(live.code);
    const times = ['anchor', 'end', 'window_from', 'censor', 'horizon', 'causal_cutoff'];
    const counts = ['positives', 'negatives', 'prevalence', 'reviews', 'scored', 'coverage'];
    // What a run decides depends on the machine.
    const playedTimes = ['anchor_s', 'horizon_ms', 'delay_ms', 'plus_minus_ms'];
    compare(folder, [
      csvPair(join(out, 'metrics.csv'), ['ap', 'auc', ...counts]),
      csvPair(join(out, 'events.csv'), ['label', ...times, 'eligible_competitors', 'frames', 'score']),
      csvPair(join(fromRun, 'events.csv'), ['label', ...playedTimes, 'score', 'p_wearer_score']),
      csvPair(frames, ['t', 'p_wearer']),
    ]);
  });

  it('read the CSV tables of a run as text and real numbers, whatever is in them', () => {
    const [events, frames] = [join(folder, 'live-events.csv'), join(folder, 'live-frames.csv')];
    // All that are numbers happen to be whole.
    const [at, second] = [rigPos(48_000), msToSamples(1000)];
    const one: LiveOpportunity = {
      ...{ id: 't1/pause-2', session: 's0000-a1', scene: 'a, "b"', agent: 'é', kind: 'T' },
      ...{ at, horizon: second, delay: second, plusMinus: msToSamples(0), score: 1 },
    };
    const silent: LiveOpportunity = { ...one, id: 't2', kind: 'backchannel', delay: undefined, score: 0 };
    const excluded: LiveFinding = { id: 't3', session: 's0001', scene: 'b', agent: 'é', task: 'yield', why: 'cut-short' };
    const session = new SessionFrames('s0000-a1', Float64Array.of(0, 1, 2), Float64Array.of(0, 1, 1));
    writeFileSync(events, liveEventsCsv([one, silent, excluded], new Map([[one, 1]])));
    writeFileSync(frames, liveFramesCsv(new Map([['s0000-a1', session]])));
    const reals = ['anchor_s', 'horizon_ms', 'delay_ms', 'plus_minus_ms', 'score', 'p_wearer_score'];
    const pairs = [csvPair(events, ['label', ...reals]), csvPair(frames, ['t', 'p_wearer'])];
    const texts = ['agent', 'session', 'scene', 'id', 'task', 'kind'].map((name) => [name, 'object']);
    // A label is whole, and pandas has no whole numbers beside empty cells.
    expect(pairs).toMatchObject([
      { types: [...texts, ...['label', ...reals].map((name) => [name, 'float64']), ['excluded', 'object']] },
      {
        types: [
          ['session', 'object'],
          ['t', 'float64'],
          ['p_wearer', 'float64'],
        ],
      },
    ]);
    compare(folder, pairs);
    writeFileSync(events, liveEventsCsv([one, silent], new Map()));
    expect(csvPair(events, ['label', ...reals])).toMatchObject({
      types: [...texts, ['label', 'int64'], ...reals.map((name) => [name, 'float64']), ['excluded', 'float64']],
    });
    compare(folder, [csvPair(events, ['label', ...reals])]);
  });
});
