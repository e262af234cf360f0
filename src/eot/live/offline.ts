/** Offline curves on the turns that were played live: silence alone, and models whose predictions are given. */
import { VAD_NAME } from '../compare/run.js';
import { fineBaseline } from '../compare/vad-baseline.js';
import { computeMetrics } from '../metrics/compute.js';
import { paretoRows } from '../metrics/pareto.js';
import type { HoldRange } from '../metrics/span-table.js';
import { EotError } from '../error.js';
import { doubles, integers, numbersOf, strings, table, textsOf, type Table } from '../parquet/table.js';
import type { ChartCurve } from './chart.js';
import type { LivePlan } from './plan.js';

/** Answers after a fixed pause; nothing where no pause counts. */
export function silenceCurve(plan: LivePlan, range: HoldRange): ChartCurve {
  const holds = plan.turns.flatMap((turn) => turn.holds.map(({ start, end }) => end - start));
  const points = fineBaseline(holds, range, []).map(({ meanLatency, cutoffRate }) => ({ latency: meanLatency, cutoffs: cutoffRate }));
  return { name: VAD_NAME, points, dashed: true };
}

/** A model's predictions and what its manifest says of it. */
export interface OfflineModel {
  readonly name: string;
  /** predictions.parquet */
  readonly predictions: Table;
  readonly scorePoint: number | undefined;
}

/** Its frontier on the plan's turns. @throws EotError when it has none of them, or when its rows are none. */
export function modelCurve(model: OfflineModel, plan: LivePlan, range: HoldRange): ChartCurve {
  const played = new Set(plan.turns.map(({ id }) => id));
  const ids = textsOf(model.predictions, 'id') ?? [];
  const predicted = new Set(ids);
  const missing = [...played].filter((id) => !predicted.has(id));
  if (missing.length > 0) {
    throw new EotError(
      `the predictions of ${model.name} leave out ${missing.length} of the ${played.size} turns that are played: ${missing.slice(0, 5).join(', ')}`,
      {
        hint: 'Give predictions of the same data set (turnrig eot predict).',
      },
    );
  }
  const rows = Array.from(ids.keys()).filter((row) => played.has(ids[row] ?? ''));
  const { tradeoff } = computeMetrics(rowsOf(model.predictions, rows), { scorePoint: model.scorePoint, hold: range });
  const points = paretoRows(tradeoff).map((row) => ({ latency: tradeoff.meanLatency[row] ?? 0, cutoffs: tradeoff.cutoffRate[row] ?? 0 }));
  return { name: model.name, points, dashed: false };
}

/** The columns that metrics are made of, of some rows. What is missing stays missing, so that its own error says so. */
function rowsOf(from: Table, rows: readonly number[]): Table {
  const texts = ['id', 'label'].flatMap((name) => {
    const values = textsOf(from, name);
    return values === undefined ? [] : [[name, strings(rows.map((row) => values[row] ?? null))] as const];
  });
  const numbers = ['span_index', 'timestamp', 'silence_dur', 'p_eot'].flatMap((name) => {
    const values = numbersOf(from, name);
    const kept = values && rows.map((row) => values[row] ?? Number.NaN);
    return kept === undefined ? [] : [[name, name === 'span_index' ? integers(kept) : doubles(kept)] as const];
  });
  return table([...texts, ...numbers]);
}
