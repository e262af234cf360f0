/** Models of one language against each other: their best policies within the reports' budgets, and their frontiers. */
import { REPORT_CUTOFF_BUDGETS, REPORT_LATENCY_BUDGETS } from '../constants.js';
import { EotError } from '../error.js';
import { bestForReport, type BudgetColumn } from '../metrics/operating-points.js';
import { paretoRows } from '../metrics/pareto.js';
import type { HoldRange } from '../metrics/span-table.js';
import { byCodePoint } from '../python-json.js';
import type { ComparedModel } from './run.js';
import { fineBaseline, sweptBaseline, type VadPoint } from './vad-baseline.js';

/** A model's best policy within a budget. */
export interface BudgetPoint {
  readonly model: string;
  readonly column: BudgetColumn;
  /** Seconds for latency, a share for cutoffs. */
  readonly budget: number;
  /** Row of the model's trade-off; undefined where no policy is within the budget. */
  readonly row: number | undefined;
  /** What was optimised: the cutoff rate within a latency budget, the mean latency (s) within a cutoff budget. */
  readonly value: number | undefined;
}

export interface ModelComparison {
  /** Fastest at 5% cutoffs first; those that never get there last. */
  readonly models: readonly ComparedModel[];
  /** Models as they were found, budgets ascending. */
  readonly latencyPoints: readonly BudgetPoint[];
  readonly cutoffPoints: readonly BudgetPoint[];
  /** Rows of each model's trade-off that lie on its frontier, fastest first. */
  readonly frontier: ReadonlyMap<string, readonly number[]>;
  readonly vadSwept: readonly VadPoint[];
  readonly vadFine: readonly VadPoint[];
}

function pointsOf(models: readonly ComparedModel[], column: BudgetColumn, budgets: readonly number[]): BudgetPoint[] {
  return models.flatMap(({ name, tradeoff }) =>
    budgets.map((budget) => {
      const row = bestForReport(tradeoff, column, budget);
      const optimised = column === 'mean_latency' ? tradeoff.cutoffRate : tradeoff.meanLatency;
      return { model: name, column, budget, row, value: row === undefined ? undefined : optimised[row] };
    }),
  );
}

export function valueAt(points: readonly BudgetPoint[], model: string, budget: number): number | undefined {
  return points.find((point) => point.model === model && point.budget === budget)?.value;
}

/**
 * @param models as found: by folder name
 * @param holds durations of the span set's holds; undefined without span_set.parquet
 * @throws EotError without any model row
 */
export function compareModels(models: readonly ComparedModel[], range: HoldRange, holds: readonly number[] | undefined): ModelComparison {
  if (!models.some(({ tradeoff }) => tradeoff.model.includes(1)))
    throw new EotError('No model policy rows found in loaded tradeoff artifacts.');
  for (const { name, tradeoff } of models)
    if (!tradeoff.model.includes(1)) throw new EotError(`the trade-off of ${name} has no row of a model`);
  const cutoffPoints = pointsOf(models, 'cutoff_rate', REPORT_CUTOFF_BUDGETS);
  const latencyAt = (name: string): number => valueAt(cutoffPoints, name, REPORT_CUTOFF_BUDGETS[0]) ?? Infinity;
  const compare = (a: ComparedModel, b: ComparedModel): number => {
    const [x, y] = [latencyAt(a.name), latencyAt(b.name)];
    return x === y ? byCodePoint(a.name, b.name) : x - y;
  };
  const vadSwept = sweptBaseline(models.map(({ tradeoff }) => tradeoff));
  return {
    models: models.toSorted(compare),
    latencyPoints: pointsOf(models, 'mean_latency', REPORT_LATENCY_BUDGETS),
    cutoffPoints,
    frontier: new Map(models.map(({ name, tradeoff }) => [name, paretoRows(tradeoff)])),
    vadSwept,
    vadFine: holds === undefined ? vadSwept : fineBaseline(holds, range, vadSwept),
  };
}
