import { access, appendFile, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOLD_RANGE } from '../../src/eot/metrics/span-table.js';
import { loadAdapter } from '../../simulator/eot/adapters/load.js';
import { metricsOf } from '../../simulator/eot/metrics.js';
import { FAULTY, optionsOf, place, predict, rowsOf, usePlace } from './predict-support.js';

usePlace();

describe('predict', { timeout: 120_000 }, () => {
  it('asks at every moment of every pause and writes a folder a language, as the public tool lays them out', async () => {
    const options = optionsOf('constant');
    const { written, progress } = await predict('constant:0.3', options);
    expect(written.map((path) => path.slice(place.folder.length).split('/').at(-2)).sort()).toEqual(['de', 'en']);
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
    expect(manifest['load_dataset']).toEqual({ path: place.data, name: 'all', split: 'validation' });
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
      place.folder,
      'stopped',
      (await readdir(join(place.folder, 'stopped')))[0]!,
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
      const other = run.replace(join(place.folder, 'whole'), join(place.folder, 'stopped'));
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
