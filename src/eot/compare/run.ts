/** What a comparison reads of one model's run: its metrics, never computed again. */
import { EPS } from '../constants.js';
import { EotError, listRepr } from '../error.js';
import type { HoldRange } from '../metrics/span-table.js';
import type { Tradeoff } from '../metrics/tradeoff.js';
import { floatRepr } from '../python-json.js';

/** Files of a run folder, read but not judged. */
export interface RunFiles {
  /** Name of the run's folder. */
  readonly folder: string;
  /** Where its metrics are, seen from the span set's folder: "run/metrics", or "run" itself. */
  readonly metricsFolder: string;
  readonly manifest: unknown;
  readonly summary: unknown;
  readonly summaryName: string;
  readonly tradeoff: Tradeoff;
}

export interface ComparedModel {
  readonly name: string;
  readonly run: RunFiles;
  readonly tradeoff: Tradeoff;
  /** Spans that the metrics counted; undefined where the summary does not say. */
  readonly spans: number | undefined;
}

export const VAD_NAME = 'VAD baseline';

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? (value as Record<string, unknown>)[key] : undefined;
}

function numberOf(value: unknown, key: string): number | undefined {
  const field = fieldOf(value, key);
  return typeof field === 'number' ? field : undefined;
}

function displayName(manifest: unknown): string | undefined {
  const given = fieldOf(manifest, 'display_name') ?? fieldOf(fieldOf(manifest, 'model'), 'display_name');
  const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  return text === '' ? undefined : text;
}

/** Python's math.isclose with its usual relative tolerance. */
const close = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1e-9 * Math.max(Math.abs(a), Math.abs(b)), EPS);

function checkRange({ summary, summaryName }: RunFiles, wanted: HoldRange): void {
  const [min, max] = [numberOf(summary, 'min_hold_span_duration'), numberOf(summary, 'max_hold_span_duration')];
  if (min === undefined || max === undefined) {
    const absent = [...(min === undefined ? ['min_hold_span_duration'] : []), ...(max === undefined ? ['max_hold_span_duration'] : [])];
    throw new EotError(`${summaryName} is missing required summary keys: ${listRepr(absent)}`);
  }
  const refuse = (key: string, observed: number, expected: number): void => {
    if (!close(observed, expected))
      throw new EotError(`${summaryName} was computed with ${key}=${floatRepr(observed)}, expected ${floatRepr(expected)}.`, {
        hint: 'Compute its metrics again with this range, or compare with the range they were computed with.',
      });
  };
  refuse('min_hold_span_duration', min, wanted.min);
  refuse('max_hold_span_duration', max, wanted.max);
}

/** Names the models: as they call themselves, else by their folder; those that share a name get their folder behind it. @throws EotError */
export function comparedModels(runs: readonly RunFiles[], range: HoldRange): ComparedModel[] {
  const names = runs.map(({ manifest, folder }) => displayName(manifest) ?? folder.split('__', 1)[0] ?? folder);
  return runs.map((run, i) => {
    checkRange(run, range);
    const name = names[i] ?? run.folder;
    const twice = names.filter((one) => one === name).length > 1;
    return { name: twice ? `${name} (${run.folder})` : name, run, tradeoff: run.tradeoff, spans: numberOf(run.summary, 'n_spans') };
  });
}
