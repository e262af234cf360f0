import { createServer } from 'node:http';
import { access, appendFile, cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBatch, isStreaming, scoresFromEvents } from '../../src/eot/adapter.js';
import { splitFiles, turnOf } from '../../src/eot/dataset.js';
import { HOLD_RANGE } from '../../src/eot/metrics/span-table.js';
import { loadAdapter } from '../../simulator/eot/adapters/load.js';
import { openDataset, type DatasetRequest } from '../../simulator/eot/dataset.js';
import { readTableFile } from '../../simulator/eot/files.js';
import { metricsOf } from '../../simulator/eot/metrics.js';
import { predictBatches } from '../../simulator/eot/predict-batch.js';
import { predictTurns } from '../../simulator/eot/predict-streaming.js';
import { prepare, type PredictOptions } from '../../simulator/eot/predict.js';
import { TURNS, jsonlDataset } from './fixture.js';
import { VECTORS } from './vectors.js';

const FAULTY = join(import.meta.dirname, 'adapters/faulty.mjs');
const HUB = { endpoint: 'http://127.0.0.1:9', token: undefined };
const never = new AbortController().signal;
let folder: string;
let data: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-predict-'));
  data = await jsonlDataset(join(folder, 'data'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const optionsOf = (name: string, more: Partial<PredictOptions> = {}): PredictOptions => ({
  path: data,
  name: 'all',
  split: 'validation',
  outputDir: join(folder, name),
  minSilenceSpan: 0.1,
  inferenceInterval: 0.1,
  transcriptLag: 0.5,
  overwrite: false,
  ...more,
});

async function predict(
  adapterSpec: string,
  options: PredictOptions,
  more: { batchSize?: number; timeoutMs?: number; skipErrors?: boolean; signal?: AbortSignal } = {},
) {
  const { adapter, reference } = await loadAdapter(adapterSpec, more.timeoutMs ?? 20_000);
  try {
    const dataset = await openDataset({ ...options, hub: HUB });
    const prepared = await prepare(dataset, options, adapter, reference);
    const bounds = { timeoutMs: more.timeoutMs ?? 20_000, signal: more.signal ?? never };
    const progress: number[] = [];
    const shown = { update: (done: number) => void progress.push(done) };
    const written = isBatch(adapter)
      ? await predictBatches(dataset, adapter, reference, prepared, { ...options, ...bounds, batchSize: more.batchSize ?? 8 }, shown)
      : isStreaming(adapter)
        ? await predictTurns(
            dataset,
            adapter,
            reference,
            prepared,
            { ...options, ...bounds, concurrency: adapter.concurrency ?? 1, skipErrors: more.skipErrors ?? false, now: () => 0 },
            shown,
          )
        : [];
    return { written, skipped: prepared.skipped, progress };
  } finally {
    await adapter.close?.();
  }
}

const rowsOf = async (run: string): Promise<string[]> => {
  const table = await readTableFile(join(run, 'predictions.parquet'));
  const [id, span, time, p, label] = ['id', 'span_index', 'timestamp', 'p_eot', 'label'].map((name) => table.columns.get(name)!.values);
  return Array.from(
    { length: table.rows },
    (_, i) => `${String(id![i])} ${String(span![i])} ${String(time![i])} ${String(p![i])} ${String(label![i])}`,
  );
};

describe('predict', { timeout: 120_000 }, () => {
  it('asks at every moment of every pause and writes a folder a language, as the public tool lays them out', async () => {
    const options = optionsOf('constant');
    const { written, progress } = await predict('constant:0.3', options);
    expect(written.map((path) => path.slice(folder.length).split('/').at(-2)).sort()).toEqual(['de', 'en']);
    const english = written.find((path) => path.includes('/en/'))!;
    expect((await readdir(english)).sort()).toEqual(['manifest.json', 'predictions.parquet']);
    const rows = await rowsOf(english);
    expect(rows.slice(0, 6)).toEqual([
      'a 0 0.5 0.3 hold',
      'a 0 0.6 0.3 hold',
      'a 0 0.7 0.3 hold',
      'a 0 0.8 0.3 hold',
      'a 0 0.9 0.3 hold',
      'a 1 1.4 0.3 eot',
    ]);
    // The span of 50 ms is no pause of the set, and the last of the list keeps its number.
    expect(rows.filter((row) => row.startsWith('c ')).map((row) => row.slice(0, 3))).not.toContain('c 1');
    expect(progress.at(-1)).toBe(5 + 11 + 11 + 5 + 11 + 5 + 11);
    const manifest = JSON.parse(await readFile(join(english, 'manifest.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      adapter_id: 'constant-0.3',
      n_rows: 48,
      n_spans: 6,
      language: 'en',
      score_point: 0.2,
      batch_size: 8,
      min_silence_span: 0.1,
    });
    expect(manifest['load_dataset']).toEqual({ path: data, name: 'all', split: 'validation' });
    const { tradeoff } = await metricsOf({
      predictions: join(english, 'predictions.parquet'),
      outputDir: '',
      scorePoint: undefined,
      hold: HOLD_RANGE,
    });
    expect([tradeoff.holds, tradeoff.eots, tradeoff.mode]).toEqual([3, 3, 'score_point']);
  });
  it('does finished languages once, and replaces them with --overwrite', async () => {
    const options = optionsOf('again');
    await predict('constant', options);
    const again = await predict('constant', options);
    expect(again.written).toEqual([]);
    expect([...again.skipped]).toEqual([
      ['de', 'existing_predictions'],
      ['en', 'existing_predictions'],
    ]);
    expect((await predict('constant', { ...options, overwrite: true })).written).toHaveLength(2);
    const run = (await predict('constant', { ...options, overwrite: true })).written[0]!;
    await rm(join(run, 'manifest.json'));
    await expect(predict('constant', options)).rejects.toMatchObject({ type: 'FileExistsError' });
  });
  it('goes on where it was stopped, with the same bytes as a run that never was', async () => {
    const whole = (await predict(`${FAULTY}:Fails3rd`, optionsOf('whole'), { batchSize: 64 })).written;
    const options = optionsOf('stopped');
    await expect(predict(`${FAULTY}:Fails3rd`, options, { batchSize: 16 })).rejects.toThrow('gone');
    const partial = join(
      folder,
      'stopped',
      (await readdir(join(folder, 'stopped')))[0]!,
      'en',
      whole[0]!.split('/').at(-1)!,
      'predictions.partial.jsonl',
    );
    await access(partial);
    await appendFile(partial, '["cut');
    const resumed = await predict(`${FAULTY}:Fails3rd`, options, { batchSize: 64 });
    // German was finished before it failed, and stayed finished.
    expect(resumed.skipped.get('de')).toBe('existing_predictions');
    for (const run of whole) {
      const other = run.replace(join(folder, 'whole'), join(folder, 'stopped'));
      expect(await readFile(join(other, 'predictions.parquet'))).toEqual(await readFile(join(run, 'predictions.parquet')));
    }
    await expect(access(partial)).rejects.toThrow();
  });
  it.each([
    ['Throws', 'no model here'],
    ['Hangs', "the adapter, asked about turn 'a' and on, did not answer within 0.2 s"],
    ['Short', 'Adapter returned 7 scores for a batch of 8 inputs.'],
    ['Outside', "the adapter gave 1.5 for turn 'a', span 0 at 0.5 s: a probability is 0 to 1"],
  ])('an adapter that %s gives one message', async (name, message) => {
    await expect(predict(`${FAULTY}:${name}`, optionsOf(`bad-${name}`), { timeoutMs: 200 })).rejects.toThrow(message);
  });
  it('leaves unsupported languages out, and takes NaN for no score', async () => {
    const { written, skipped } = await predict(`${FAULTY}:NoEnglish`, optionsOf('german'));
    expect([...skipped]).toEqual([['en', 'unsupported_language']]);
    expect((await rowsOf(written[0]!))[0]).toBe('b 0 0.6 NaN eot');
  });
  it('stops at an interrupt between batches', async () => {
    const abort = new AbortController();
    abort.abort();
    await expect(predict('constant', optionsOf('interrupted'), { signal: abort.signal })).rejects.toThrow(/abort/i);
  });
  it('refuses what is no adapter', async () => {
    await expect(loadAdapter('nothing-here', 1)).rejects.toThrow('there is no file nothing-here');
    await expect(loadAdapter(`${FAULTY}:nothing`, 1)).rejects.toThrow('has neither predictBatch nor predictTurn');
    await expect(loadAdapter('constant:2', 1)).rejects.toThrow('a probability is 0 to 1');
    await expect(loadAdapter(`smart-turn:${FAULTY}`, 1)).rejects.toThrow('cannot be loaded as a smart-turn model');
  });
});

describe('predict-streaming', { timeout: 120_000 }, () => {
  it('turns events into scores on the grid, and keeps them', async () => {
    const options = optionsOf('stream');
    await expect(predict(`${FAULTY}:Turns`, options)).rejects.toThrow('cannot hear c');
    const { written } = await predict(`${FAULTY}:Turns`, options, { skipErrors: true });
    const english = written.find((path) => path.includes('/en/'))!;
    expect((await readdir(english)).sort()).toEqual([
      'events.parquet',
      'manifest.json',
      'predictions.parquet',
      'skipped.parquet',
      'summary.json',
    ]);
    expect((await rowsOf(english)).slice(0, 5)).toEqual([
      'a 0 0.5 0 hold',
      'a 0 0.6 0 hold',
      'a 0 0.7 0 hold',
      'a 0 0.8 0.75 hold',
      'a 0 0.9 0.75 hold',
    ]);
    const skipped = await readTableFile(join(english, 'skipped.parquet'));
    expect([skipped.columns.get('id')!.values, skipped.columns.get('reason')!.values]).toEqual([['c'], ['error: Error: cannot hear c']]);
    expect(JSON.parse(await readFile(join(english, 'summary.json'), 'utf8'))).toMatchObject({
      streaming: true,
      n_dataset_rows: 3,
      n_scored_turns: 2,
      n_skipped_turns: 1,
      skip_errors: true,
    });
    const metrics = { predictions: join(english, 'predictions.parquet'), outputDir: '', scorePoint: undefined, hold: HOLD_RANGE };
    expect((await metricsOf(metrics)).tradeoff.holds).toBe(2);
    // Without the record of what was skipped a smaller denominator is refused.
    await rm(join(english, 'skipped.parquet'));
    await expect(metricsOf(metrics)).rejects.toThrow('the predictions leave out 2 of 6 spans of the span set: c/0, c/2');
  });
  it('takes the last event at or before, inside the span, afresh in each', () => {
    const turn = {
      id: 't',
      silenceSpans: [
        { start: 1, end: 1.3 },
        { start: 2, end: 2.3 },
      ],
    };
    const events = [
      { timestamp: 2.1, p: 0.4 },
      { timestamp: 0.9, p: 0.9 },
      { timestamp: 1.1000005, p: 0.6 },
      { timestamp: 1.1, p: 0.5 },
      { timestamp: 1.5, p: 1 },
    ];
    expect(scoresFromEvents(turn, events, { step: 0.1, minSilenceSpan: 0.1 }).map(({ pEot }) => pEot)).toEqual([
      0, 0.6, 0.6, 0.6, 0, 0.4, 0.4, 0.4,
    ]);
    expect(() => scoresFromEvents(turn, [{ timestamp: 1, p: -1 }], { step: 0.1, minSilenceSpan: 0.1 })).toThrow(
      "the adapter gave -1 for turn 't', span 0 at 1 s",
    );
  });
  it('hears silence with the VAD', async () => {
    const { written } = await predict('vad', optionsOf('vad', { limit: 1 }));
    const rows = await rowsOf(written[0]!);
    const scores = rows.filter((row) => row.startsWith('a 1')).map((row) => Number(row.split(' ')[3]));
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(scores.at(-1)).toBeGreaterThan(0.8);
  });
});

describe('a process as adapter', { timeout: 120_000 }, () => {
  const node = (script: string): string => `process:${process.execPath} -e '${script}'`;
  const answering = (body: string): string =>
    node(
      `require("node:readline").createInterface({input:process.stdin}).on("line",(l)=>{const q=JSON.parse(l);const say=(a)=>console.log(JSON.stringify({id:q.id,...a}));if(q.type==="hello")return say({adapter_id:"node"});${body}})`,
    );
  it('answers batches, as the Python example does', async () => {
    const { written } = await predict('process:python3 examples/eot_adapter.py', optionsOf('python'));
    const rows = await rowsOf(written.find((path) => path.includes('/en/'))!);
    expect(rows.slice(0, 5).map((row) => row.split(' ')[3])).toEqual(['0.1', '0.1', '0.1', '0.9', '0.9']);
  });
  it('answers turns', async () => {
    const spec = answering('say({events:[{timestamp:q.turn.silence_spans[0].start,p_eot:0.25,kind:"x"}]})');
    const { adapter } = await loadAdapter(spec, 5000);
    if (!isStreaming(adapter)) throw new Error('no streaming adapter');
    const row = {
      id: 't',
      language: 'en',
      messages: [],
      words: [],
      silenceSpans: [{ start: 1, end: 2 }],
      audio: { samples: new Float32Array(3), rate: 8000 },
    };
    expect(await adapter.predictTurn(row, { inferenceInterval: 0.1, signal: never })).toEqual({
      events: [{ timestamp: 1, p: 0.25, more: { kind: 'x' } }],
    });
    await adapter.close?.();
  });
  it.each([
    [
      'dies',
      'process.stderr.write("out of memory");process.exit(3)',
      "the adapter's process failed: it ended (exit code 3): out of memory",
    ],
    ['says it cannot', 'say({error:"no such voice"})', 'the adapter says: no such voice'],
    ['writes what is no JSON', 'console.log("loading...")', 'it wrote what is no JSON line: loading...'],
    ['answers nothing', '', 'did not answer within 0.4 s'],
    ['answers no list', 'say({scores:3})', 'without a list of scores'],
  ])('that %s gives one message', async (_, body, message) => {
    await expect(
      predict(answering(body), optionsOf(`process-${_.replaceAll(' ', '')}`), { timeoutMs: 400 * (_ === 'answers nothing' ? 1 : 50) }),
    ).rejects.toThrow(message);
  });
  it('that cannot start gives one message', async () => {
    await expect(loadAdapter('process:/no/such/program', 5000)).rejects.toThrow("the adapter's process failed: it ended (exit code 127)");
    await expect(loadAdapter(node('console.log("{}")'), 5000)).rejects.toThrow('it answered a request that was not made: {}');
  });
});

describe('data sets', () => {
  const request = (path: string, more: Partial<DatasetRequest> = {}): DatasetRequest => ({
    path,
    name: 'all',
    split: 'validation',
    hub: HUB,
    ...more,
  });
  const ids = async (from: DatasetRequest): Promise<string[]> => {
    const found: string[] = [];
    for await (const turn of (await openDataset(from)).turns(false)) found.push(`${turn.id}:${turn.language}`);
    return found;
  };
  it('reads the hub layout as pyarrow writes it, row group by row group', async () => {
    const dataset = await openDataset(request(join(VECTORS, 'hub'), { name: 'en' }));
    const lengths: string[] = [];
    for await (const turn of dataset.turns(true)) {
      const { samples, rate } = await dataset.decode(turn);
      lengths.push(`${turn.id} ${turn.language} ${samples.length} ${rate} ${turn.messages.length} ${turn.words[0]!.text}`);
    }
    expect(lengths).toEqual(['a en 19200 8000 1 hello', 'c en 20000 8000 1 hello', 'd en 17600 8000 0 hello']);
    expect(await ids(request(join(VECTORS, 'hub/en/validation-00000-of-00001.parquet')))).toEqual(['a:en', 'c:en', 'd:en']);
  });
  it('reads JSON lines and WAV, and the hub over HTTP with its token', async () => {
    expect(await ids(request(data))).toEqual(['a:en', 'b:de', 'c:en', 'd:en']);
    const bytes = await readFile(join(VECTORS, 'hub/en/validation-00000-of-00001.parquet'));
    const asked: string[] = [];
    const server = createServer((incoming, response) => {
      asked.push(`${incoming.url ?? ''} ${incoming.headers.authorization ?? ''}`);
      if (incoming.url?.startsWith('/api/') === true)
        return response.end(JSON.stringify([{ type: 'file', path: 'en/validation-00000-of-00001.parquet' }]));
      if (incoming.url?.includes('/resolve/') !== true) return response.writeHead(404).end();
      const [from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(incoming.headers.range ?? '') ?? []).slice(1).map(Number);
      return response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes.length}` }).end(bytes.subarray(from, to + 1));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const hub = { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'secret' };
      expect(await ids(request('owner/set', { name: 'en', hub }))).toEqual(['a:en', 'c:en', 'd:en']);
      expect(asked[0]).toBe('/api/datasets/owner/set/tree/main?recursive=true Bearer secret');
      await expect(ids(request('owner/set', { name: 'fr', hub }))).rejects.toThrow('has no parquet file of the split "validation" of "fr"');
    } finally {
      server.close();
    }
  });
  it('finds the files of a split by the hub layout', () => {
    const names = [
      'README.md',
      'all/train-00000-of-00001.parquet',
      'all/validation-00000-of-00002.parquet',
      'all/validation-00001-of-00002.parquet',
      'en/validation.parquet',
      'validation.txt',
    ];
    expect(splitFiles(names, 'all', 'validation')).toEqual([
      'all/validation-00000-of-00002.parquet',
      'all/validation-00001-of-00002.parquet',
    ]);
    expect(splitFiles(names, 'en', 'validation')).toEqual(['en/validation.parquet']);
    expect(splitFiles(names, 'xx', 'validation')).toEqual([]);
    expect(splitFiles(['data/validation/0.parquet', 'data/train/0.parquet'], 'default', 'validation')).toEqual([
      'data/validation/0.parquet',
    ]);
  });
  const good = { id: 'x', language: 'en', audio: 'a.wav', silence_spans: [{ start: 0, end: 1 }] };
  it.each([
    [null, 'row 4 is no object'],
    [{}, 'row 4 has no id'],
    [{ id: 'x' }, "Dataset row 'x' is missing required `language`."],
    [{ ...good, language: '  ' }, "Dataset row 'x' has empty `language`."],
    [{ ...good, language: '../..' }, 'cannot be the name of a folder'],
    [{ ...good, silence_spans: undefined }, "Dataset row 'x' is missing required `silence_spans`."],
    [{ ...good, silence_spans: [{ start: 2, end: 1 }] }, "Dataset row 'x': silence_spans[0] runs from 2 to 1 s"],
    [
      {
        ...good,
        silence_spans: [
          { start: 2, end: 3 },
          { start: 1, end: 4 },
        ],
      },
      'silence_spans[1] begins before the one in front of it',
    ],
    [{ ...good, silence_spans: [{ start: 'x', end: 1 }] }, 'silence_spans[0].start is no number of seconds'],
    [{ ...good, words: [{ start: 0, end: 1 }] }, 'words[0] has no text'],
    [{ ...good, messages: [{ role: 'user' }] }, 'messages[0] is no {role, content}'],
    [{ ...good, audio: {} }, 'Audio must contain either decoded'],
  ])('names row and rule: %j', (row, message) => {
    expect(() => turnOf(row, 'row 4', true)).toThrow(message);
  });
  it('reads no file outside of the data set, and says what is damaged', async () => {
    const copy = join(folder, 'hostile');
    await cp(data, copy, { recursive: true });
    const first = { id: 'x', language: 'en', silence_spans: [{ start: 0.1, end: 0.5 }] };
    const read = async (line: unknown): Promise<unknown> => {
      await writeFile(join(copy, 'validation.jsonl'), typeof line === 'string' ? line : JSON.stringify(line));
      const dataset = await openDataset(request(copy));
      for await (const turn of dataset.turns(true)) return dataset.decode(turn);
      return undefined;
    };
    await expect(read({ ...first, audio: '/etc/passwd' })).rejects.toThrow("the audio of turn 'x' lies outside of the data set");
    await expect(read({ ...first, audio: '../data/audio/a.wav' })).rejects.toThrow('lies outside of the data set');
    await expect(read({ ...first, audio: 'audio/none.wav' })).rejects.toThrow('there is no file');
    await expect(read('{"id": 1')).rejects.toThrow(/line 1 of .*validation\.jsonl is no JSON/);
    await expect(ids(request(join(folder, 'nowhere')))).rejects.toThrow('there is no file or folder');
    await expect(ids(request(data, { split: 'test' }))).rejects.toThrow('has no file of the split "test" of "all"');
    await jsonlDataset(join(folder, 'doubled'), [TURNS[0]!, TURNS[0]!]);
    await expect(predict('constant', optionsOf('doubled-out', { path: join(folder, 'doubled') }))).rejects.toThrow(
      'Duplicate id in dataset: a',
    );
  });
});
