/** Models over languages: the four budget values of every language, side by side. */
import { REPORT_CUTOFF_BUDGETS, REPORT_LATENCY_BUDGETS } from '../constants.js';
import { doubles, integers, strings, table, type Table } from '../parquet/table.js';
import { byCodePoint, pyFloat, type PyJson } from '../python-json.js';
import { markdownTable, milliseconds, percent } from './format.js';
import { valueAt, type ModelComparison } from './models.js';
import { cutoffHeader, latencyHeader } from './models-report.js';
import { VAD_NAME } from './run.js';
import { vadCutoffWithin, vadLatencyWithin } from './vad-baseline.js';

export interface LanguageMetric {
  readonly key: string;
  readonly title: string;
  readonly kind: 'rate' | 'latency';
}

const key = (budget: number): string => `best_cutoff_rate_at_${String(budget).replace('.', '_')}s_latency`;

/** In the order of the reference's files. */
export const LANGUAGE_METRICS: readonly LanguageMetric[] = [
  ...REPORT_LATENCY_BUDGETS.map((budget) => ({ key: key(budget), title: latencyHeader(budget), kind: 'rate' as const })),
  ...REPORT_CUTOFF_BUDGETS.map((budget) => ({
    key: `best_mean_latency_at_${Math.round(budget * 100)}pct_cutoff`,
    title: cutoffHeader(budget),
    kind: 'latency' as const,
  })),
];

export const heatmapFile = (metric: LanguageMetric): string => `heatmap_${metric.key}.png`;

/** One model in one language. Values in the order of LANGUAGE_METRICS. */
export interface LanguageRow {
  readonly language: string;
  readonly model: string;
  readonly values: readonly (number | undefined)[];
  /** Seen from the root; undefined for the baseline. */
  readonly runFolder: string | undefined;
  readonly metricsFolder: string | undefined;
  readonly spans: number | undefined;
}

/** A language with metrics. */
export interface LanguageInput {
  readonly language: string;
  readonly comparison: ModelComparison;
  /** In the order they were found. */
  readonly found: readonly string[];
  /** Spans of the span set; undefined without one. */
  readonly spanSetSize: number | undefined;
}

export interface SkippedLanguage {
  readonly language: string;
  readonly reason: string;
}

export interface LanguageComparison {
  readonly rows: readonly LanguageRow[];
  /** By name. */
  readonly languages: readonly string[];
  readonly models: readonly string[];
  readonly skipped: readonly SkippedLanguage[];
}

/** Models that the public leaderboard shows first, in its order; others follow by name. */
const SHOWN_FIRST = [
  'LiveKit Turn Detector v1',
  'LiveKit Turn Detector v1-mini',
  'Deepgram Flux',
  'ultraVAD',
  'SmartTurn v3.2',
  'AssemblyAI',
  'Soniox',
  'xAI STT',
  'OpenAI GPT Realtime 2',
];

function rowsOf({ language, comparison, found, spanSetSize }: LanguageInput): LanguageRow[] {
  const { latencyPoints, cutoffPoints, vadFine } = comparison;
  const models = found.flatMap((name) => comparison.models.filter((model) => model.name === name));
  return [
    ...models.map(({ name, run, spans }) => ({
      language,
      model: name,
      values: [
        ...REPORT_LATENCY_BUDGETS.map((budget) => valueAt(latencyPoints, name, budget)),
        ...REPORT_CUTOFF_BUDGETS.map((budget) => valueAt(cutoffPoints, name, budget)),
      ],
      runFolder: `${language}/${run.folder}`,
      metricsFolder: `${language}/${run.metricsFolder}`,
      spans,
    })),
    {
      language,
      model: VAD_NAME,
      values: [
        ...REPORT_LATENCY_BUDGETS.map((budget) => vadCutoffWithin(vadFine, budget)),
        ...REPORT_CUTOFF_BUDGETS.map((budget) => vadLatencyWithin(vadFine, budget)),
      ],
      runFolder: undefined,
      metricsFolder: undefined,
      spans: spanSetSize,
    },
  ];
}

export function compareLanguages(inputs: readonly LanguageInput[], skipped: readonly SkippedLanguage[]): LanguageComparison {
  const rows = inputs.flatMap(rowsOf);
  const names = [...new Set(rows.map(({ model }) => model))];
  const others = names.filter((name) => name !== VAD_NAME && !SHOWN_FIRST.includes(name)).sort(byCodePoint);
  return {
    rows,
    languages: [...new Set(rows.map(({ language }) => language))].sort(byCodePoint),
    models: [...SHOWN_FIRST.filter((name) => names.includes(name)), ...others, ...names.filter((name) => name === VAD_NAME)],
    skipped,
  };
}

export function languageValue({ rows }: LanguageComparison, language: string, model: string, metric: number): number | undefined {
  return rows.find((row) => row.language === language && row.model === model)?.values[metric];
}

export function languagesReport(comparison: LanguageComparison): string {
  const sections = LANGUAGE_METRICS.map((metric, i) => {
    const print = metric.kind === 'rate' ? percent : milliseconds;
    const rows = comparison.languages.map((language) => [
      language,
      ...comparison.models.map((model) => print(languageValue(comparison, language, model, i))),
    ]);
    return `## ${metric.title}\n\n![${metric.title} heatmap](${heatmapFile(metric)})\n\n${markdownTable(['Language', ...comparison.models], rows)}\n`;
  });
  return `# EoT Language Comparison\n\n${sections.join('\n')}`;
}

const float = (value: number | undefined): PyJson => (value === undefined || Number.isNaN(value) ? null : pyFloat(value));

/** @param root the span sets' root, as the user gave it */
export function languagesSummary(comparison: LanguageComparison, root: string): PyJson {
  const { rows, languages, models, skipped } = comparison;
  const values = (metric: number): PyJson =>
    Object.fromEntries(
      languages.map((language) => [
        language,
        Object.fromEntries(models.map((model) => [model, float(languageValue(comparison, language, model, metric))])),
      ]),
    );
  return {
    metrics: LANGUAGE_METRICS.map((metric) => metric.key),
    metric_titles: Object.fromEntries(LANGUAGE_METRICS.map((metric) => [metric.key, metric.title])),
    span_set_root: root,
    languages,
    models,
    values: Object.fromEntries(LANGUAGE_METRICS.map((metric, i) => [metric.key, values(i)])),
    rows: rows.map((row) => ({
      language: row.language,
      model: row.model,
      ...Object.fromEntries(LANGUAGE_METRICS.map((metric, i) => [metric.key, float(row.values[i])])),
      run_dir: row.runFolder ?? null,
      metrics_dir: row.metricsFolder ?? null,
      n_spans: row.spans ?? null,
    })),
    skipped_languages: skipped.map(({ language, reason }) => ({ language, reason })),
    artifacts: {
      heatmaps: Object.fromEntries(LANGUAGE_METRICS.map((metric) => [metric.key, heatmapFile(metric)])),
      metrics: 'metrics.parquet',
    },
  };
}

export function languagesTable({ rows }: LanguageComparison): Table {
  const whole = rows.every(({ spans }) => spans !== undefined);
  const spans = rows.map((row) => row.spans ?? Number.NaN);
  return table([
    ['language', strings(rows.map(({ language }) => language))],
    ['model', strings(rows.map(({ model }) => model))],
    ...LANGUAGE_METRICS.map((metric, i) => [metric.key, doubles(rows.map(({ values }) => values[i] ?? Number.NaN))] as const),
    ['run_dir', strings(rows.map(({ runFolder }) => runFolder ?? null))],
    ['metrics_dir', strings(rows.map(({ metricsFolder }) => metricsFolder ?? null))],
    // A column of counts with a gap is one of floats to pandas.
    ['n_spans', whole ? integers(spans) : doubles(spans)],
  ]);
}
