/** Finding the runs of a span set's folder, and the languages of a root. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunFiles } from '../../src/eot/compare/run.js';
import { EotError } from '../../src/eot/error.js';
import { readTradeoff } from '../../src/eot/metrics/tradeoff.js';
import { numbersOf, textsOf } from '../../src/eot/parquet/table.js';
import { byCodePoint } from '../../src/eot/python-json.js';
import { kindAt, readJsonFile, readTableFile } from './files.js';

/** Where comparisons are written: no run. */
export const COMPARISON = 'comparison';

/** @throws EotError with the public tool's words; `what` is "span set directory" or "span set root" */
export async function needFolder(path: string, what: { readonly missing: string; readonly noFolder: string }): Promise<void> {
  const kind = await kindAt(path);
  if (kind === undefined) throw new EotError(`${what.missing} does not exist: ${path}`, { type: 'FileNotFoundError' });
  if (kind === 'file') throw new EotError(`${what.noFolder} is not a directory: ${path}`, { type: 'NotADirectoryError' });
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort(byCodePoint);
}

/** Runs that have metrics, by folder name. @throws EotError FileNotFoundError without any */
export async function findRuns(spanSet: string): Promise<RunFiles[]> {
  const found: RunFiles[] = [];
  for (const folder of await foldersIn(spanSet)) {
    if (folder === COMPARISON) continue;
    for (const metricsFolder of [`${folder}/metrics`, folder]) {
      const [tradeoff, summary] = [join(spanSet, metricsFolder, 'tradeoff.parquet'), join(spanSet, metricsFolder, 'summary.json')];
      if ((await kindAt(tradeoff)) !== 'file' || (await kindAt(summary)) !== 'file') continue;
      const manifest = join(spanSet, folder, 'manifest.json');
      found.push({
        folder,
        metricsFolder,
        manifest: (await kindAt(manifest)) === 'file' ? await readJsonFile(manifest) : {},
        summary: await readJsonFile(summary),
        summaryName: summary,
        tradeoff: readTradeoff(await readTableFile(tradeoff), tradeoff),
      });
      break;
    }
  }
  if (found.length === 0)
    throw new EotError(
      `No model metric artifacts found under ${spanSet}; expected */metrics/tradeoff.parquet and */metrics/summary.json.`,
      {
        type: 'FileNotFoundError',
        hint: 'turnrig eot compute-metrics makes them from a run.',
      },
    );
  return found;
}

export interface SpanSetFacts {
  readonly spans: number;
  /** Durations of its holds, seconds. */
  readonly holds: readonly number[];
}

/** Undefined without span_set.parquet. @throws EotError for one without labels or durations */
export async function spanSetFacts(spanSet: string): Promise<SpanSetFacts | undefined> {
  const path = join(spanSet, 'span_set.parquet');
  if ((await kindAt(path)) !== 'file') return undefined;
  const spans = await readTableFile(path, ['label', 'duration']);
  const [labels, durations] = [textsOf(spans, 'label'), numbersOf(spans, 'duration')];
  if (labels === undefined || durations === undefined) {
    const absent = [...(durations === undefined ? ["'duration'"] : []), ...(labels === undefined ? ["'label'"] : [])];
    throw new EotError(`${path} is missing required columns: [${absent.join(', ')}]`);
  }
  return { spans: spans.rows, holds: Array.from(durations).filter((duration, row) => labels[row] === 'hold' && !Number.isNaN(duration)) };
}

/** Language folders of a root, by name. @throws EotError FileNotFoundError without any */
export async function findLanguages(root: string): Promise<string[]> {
  const languages: string[] = [];
  for (const name of await foldersIn(root)) if ((await kindAt(join(root, name, 'span_set_manifest.json'))) === 'file') languages.push(name);
  if (languages.length === 0)
    throw new EotError(`No language span-set directories found under ${root}; expected */span_set_manifest.json.`, {
      type: 'FileNotFoundError',
    });
  return languages;
}
