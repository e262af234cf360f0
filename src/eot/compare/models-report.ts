/** report.md of a comparison: the reference's text, byte for byte. */
import { EPS, REPORT_CUTOFF_BUDGETS, REPORT_LATENCY_BUDGETS } from '../constants.js';
import { formatFixed } from '../rounding.js';
import { markdownTable, milliseconds, percent, plainNumber, type Cell } from './format.js';
import { valueAt, type BudgetPoint, type ModelComparison } from './models.js';
import { VAD_NAME } from './run.js';
import { vadCutoffWithin, vadLatencyWithin } from './vad-baseline.js';

/** Charts that the report shows, by file name. */
export const CHARTS = {
  frontier: 'pareto_frontier.png',
  cutoffs: 'cutoff_rate_at_latency_budget_300_600ms.png',
  latencies: 'latency_at_cutoff_budget_5_10pct.png',
} as const;

interface NamedValues {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
}

/** Best values bold: the smallest of each column, and what is as small. */
function valueTable(headers: readonly string[], rows: readonly NamedValues[], print: (value: number | undefined) => string): string {
  const best = headers.slice(1).map((_, i) => Math.min(...rows.map(({ values }) => values[i] ?? Infinity)));
  const close = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1e-9 * Math.max(Math.abs(a), Math.abs(b)), EPS);
  const cells = rows.map(({ name, values }): (string | Cell)[] => [
    name,
    ...values.map((value, i) => ({ text: print(value), bold: value !== undefined && close(value, best[i] ?? Infinity) })),
  ]);
  return markdownTable(headers, cells);
}

export const latencyHeader = (budget: number): string => `Best cutoff rate @ ${formatFixed(budget, 1)}s latency`;
export const cutoffHeader = (budget: number): string => `Best mean latency @ ${formatFixed(budget * 100, 0)}% cutoff`;

export function latencyBudgetRows({ models, latencyPoints, vadFine }: ModelComparison): NamedValues[] {
  return [
    ...models.map(({ name }) => ({ name, values: REPORT_LATENCY_BUDGETS.map((budget) => valueAt(latencyPoints, name, budget)) })),
    { name: VAD_NAME, values: REPORT_LATENCY_BUDGETS.map((budget) => vadCutoffWithin(vadFine, budget)) },
  ];
}

export function cutoffBudgetRows({ models, cutoffPoints, vadFine }: ModelComparison): NamedValues[] {
  return [
    ...models.map(({ name }) => ({ name, values: REPORT_CUTOFF_BUDGETS.map((budget) => valueAt(cutoffPoints, name, budget)) })),
    { name: VAD_NAME, values: REPORT_CUTOFF_BUDGETS.map((budget) => vadLatencyWithin(vadFine, budget)) },
  ];
}

function policyRows(kind: string, points: readonly BudgetPoint[], budgets: readonly number[], { models }: ModelComparison): string[][] {
  return budgets.flatMap((budget) =>
    models.map(({ name, tradeoff }) => {
      const row = points.find((point) => point.model === name && point.budget === budget)?.row;
      const at = (column: Float64Array): number | undefined => (row === undefined ? undefined : column[row]);
      return [
        kind,
        kind === 'Cutoff' ? percent(budget) : `${formatFixed(budget * 1000, 0)}ms`,
        name,
        plainNumber(at(tradeoff.meanLatency)),
        percent(at(tradeoff.cutoffRate)),
        percent(at(tradeoff.detectRate)),
        plainNumber(at(tradeoff.threshold)),
        plainNumber(at(tradeoff.actionDelay)),
        plainNumber(at(tradeoff.timeout)),
      ];
    }),
  );
}

export function modelsReport(comparison: ModelComparison): string {
  const policies = markdownTable(
    ['Type', 'Budget', 'Model', 'Mean Latency', 'Cutoff', 'Detect', 'Threshold', 'Action Delay', 'Timeout'],
    [
      ...policyRows('Cutoff', comparison.cutoffPoints, REPORT_CUTOFF_BUDGETS, comparison),
      ...policyRows('Latency', comparison.latencyPoints, REPORT_LATENCY_BUDGETS, comparison),
    ],
  );
  return `# EoT Model Comparison

## Pareto Frontier

![Pareto frontier](${CHARTS.frontier})

## Best Cutoff Rate at Latency Budget

![Best cutoff rate at latency budgets](${CHARTS.cutoffs})

${valueTable(['Model', ...REPORT_LATENCY_BUDGETS.map(latencyHeader)], latencyBudgetRows(comparison), percent)}

## Best Latency at Cutoff Budget

![Best latency at cutoff budgets](${CHARTS.latencies})

${valueTable(['Model', ...REPORT_CUTOFF_BUDGETS.map(cutoffHeader)], cutoffBudgetRows(comparison), milliseconds)}

## Operating Points

${policies}
`;
}
