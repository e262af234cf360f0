/** Comparisons from disk to disk: models of one span set, and languages of a root. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cutoffBars, latencyBars } from '../../src/eot/compare/charts/bars.js';
import { frontierChart } from '../../src/eot/compare/charts/frontier.js';
import { heatmap } from '../../src/eot/compare/charts/heatmap.js';
import {
  LANGUAGE_METRICS,
  compareLanguages,
  heatmapFile,
  languagesReport,
  languagesSummary,
  languagesTable,
  type LanguageComparison,
  type LanguageInput,
  type SkippedLanguage,
} from '../../src/eot/compare/languages.js';
import { CHARTS, modelsReport } from '../../src/eot/compare/models-report.js';
import { compareModels, type ModelComparison } from '../../src/eot/compare/models.js';
import { comparedModels } from '../../src/eot/compare/run.js';
import { EotError } from '../../src/eot/error.js';
import type { HoldRange } from '../../src/eot/metrics/span-table.js';
import { writeFileWhole, writeJsonFile, writeTableFile } from './files.js';
import { pngOf } from './png.js';
import { COMPARISON, findLanguages, findRuns, needFolder, spanSetFacts, type SpanSetFacts } from './runs.js';

export interface FoundComparison {
  readonly comparison: ModelComparison;
  /** Names in the order of the runs' folders. */
  readonly found: readonly string[];
  readonly spanSet: SpanSetFacts | undefined;
}

/** @throws EotError with the public tool's words */
export async function loadComparison(spanSet: string, range: HoldRange): Promise<FoundComparison> {
  const models = comparedModels(await findRuns(spanSet), range);
  const facts = await spanSetFacts(spanSet);
  return { comparison: compareModels(models, range, facts?.holds), found: models.map(({ name }) => name), spanSet: facts };
}

/** A chart as PNG, as the report shows it, and as SVG beside it. */
async function writeChart(folder: string, file: string, svg: string, root: URL): Promise<void> {
  await writeFileWhole(join(folder, file), pngOf(svg, root));
  await writeFileWhole(join(folder, file.replace(/\.png$/, '.svg')), svg);
}

async function removeMatching(folder: string, pattern: RegExp): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (pattern.test(name)) await rm(join(folder, name), { force: true });
}

/**
 * Writes SPANSET/comparison and removes data files that older versions left there.
 * @param root of the package
 * @returns the folder
 */
export async function writeModelsComparison(spanSet: string, { comparison }: FoundComparison, root: URL): Promise<string> {
  const folder = join(spanSet, COMPARISON);
  await removeMatching(folder, /\.(parquet|json)$/);
  await writeChart(folder, CHARTS.frontier, frontierChart(comparison), root);
  await writeChart(folder, CHARTS.cutoffs, cutoffBars(comparison), root);
  await writeChart(folder, CHARTS.latencies, latencyBars(comparison), root);
  await writeFileWhole(join(folder, 'report.md'), modelsReport(comparison));
  return folder;
}

export async function checkSpanSet(spanSet: string): Promise<void> {
  await needFolder(spanSet, { missing: 'span set directory', noFolder: 'span set path' });
}

export interface FoundLanguages {
  readonly comparison: LanguageComparison;
  readonly inputs: readonly LanguageInput[];
}

/** Languages without metrics are left out and named. @throws EotError */
export async function loadLanguages(root: string, range: HoldRange): Promise<FoundLanguages> {
  await needFolder(root, { missing: 'span set root', noFolder: 'span set root path' });
  const inputs: LanguageInput[] = [];
  const skipped: SkippedLanguage[] = [];
  for (const language of await findLanguages(root)) {
    try {
      const { comparison, found, spanSet } = await loadComparison(join(root, language), range);
      inputs.push({ language, comparison, found, spanSetSize: spanSet?.spans });
    } catch (error) {
      if (!(error instanceof EotError) || error.type !== 'FileNotFoundError') throw error;
      skipped.push({ language, reason: error.message });
    }
  }
  if (inputs.length === 0)
    throw new EotError(`No model metric artifacts found under language directories in ${root}.`, { type: 'FileNotFoundError' });
  return { comparison: compareLanguages(inputs, skipped), inputs };
}

/** @param root of the span sets, as the summary names it; `packageRoot` has the font */
export async function writeLanguages(folder: string, root: string, { comparison }: FoundLanguages, packageRoot: URL): Promise<void> {
  await removeMatching(folder, /^heatmap_.*\.(png|svg)$/);
  for (const [i, metric] of LANGUAGE_METRICS.entries()) await writeChart(folder, heatmapFile(metric), heatmap(comparison, i), packageRoot);
  await writeTableFile(join(folder, 'metrics.parquet'), languagesTable(comparison));
  await writeJsonFile(join(folder, 'summary.json'), languagesSummary(comparison, root));
  await writeFileWhole(join(folder, 'report.md'), languagesReport(comparison));
}
