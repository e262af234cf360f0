import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frontierChart } from '../../src/eot/compare/charts/frontier.js';
import { heatmap } from '../../src/eot/compare/charts/heatmap.js';
import { compareLanguages } from '../../src/eot/compare/languages.js';
import { modelsReport } from '../../src/eot/compare/models-report.js';
import type { BudgetPoint } from '../../src/eot/compare/models.js';
import { HOLD_RANGE } from '../../src/eot/metrics/span-table.js';
import { tradeoffTable } from '../../src/eot/metrics/tradeoff.js';
import {
  loadComparison,
  loadLanguages,
  writeLanguages,
  writeModelsComparison,
  type FoundComparison,
} from '../../simulator/eot/comparison.js';
import { readTableFile } from '../../simulator/eot/files.js';
import { pngOf } from '../../simulator/eot/png.js';
import { expectTable } from './metrics-check.js';
import { DATASET_FOLDER, VECTORS, vector } from './vectors.js';

const REPOSITORY = pathToFileURL(join(import.meta.dirname, '../../'));
let folder: string;
let root: string;
let english: FoundComparison;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-eot-'));
  root = join(folder, DATASET_FOLDER);
  await cp(join(VECTORS, 'output', DATASET_FOLDER), root, { recursive: true });
  await rm(join(root, 'en/comparison'), { recursive: true });
  await rm(join(root, 'language_comparison'), { recursive: true });
  english = await loadComparison(join(root, 'en'), HOLD_RANGE);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface ReferencePoint {
  readonly model: string;
  readonly budget_value: number;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly action_delay: number | null;
  readonly timeout: number | null;
}

describe('compare-models', { timeout: 120_000 }, () => {
  const reference = vector('compare_models_en.json') as {
    readonly model_order: readonly string[];
    readonly latency_budget_ops: readonly ReferencePoint[];
    readonly cutoff_budget_ops: readonly ReferencePoint[];
    readonly pareto_frontier: readonly {
      readonly model: string;
      readonly threshold: number;
      readonly mean_latency: number;
      readonly cutoff_rate: number;
    }[];
    readonly vad_fine_baseline: readonly { readonly mean_latency: number; readonly cutoff_rate: number }[];
    readonly vad_timeout_baseline: readonly { readonly mean_latency: number; readonly cutoff_rate: number }[];
  };
  const tradeoffOf = (name: string) => english.comparison.models.find((model) => model.name === name)!.tradeoff;
  const shape = ({ model, budget, row, value }: BudgetPoint): ReferencePoint => {
    const at = (column: Float64Array): number | null => (row === undefined ? null : column[row]!);
    const { threshold, actionDelay, timeout } = tradeoffOf(model);
    return {
      model,
      budget_value: budget,
      value: value ?? null,
      threshold: at(threshold),
      action_delay: at(actionDelay),
      timeout: at(timeout),
    };
  };
  const wanted = ({ model, budget_value, value, threshold, action_delay, timeout }: ReferencePoint): ReferencePoint => ({
    model,
    budget_value,
    value,
    threshold,
    action_delay,
    timeout,
  });
  it('has the reference order, points, frontier and baselines', () => {
    const { comparison } = english;
    expect(comparison.models.map(({ name }) => name)).toEqual(reference.model_order);
    expect(comparison.latencyPoints.map(shape)).toEqual(reference.latency_budget_ops.map(wanted));
    expect(comparison.cutoffPoints.map(shape)).toEqual(reference.cutoff_budget_ops.map(wanted));
    const frontier = [...comparison.frontier].flatMap(([model, rows]) =>
      rows.map((row) => `${model} ${tradeoffOf(model).threshold[row]!} ${tradeoffOf(model).meanLatency[row]!}`),
    );
    expect(frontier.toSorted()).toEqual(
      reference.pareto_frontier.map((row) => `${row.model} ${row.threshold} ${row.mean_latency}`).toSorted(),
    );
    const points = (rows: typeof reference.vad_fine_baseline) =>
      rows.map(({ mean_latency, cutoff_rate }) => ({ meanLatency: mean_latency, cutoffRate: cutoff_rate }));
    expect(comparison.vadFine).toEqual(points(reference.vad_fine_baseline));
    expect(comparison.vadSwept).toEqual(points(reference.vad_timeout_baseline));
  });
  it.each(['en', 'zh'])('writes the reference report of %s, byte for byte', async (language) => {
    const found = await loadComparison(join(root, language), HOLD_RANGE);
    expect(modelsReport(found.comparison)).toBe(
      await readFile(join(VECTORS, 'output', DATASET_FOLDER, language, 'comparison/report.md'), 'utf8'),
    );
  });
  it('writes charts as PNG and SVG, and removes stale data', async () => {
    const written = await writeModelsComparison(join(root, 'en'), english, REPOSITORY);
    await writeFile(join(written, 'old.json'), '{}');
    await writeModelsComparison(join(root, 'en'), english, REPOSITORY);
    const names = await readdir(written);
    expect(names).not.toContain('old.json');
    for (const name of ['pareto_frontier', 'cutoff_rate_at_latency_budget_300_600ms', 'latency_at_cutoff_budget_5_10pct']) {
      expect(names).toContain(`${name}.svg`);
      const png = await readFile(join(written, `${name}.png`));
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      // Width and height of the header: 1.7 times the drawing.
      expect(png.readUInt32BE(16)).toBeGreaterThan(1300);
    }
  });
  it('refuses metrics of another range, naming file and rule', async () => {
    await expect(loadComparison(join(root, 'en'), { min: 0.2, max: 2 })).rejects.toThrow(
      /metrics\/summary\.json was computed with max_hold_span_duration=5\.0, expected 2\.0\.$/,
    );
  });
  it('tells models that share a name by their folders, and escapes what a model calls itself', async () => {
    const copy = join(folder, 'twins');
    await cp(join(root, 'en'), copy, { recursive: true });
    const first = 'good_batch_adapter__4eb777ba8c';
    await cp(join(copy, first), join(copy, 'other__0'), { recursive: true });
    for (const run of [first, 'other__0'])
      await writeFile(join(copy, run, 'manifest.json'), JSON.stringify({ display_name: 'A|<b>\n"x"' }));
    const { comparison, found } = await loadComparison(copy, HOLD_RANGE);
    expect(found.slice(0, 2)).toEqual([`A|<b>\n"x" (${first})`, 'A|<b>\n"x" (other__0)']);
    expect(modelsReport(comparison)).toContain(`| A\\|<b> "x" (${first}) |`);
    expect(frontierChart(comparison)).not.toContain('<b>');
  });
});

describe('compare-languages', { timeout: 120_000 }, () => {
  it('writes the reference summary, table and report', async () => {
    const found = await loadLanguages(root, HOLD_RANGE);
    const out = join(folder, 'languages');
    const named = 'public/output/synthetic__eot-public__validation__min_silence_100ms';
    await writeLanguages(out, named, found, REPOSITORY);
    const expected = join(VECTORS, 'output', DATASET_FOLDER, 'language_comparison');
    expect(await readFile(join(out, 'report.md'), 'utf8')).toBe(await readFile(join(expected, 'report.md'), 'utf8'));
    expect(await readFile(join(out, 'summary.json'), 'utf8')).toBe(await readFile(join(expected, 'summary.json'), 'utf8'));
    const reference = await readTableFile(join(expected, 'metrics.parquet'));
    expectTable(
      await readTableFile(join(out, 'metrics.parquet')),
      reference,
      [...reference.columns.keys()].filter((name) => name.startsWith('best_')),
    );
    expect((await readdir(out)).filter((name) => name.startsWith('heatmap_'))).toHaveLength(8);
  });
  it('leaves out a language without metrics, and says so', async () => {
    const copy = join(folder, 'some');
    await cp(root, copy, { recursive: true });
    await rm(join(copy, 'zh/good_batch_adapter__4eb777ba8c/metrics'), { recursive: true });
    await rm(join(copy, 'zh/weak_batch_adapter__d3ddcbda72/metrics'), { recursive: true });
    await rm(join(copy, 'zh/streaming_event_adapter__9ea6d89516/metrics'), { recursive: true });
    const { comparison } = await loadLanguages(copy, HOLD_RANGE);
    expect(comparison.languages).toEqual(['en']);
    expect(comparison.skipped).toEqual([
      { language: 'zh', reason: expect.stringContaining('No model metric artifacts found under ') as string },
    ]);
    await rm(join(copy, 'en'), { recursive: true });
    await expect(loadLanguages(copy, HOLD_RANGE)).rejects.toThrow('No model metric artifacts found under language directories in ');
  });
  it('draws names of any script, escaped', () => {
    const comparison = compareLanguages([], []);
    const hostile = { ...comparison, languages: ['<x>'], models: ['</svg><script>', '中文'], rows: [] };
    const svg = heatmap(hostile, 0);
    expect(svg).not.toContain('<script');
    expect(pngOf(svg, REPOSITORY).length).toBeGreaterThan(1000);
  });
});

it('a trade-off read from a file is the one that was computed', async () => {
  const { tradeoff } = english.comparison.models[0]!;
  expectTable(tradeoffTable(tradeoff), await readTableFile(join(root, 'en/good_batch_adapter__4eb777ba8c/metrics/tradeoff.parquet')), [
    'mean_latency',
  ]);
});
