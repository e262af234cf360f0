/** Tables and manifests of a prediction run, with the public tool's columns and keys. */
import type { Prediction, ScoreEvent } from './adapter.js';
import { HARNESS_VERSION } from './constants.js';
import { EotError } from './error.js';
import { datasetConfig, spanSetId, type DatasetIdentity } from './naming.js';
import { doubles, integers, strings, table, type Table } from './parquet/table.js';
import { byCodePoint, type PyJson } from './python-json.js';
import type { SpanRow } from './spans.js';

/** What one turn brought. */
export interface TurnResult {
  readonly id: string;
  readonly language: string;
  readonly rows: readonly Prediction[];
  readonly events: readonly ScoreEvent[];
  /** Why there are no rows. */
  readonly skipped?: string | undefined;
  /** Seconds of sound. */
  readonly audioSec: number;
}

export function predictionsTable(results: readonly TurnResult[]): Table {
  const all = results.flatMap(({ id, language, rows }) => rows.map((row) => ({ id, language, row })));
  return table([
    ['id', strings(all.map(({ id }) => id))],
    ['language', strings(all.map(({ language }) => language))],
    ['span_index', integers(all.map(({ row }) => row.spanIndex))],
    ['timestamp', doubles(all.map(({ row }) => row.timestamp))],
    ['silence_dur', doubles(all.map(({ row }) => row.silenceDur))],
    ['p_eot', doubles(all.map(({ row }) => row.pEot))],
    ['label', strings(all.map(({ row }) => row.label))],
  ]);
}

export function spanSetTable(rows: readonly SpanRow[]): Table {
  return table([
    ['id', strings(rows.map(({ id }) => id))],
    ['language', strings(rows.map(({ language }) => language))],
    ['span_index', integers(rows.map(({ spanIndex }) => spanIndex))],
    ['label', strings(rows.map(({ label }) => label))],
    ['start', doubles(rows.map(({ start }) => start))],
    ['end', doubles(rows.map(({ end }) => end))],
    ['duration', doubles(rows.map(({ duration }) => duration))],
  ]);
}

/** Events as they came, with the columns that any of them had. */
export function eventsTable(results: readonly TurnResult[]): Table {
  const all = results.flatMap(({ id, events }) => events.map((event) => ({ id, event })));
  const others = [...new Set(all.flatMap(({ event }) => Object.keys(event.more ?? {})))].sort(byCodePoint);
  return table([
    ['id', strings(all.map(({ id }) => id))],
    ['timestamp', doubles(all.map(({ event }) => event.timestamp))],
    ['p_eot', doubles(all.map(({ event }) => event.p))],
    ...others.map((name) => {
      const values = all.map(({ event }) => event.more?.[name]);
      const numeric = values.every((value) => value === undefined || typeof value === 'number');
      return [
        name,
        numeric
          ? doubles(values.map((value) => value ?? Number.NaN))
          : strings(values.map((value) => (value === undefined ? null : String(value)))),
      ] as const;
    }),
  ]);
}

export function skippedTable(results: readonly TurnResult[]): Table {
  const skipped = results.filter((result) => result.skipped !== undefined);
  return table([
    ['id', strings(skipped.map(({ id }) => id))],
    ['language', strings(skipped.map(({ language }) => language))],
    ['reason', strings(skipped.map(({ skipped: reason }) => reason ?? null))],
  ]);
}

export function spanSetManifest(dataset: DatasetIdentity, spans: number): { readonly [key: string]: PyJson } {
  return { harness_version: HARNESS_VERSION, span_set_id: spanSetId(dataset), dataset: datasetConfig(dataset), n_spans: spans };
}

const spanKey = (id: string, index: number): string => `('${id}', ${index})`;

/** @throws EotError: a span set on disk that is not the one of this data set */
export function sameSpans(existing: readonly string[], wanted: readonly string[], message: string): void {
  const [have, want] = [new Set(existing), new Set(wanted)];
  const missing = [...want].filter((key) => !have.has(key)).sort(byCodePoint);
  const extra = [...have].filter((key) => !want.has(key)).sort(byCodePoint);
  if (missing.length === 0 && extra.length === 0) return;
  const some = (keys: readonly string[]): string => `[${keys.slice(0, 5).join(', ')}]`;
  throw new EotError(
    `${message}: missing=${some(missing)} total_missing=${missing.length}, extra=${some(extra)} total_extra=${extra.length}`,
  );
}

export const spanKeysOf = (ids: readonly string[], indices: ArrayLike<number>): string[] =>
  ids.map((id, row) => spanKey(id, indices[row] ?? 0));
