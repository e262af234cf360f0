/** What the tests of predictions share: a small data set in a folder of their own, and one call that asks an adapter about it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { isBatch, isStreaming } from '../../src/eot/adapter.js';
import { loadAdapter } from '../../simulator/eot/adapters/load.js';
import { openDataset } from '../../simulator/eot/dataset.js';
import { readTableFile } from '../../simulator/eot/files.js';
import { predictBatches } from '../../simulator/eot/predict-batch.js';
import { predictTurns } from '../../simulator/eot/predict-streaming.js';
import { prepare, type PredictOptions } from '../../simulator/eot/predict.js';
import { jsonlDataset } from './fixture.js';

export const FAULTY = join(import.meta.dirname, 'adapters/faulty.mjs');
export const HUB = { endpoint: 'http://127.0.0.1:9', token: undefined };
export const never: AbortSignal = new AbortController().signal;

/** Folder and data set; there once the tests of the file begin. */
export const place = { folder: '', data: '' };

/** To be called once in a test file: makes the place, and takes it away. */
export function usePlace(): void {
  beforeAll(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'turnrig-predict-'));
    place.data = await jsonlDataset(join(place.folder, 'data'));
  });
  afterAll(async () => {
    await rm(place.folder, { recursive: true, force: true });
  });
}

export const optionsOf = (name: string, more: Partial<PredictOptions> = {}): PredictOptions => ({
  path: place.data,
  name: 'all',
  split: 'validation',
  outputDir: join(place.folder, name),
  minSilenceSpan: 0.1,
  inferenceInterval: 0.1,
  transcriptLag: 0.5,
  overwrite: false,
  ...more,
});

export async function predict(
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

export const rowsOf = async (run: string): Promise<string[]> => {
  const table = await readTableFile(join(run, 'predictions.parquet'));
  const [id, span, time, p, label] = ['id', 'span_index', 'timestamp', 'p_eot', 'label'].map((name) => table.columns.get(name)!.values);
  return Array.from(
    { length: table.rows },
    (_, i) => `${String(id![i])} ${String(span![i])} ${String(time![i])} ${String(p![i])} ${String(label![i])}`,
  );
};
