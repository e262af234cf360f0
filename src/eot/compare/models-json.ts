/** A comparison as JSON (docs/eot.md). */
import { pyFloat, type PyJson } from '../python-json.js';
import type { BudgetPoint, ModelComparison } from './models.js';
import { cutoffBudgetRows, latencyBudgetRows } from './models-report.js';

const float = (value: number | undefined): PyJson => (value === undefined || Number.isNaN(value) ? null : pyFloat(value));

function pointJson({ model, budget, row, value }: BudgetPoint, { models }: ModelComparison): PyJson {
  const tradeoff = models.find(({ name }) => name === model)?.tradeoff;
  const at = (column: Float64Array | undefined): PyJson => (row === undefined ? null : float(column?.[row]));
  return {
    model,
    budget: pyFloat(budget),
    feasible: row !== undefined,
    value: float(value),
    threshold: at(tradeoff?.threshold),
    action_delay: at(tradeoff?.actionDelay),
    timeout: at(tradeoff?.timeout),
    cutoff_rate: at(tradeoff?.cutoffRate),
    mean_latency: at(tradeoff?.meanLatency),
    detect_rate: at(tradeoff?.detectRate),
  };
}

export function modelsJson(comparison: ModelComparison): { readonly [key: string]: PyJson } {
  const values = (rows: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[]): PyJson =>
    rows.map(({ name, values: own }) => ({ model: name, values: own.map(float) }));
  return {
    models: comparison.models.map(({ name }) => name),
    best_cutoff_rate: values(latencyBudgetRows(comparison)),
    best_mean_latency: values(cutoffBudgetRows(comparison)),
    latency_budget_points: comparison.latencyPoints.map((point) => pointJson(point, comparison)),
    cutoff_budget_points: comparison.cutoffPoints.map((point) => pointJson(point, comparison)),
  };
}
