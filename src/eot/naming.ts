/** Names of folders, shared with the public tool so that either can go on with the other's files (eot-bench.md, "Files"). */
import { createHash } from 'node:crypto';
import { compactJson, pyFloat, type PyFloat, type PyJson } from './python-json.js';
import { formatFixed } from './rounding.js';

/** Which rows of which data set: the identity of a span set. */
export interface DatasetIdentity {
  readonly path: string;
  readonly split: string;
  /** Seconds. */
  readonly minSilenceSpan: number;
  readonly revision?: string;
  readonly language?: string;
}

/** What about a model decides its predictions: the identity of a run. */
export interface ModelIdentity {
  readonly adapter: string;
  readonly adapterId: string;
  /** Seconds. */
  readonly inferenceInterval: number;
  readonly transcriptLag: number;
  readonly displayName?: string;
  readonly maxAudioSec?: number;
}

const RUN_HASH_LENGTH = 10;
const SPAN_SET_HASH_LENGTH = 12;

/** The first hex digits of the SHA-256 of Python-style JSON. */
export function configHash(config: PyJson, length = RUN_HASH_LENGTH): string {
  return createHash('sha256').update(compactJson(config)).digest('hex').slice(0, length);
}

/** "livekit/eot-bench-data" to "livekit__eot-bench-data". */
export function datasetSlug(value: string): string {
  return (
    value
      .trim()
      .replaceAll('/', '__')
      .replace(/[^A-Za-z0-9._-]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'unknown'
  );
}

/** "package.module:MyAdapter" to "my_adapter". */
export function adapterSlug(reference: string): string {
  const name = reference.slice(reference.lastIndexOf(':') + 1);
  return datasetSlug(
    name
      .slice(name.lastIndexOf('.') + 1)
      .replace(/(.)([A-Z][a-z]+)/g, '$1_$2')
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase(),
  );
}

/** 0.1 to "100ms"; what is no whole number of milliseconds to "0p0005s". */
export function secondsSlug(seconds: number): string {
  const millis = Number(formatFixed(seconds * 1000, 0));
  if (Math.abs(seconds * 1000 - millis) < 1e-6) return `${millis}ms`;
  return `${formatFixed(seconds, 6).replace(/0+$/, '').replace(/\.$/, '').replace('.', 'p')}s`;
}

export type DatasetConfig = Readonly<Record<string, string | PyFloat>>;

/** The `dataset` object of manifests, keys in the reference's order. */
export function datasetConfig(dataset: DatasetIdentity): DatasetConfig {
  return {
    path: dataset.path,
    split: dataset.split,
    min_silence_span: pyFloat(dataset.minSilenceSpan),
    ...(dataset.revision === undefined ? {} : { revision: dataset.revision }),
    ...(dataset.language === undefined ? {} : { language: dataset.language }),
  };
}

/** The `model` object of manifests, without the score point: that one does not change a prediction. */
export function modelConfig(model: ModelIdentity): Readonly<Record<string, string | PyFloat>> {
  return {
    adapter: model.adapter,
    adapter_id: model.adapterId,
    inference_interval: pyFloat(model.inferenceInterval),
    transcript_lag: pyFloat(model.transcriptLag),
    ...(model.displayName === undefined ? {} : { display_name: model.displayName }),
    ...(model.maxAudioSec === undefined ? {} : { max_audio_sec: pyFloat(model.maxAudioSec) }),
  };
}

export function spanSetId(dataset: DatasetIdentity): string {
  return configHash({ span_set: datasetConfig(dataset) }, SPAN_SET_HASH_LENGTH);
}

export function spanSetFolder(dataset: DatasetIdentity): string {
  const revision = dataset.revision === undefined ? [] : [`revision_${datasetSlug(dataset.revision)}`];
  const least = `min_silence_${secondsSlug(dataset.minSilenceSpan)}`;
  return [datasetSlug(dataset.path), ...revision, datasetSlug(dataset.split), least].join('__');
}

export function runFolder(model: ModelIdentity): string {
  return `${adapterSlug(model.adapter)}__${configHash(modelConfig(model))}`;
}
