/** From a stored run's predictions to its metrics folder: tradeoff.parquet, summary.json and our intervals.json. */
import { dirname, join } from 'node:path';
import { EotError } from '../../src/eot/error.js';
import { computeMetrics, type Metrics } from '../../src/eot/metrics/compute.js';
import { intervalsJson } from '../../src/eot/metrics/intervals-json.js';
import type { HoldRange } from '../../src/eot/metrics/span-table.js';
import { tradeoffTable } from '../../src/eot/metrics/tradeoff.js';
import { numbersOf, textsOf, type Table } from '../../src/eot/parquet/table.js';
import type { PyJson } from '../../src/eot/python-json.js';
import { kindAt, readJsonFile, readTableFile, removeFile, writeJsonFile, writeTableFile } from './files.js';

/** What metrics are computed from; the file may hold more. */
const COLUMNS = ['id', 'span_index', 'timestamp', 'silence_dur', 'p_eot', 'label'];

export interface MetricsRequest {
  /** predictions.parquet */
  readonly predictions: string;
  readonly outputDir: string;
  /** Seconds. Undefined: the manifest's, where there is one. */
  readonly scorePoint: number | undefined;
  readonly hold: HoldRange;
  /** False: they are left out. */
  readonly intervals?: boolean;
}

export interface MetricsResult extends Metrics {
  readonly intervals: PyJson | undefined;
}

/** @throws EotError with the public tool's messages; TurnrigError `store` */
export async function metricsOf(request: MetricsRequest): Promise<MetricsResult> {
  const run = dirname(request.predictions);
  const manifestPath = join(run, 'manifest.json');
  const manifest = (await kindAt(manifestPath)) === 'file' ? await readJsonFile(manifestPath) : undefined;
  const predictions = await readTableFile(request.predictions, COLUMNS);
  await refuseSubset(run, predictions);
  const metrics = computeMetrics(predictions, { scorePoint: request.scorePoint ?? scorePointOf(manifest), hold: request.hold });
  return { ...metrics, intervals: request.intervals === false ? undefined : intervalsJson(metrics.tradeoff, metrics.scored) };
}

export async function writeMetrics(request: MetricsRequest): Promise<MetricsResult> {
  const result = await metricsOf(request);
  const intervals = join(request.outputDir, 'intervals.json');
  await Promise.all([
    writeTableFile(join(request.outputDir, 'tradeoff.parquet'), tradeoffTable(result.tradeoff)),
    writeJsonFile(join(request.outputDir, 'summary.json'), result.summary),
    // Those of an earlier sweep would say something of another one.
    result.intervals === undefined ? removeFile(intervals) : writeJsonFile(intervals, result.intervals),
  ]);
  return result;
}

function scorePointOf(manifest: unknown): number | undefined {
  const point = typeof manifest === 'object' && manifest !== null && 'score_point' in manifest ? manifest.score_point : undefined;
  return typeof point === 'number' ? point : undefined;
}

/** Span indices of each id. */
function spansById(ids: readonly string[], indices: Float64Array | undefined): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  if (indices === undefined) return found;
  ids.forEach((id, row) => {
    let spans = found.get(id);
    if (spans === undefined) found.set(id, (spans = new Set()));
    spans.add(indices[row] as number);
  });
  return found;
}

/**
 * A run that left spans out shrinks the denominator of every rate. The public tool lets that pass in silence; here it is an error unless
 * the run recorded the turns it skipped (eot-bench.md, "Files").
 */
async function refuseSubset(run: string, predictions: Table): Promise<void> {
  const spanSet = join(dirname(run), 'span_set.parquet');
  if ((await kindAt(spanSet)) !== 'file') return;
  const spans = await readTableFile(spanSet, ['id', 'span_index']);
  const ids = textsOf(spans, 'id') ?? [];
  const skippedPath = join(run, 'skipped.parquet');
  const skipped =
    (await kindAt(skippedPath)) === 'file' ? new Set(textsOf(await readTableFile(skippedPath, ['id']), 'id') ?? []) : new Set<string>();
  const indices = numbersOf(spans, 'span_index') ?? new Float64Array(0);
  const predicted = spansById(textsOf(predictions, 'id') ?? [], numbersOf(predictions, 'span_index'));
  const missing: string[] = [];
  indices.forEach((index, row) => {
    const id = ids[row] ?? '';
    if (predicted.get(id)?.has(index) !== true && !skipped.has(id)) missing.push(`${id}/${index}`);
  });
  if (missing.length === 0) return;
  const examples = missing.slice(0, 5);
  throw new EotError(`the predictions leave out ${missing.length} of ${ids.length} spans of the span set: ${examples.join(', ')}`, {
    hint: 'Predict them, or record the turns as skipped (--skip-errors writes skipped.parquet).',
  });
}
