/**
 * Predictions of a model on a data set, from disk to disk, with the public tool's folders and files. Each finished turn is kept at once in
 * `predictions.partial.jsonl`, so that a run that was stopped goes on where it was; a language is written when its last turn is there.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdapterFacts } from '../../src/eot/adapter.js';
import { EotError } from '../../src/eot/error.js';
import { datasetConfig, modelConfig, runFolder, spanSetFolder, type DatasetIdentity, type ModelIdentity } from '../../src/eot/naming.js';
import { numbersOf, textsOf } from '../../src/eot/parquet/table.js';
import { byCodePoint, compactJson, indentedJson, pyFloat, type PyJson } from '../../src/eot/python-json.js';
import { predictionsTable, sameSpans, spanKeysOf, spanSetManifest, spanSetTable, type TurnResult } from '../../src/eot/run-files.js';
import { spanRows, type SpanRow } from '../../src/eot/spans.js';
import type { Dataset } from './dataset.js';
import { kindAt, readJsonFile, readTableFile, writeFileWhole, writeJsonFile, writeTableFile } from './files.js';
import { openPartial, type Partial } from './partial.js';

export interface PredictOptions {
  readonly path: string;
  readonly name: string;
  readonly split: string;
  readonly revision?: string | undefined;
  readonly outputDir: string;
  readonly minSilenceSpan: number;
  readonly inferenceInterval: number;
  readonly transcriptLag: number;
  readonly overwrite: boolean;
  readonly limit?: number | undefined;
}

/** A language that is to be predicted. */
export interface LanguageRun {
  readonly language: string;
  readonly folder: string;
  readonly spans: readonly SpanRow[];
  readonly turns: readonly string[];
  readonly partial: Partial;
}

export interface Prepared {
  readonly runs: readonly LanguageRun[];
  /** Languages that are left out, and why: unsupported_language, existing_predictions. */
  readonly skipped: ReadonlyMap<string, string>;
  readonly runId: string;
  readonly model: { readonly [key: string]: PyJson };
}

export function identityOf(options: PredictOptions, language?: string): DatasetIdentity {
  return {
    path: options.path,
    split: options.split,
    minSilenceSpan: options.minSilenceSpan,
    ...(options.revision === undefined ? {} : { revision: options.revision }),
    ...(language === undefined ? {} : { language }),
  };
}

const loadConfig = ({ path, name, split, revision }: PredictOptions): { readonly [key: string]: PyJson } => ({
  path,
  name,
  split,
  ...(revision === undefined ? {} : { revision }),
});

function identityOfModel(options: PredictOptions, adapter: AdapterFacts, reference: string): ModelIdentity {
  const { adapterId, displayName, maxAudioSec } = adapter;
  if (displayName?.trim() === '') throw new EotError(`Adapter '${adapterId}' has an empty display_name.`);
  if (maxAudioSec !== undefined && !(maxAudioSec > 0))
    throw new EotError(`Adapter '${adapterId}' has invalid max_audio_sec=${maxAudioSec}.`);
  return {
    adapter: reference,
    adapterId,
    inferenceInterval: options.inferenceInterval,
    transcriptLag: options.transcriptLag,
    ...(displayName === undefined ? {} : { displayName: displayName.trim() }),
    ...(maxAudioSec === undefined ? {} : { maxAudioSec }),
  };
}

/** Spans of every language, in the data set's order. @throws EotError for doubled ids and empty data sets */
async function spansByLanguage(
  dataset: Dataset,
  { minSilenceSpan, limit }: PredictOptions,
): Promise<Map<string, { spans: SpanRow[]; turns: string[] }>> {
  const seen = new Set<string>();
  const found = new Map<string, { spans: SpanRow[]; turns: string[] }>();
  for await (const turn of dataset.turns(false)) {
    if (seen.has(turn.id)) throw new EotError(`Duplicate id in dataset: ${turn.id}`);
    seen.add(turn.id);
    const spans = spanRows(turn, minSilenceSpan);
    const own = found.get(turn.language) ?? { spans: [], turns: [] };
    found.set(turn.language, own);
    own.spans.push(...spans);
    own.turns.push(turn.id);
    if (limit !== undefined && seen.size >= limit) break;
  }
  if (![...found.values()].some(({ spans }) => spans.length > 0)) throw new EotError('Dataset produced an empty prediction span set.');
  return new Map([...found].filter(([, { spans }]) => spans.length > 0).sort(([a], [b]) => byCodePoint(a, b)));
}

async function writeSpanSet(folder: string, identity: DatasetIdentity, spans: readonly SpanRow[]): Promise<void> {
  const [manifestPath, tablePath] = [join(folder, 'span_set_manifest.json'), join(folder, 'span_set.parquet')];
  const manifest = spanSetManifest(identity, spans.length);
  const hasManifest = (await kindAt(manifestPath)) === 'file';
  if (hasManifest) {
    const existing = await readJsonFile(manifestPath);
    const of = typeof existing === 'object' && existing !== null && 'dataset' in existing ? existing.dataset : undefined;
    if (!sameJson(of, manifest['dataset'] ?? null))
      throw new EotError(`Existing span set manifest does not match requested dataset params: ${manifestPath}`);
  }
  if ((await kindAt(tablePath)) === 'file') {
    const existing = await readTableFile(tablePath, ['id', 'span_index']);
    sameSpans(
      spanKeysOf(textsOf(existing, 'id') ?? [], numbersOf(existing, 'span_index') ?? []),
      spanKeysOf(
        spans.map(({ id }) => id),
        spans.map(({ spanIndex }) => spanIndex),
      ),
      `Existing span set at ${tablePath} does not match requested dataset params`,
    );
  } else await writeTableFile(tablePath, spanSetTable(spans));
  if (!hasManifest) await writeJsonFile(manifestPath, manifest);
}

/** Equal after parsing: 1.0 of Python is 1 here. */
function sameJson(parsed: unknown, own: PyJson): boolean {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, one]) => [key, sorted(one)]),
    );
  };
  return JSON.stringify(sorted(parsed)) === JSON.stringify(sorted(JSON.parse(indentedJson(own))));
}

/** Makes folders and span sets, and finds out what is left to do. @throws EotError */
export async function prepare(dataset: Dataset, options: PredictOptions, adapter: AdapterFacts, reference: string): Promise<Prepared> {
  const model = identityOfModel(options, adapter, reference);
  const runId = runFolder(model);
  const manifestModel = {
    ...modelConfig(model),
    ...(adapter.scorePoint === undefined ? {} : { score_point: pyFloat(adapter.scorePoint) }),
  };
  const root = join(options.outputDir, spanSetFolder(identityOf(options)));
  const runs: LanguageRun[] = [];
  const skipped = new Map<string, string>();
  for (const [language, { spans, turns }] of await spansByLanguage(dataset, options)) {
    const spanSet = join(root, language);
    await writeSpanSet(spanSet, identityOf(options, language), spans);
    if (adapter.supportsLanguage?.(language) === false) {
      skipped.set(language, 'unsupported_language');
      continue;
    }
    const folder = join(spanSet, runId);
    const partial = openPartial(
      join(folder, 'predictions.partial.jsonl'),
      compactJson({ load: loadConfig(options), model: manifestModel }),
    );
    if (options.overwrite) {
      for (const file of ['predictions.parquet', 'manifest.json', 'events.parquet', 'summary.json', 'skipped.parquet'])
        await rm(join(folder, file), { force: true });
      await partial.remove();
    } else if (await isComplete(folder, options, language, runId, manifestModel, spans)) {
      skipped.set(language, 'existing_predictions');
      continue;
    } else if ((await kindAt(folder)) === 'folder' && !(await partial.canGoOn()))
      throw new EotError(`Model run directory already exists but is incomplete or stale: ${folder}. Use --overwrite to replace it.`, {
        type: 'FileExistsError',
      });
    runs.push({ language, folder, spans, turns, partial });
  }
  return { runs, skipped, runId, model: manifestModel };
}

async function isComplete(
  folder: string,
  options: PredictOptions,
  language: string,
  runId: string,
  model: PyJson,
  spans: readonly SpanRow[],
): Promise<boolean> {
  const [predictions, manifestPath] = [join(folder, 'predictions.parquet'), join(folder, 'manifest.json')];
  if ((await kindAt(predictions)) !== 'file' || (await kindAt(manifestPath)) !== 'file') return false;
  const manifest = (await readJsonFile(manifestPath)) as Readonly<Record<string, unknown>> | null;
  if (manifest === null || manifest['model_run_id'] !== runId) return false;
  if (!sameJson(manifest['dataset'], datasetConfig(identityOf(options, language)))) return false;
  if (!sameJson(manifest['load_dataset'], loadConfig(options)) || !sameJson(manifest['model'], model)) return false;
  const rows = await readTableFile(predictions, ['id', 'span_index']);
  const skippedPath = join(folder, 'skipped.parquet');
  const skipped = new Set((await kindAt(skippedPath)) === 'file' ? (textsOf(await readTableFile(skippedPath, ['id']), 'id') ?? []) : []);
  const wanted = spans.filter(({ id }) => !skipped.has(id));
  const have = new Set(spanKeysOf(textsOf(rows, 'id') ?? [], numbersOf(rows, 'span_index') ?? []));
  return have.size === wanted.length && wanted.every(({ id, spanIndex }) => have.has(spanKeysOf([id], [spanIndex])[0] ?? ''));
}

/** Writes a finished language. @param more of the manifest, behind the common keys */
export async function finishLanguage(
  run: LanguageRun,
  prepared: Prepared,
  options: PredictOptions,
  adapter: AdapterFacts,
  reference: string,
  more: { readonly [key: string]: PyJson },
): Promise<{ readonly manifest: { readonly [key: string]: PyJson }; readonly results: readonly TurnResult[] }> {
  const done = await run.partial.read();
  const results = run.turns.flatMap((id) => done.get(id) ?? []);
  const skipped = new Set(results.filter((result) => result.skipped !== undefined).map(({ id }) => id));
  const table = predictionsTable(results);
  if (table.rows === 0)
    throw new EotError(`Streaming adapter produced no prediction rows for language '${run.language}'.`, { type: 'RuntimeError' });
  const wanted = run.spans.filter(({ id }) => !skipped.has(id));
  sameSpans(
    spanKeysOf(textsOf(table, 'id') ?? [], numbersOf(table, 'span_index') ?? []),
    spanKeysOf(
      wanted.map(({ id }) => id),
      wanted.map(({ spanIndex }) => spanIndex),
    ),
    'Prediction span set does not match dataset span set',
  );
  const identity = identityOf(options, run.language);
  const manifest = {
    ...spanSetManifest(identity, run.spans.length),
    model_run_id: prepared.runId,
    load_dataset: loadConfig(options),
    model: prepared.model,
    path: options.path,
    name: options.name,
    repo_id: options.path,
    subset: options.name,
    split: options.split,
    language: run.language,
    min_silence_span: pyFloat(options.minSilenceSpan),
    adapter_id: adapter.adapterId,
    adapter: reference,
    inference_interval: pyFloat(options.inferenceInterval),
    transcript_lag: pyFloat(options.transcriptLag),
    n_rows: table.rows,
    ...more,
    ...(prepared.skipped.size === 0 ? {} : { skipped_languages: Object.fromEntries(prepared.skipped) }),
    ...(options.revision === undefined ? {} : { revision: options.revision }),
    ...(adapter.displayName === undefined ? {} : { display_name: adapter.displayName.trim() }),
    ...(adapter.scorePoint === undefined ? {} : { score_point: pyFloat(adapter.scorePoint) }),
  };
  await writeFileWhole(join(run.folder, 'manifest.json'), indentedJson(manifest));
  await writeTableFile(join(run.folder, 'predictions.parquet'), table);
  return { manifest, results };
}
