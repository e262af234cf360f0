/** Settings of the span policy metrics, whole milliseconds (premature-reply.md, "Span policy metrics"). */

/** Which holds count: from and to, both included. */
export interface SpanFilter {
  readonly fromMs: number;
  readonly toMs: number;
}

export const DEFAULT_FILTER: SpanFilter = { fromMs: 200, toMs: 5_000 };

export interface PolicyGridMs {
  /** A score passes when it is not below. */
  readonly thresholds: readonly number[];
  readonly minWaitsMs: readonly number[];
  readonly timeoutsMs: readonly number[];
  /** Largest gap between two scores of a silence; a silence with a larger one is on no grid. */
  readonly stepMs: number;
}

const steps = (count: number, at: (i: number) => number): readonly number[] => Array.from({ length: count }, (_, i) => at(i));

/** The grid of eot-bench (eot-bench.md), in milliseconds. */
export const DEFAULT_GRID: PolicyGridMs = {
  thresholds: steps(101, (i) => i / 100),
  minWaitsMs: steps(9, (i) => 100 * (i + 2)),
  timeoutsMs: steps(6, (i) => 500 * (i + 2)),
  stepMs: 100,
};

/** VAD alone is its timeout: what a policy without a model could wait, ms. Every 50 ms up to the longest timeout of the grid. */
export function vadTimeouts({ minWaitsMs, timeoutsMs }: PolicyGridMs): number[] {
  const [first, last] = [minWaitsMs[0] ?? 0, timeoutsMs.at(-1) ?? 0];
  return steps(Math.floor((last - first) / VAD_STEP_MS) + 1, (i) => first + VAD_STEP_MS * i).slice();
}

const VAD_STEP_MS = 50;
/** Operating points (premature-reply.md): mean waits, ms, and shares of holds cut off. */
export const WAIT_BUDGETS_MS = [300, 600] as const;
export const CUTOFF_BUDGETS = [0.05, 0.1] as const;
