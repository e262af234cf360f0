/**
 * Operating points at a matched recall: the threshold comes from a calibration set whose sessions are none of the test's, or there is no
 * operating point (entry-yield.md, Output).
 */
import { countClusters, groupByCluster } from '../stats/clusters.js';
import { rateOf, type Rate } from '../stats/rate.js';
import { counts, isPositive } from './metrics.js';
import type { ScoredOpportunity, Task } from './model.js';

export interface OperatingPoint {
  readonly task: Task;
  /** Recall that was asked for, on the calibration set. */
  readonly recall: number;
  /** At or above it the model acts; undefined when the calibration set has no positive. */
  readonly threshold: number | undefined;
  readonly calibration: { readonly positives: number; readonly negatives: number; readonly recall: number | undefined };
  /** On the test set, sessions as clusters. */
  readonly truePositives: Rate;
  readonly falsePositives: Rate;
  readonly precision: number | undefined;
}

/** Sessions that stand in both: with any, an operating point is refused. */
export function sharedSessions(
  test: readonly { readonly session: string }[],
  calibration: readonly { readonly session: string }[],
): string[] {
  const held = new Set(calibration.map(({ session }) => session));
  return [...new Set(test.map(({ session }) => session))].filter((session) => held.has(session));
}

/** @param recall in (0, 1]. @throws RangeError when a session stands in both sets. */
export function operatingPoint(
  task: Task,
  recall: number,
  test: readonly ScoredOpportunity[],
  calibration: readonly ScoredOpportunity[],
): OperatingPoint {
  const shared = sharedSessions(test, calibration);
  if (shared.length > 0) throw new RangeError(`the calibration set is not disjoint: ${shared.join(', ')}`);
  const known = calibration.filter(({ kind }) => counts(kind, task));
  const positives = known.filter(isPositive);
  const threshold = thresholdFor(
    positives.map(({ score }) => score),
    recall,
  );
  const acts = ({ score }: ScoredOpportunity): boolean => threshold !== undefined && score >= threshold;
  const own = test.filter(({ kind }) => counts(kind, task));
  const rate = (all: readonly ScoredOpportunity[]): Rate => rateOf(countClusters(groupByCluster(all, ({ session }) => session, acts)));
  const [truePositives, falsePositives] = [rate(own.filter(isPositive)), rate(own.filter((one) => !isPositive(one)))];
  const acted = truePositives.successes + falsePositives.successes;
  return {
    task,
    recall,
    threshold,
    calibration: {
      positives: positives.length,
      negatives: known.length - positives.length,
      recall: positives.length === 0 ? undefined : positives.filter(acts).length / positives.length,
    },
    truePositives,
    falsePositives,
    precision: acted === 0 ? undefined : truePositives.successes / acted,
  };
}

/** The highest threshold that recalls so many of the positives. */
function thresholdFor(scores: readonly number[], recall: number): number | undefined {
  const falling = [...scores].sort((a, b) => b - a);
  // Rounding must not ask for one more: 0.7 * 10 is 7.000000000000001.
  return falling[Math.max(0, Math.ceil(recall * falling.length - 1e-9) - 1)];
}
