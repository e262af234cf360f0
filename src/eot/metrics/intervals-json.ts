/** intervals.json: what summary.json has no place for, beside it under the same budgets. */
import type { Interval } from '../../stats/interval.js';
import { pyFloat, type PyJson } from '../python-json.js';
import { BOOTSTRAP_REPLICATES, BOOTSTRAP_SEED, intervalsOfPoints } from './intervals.js';
import { operatingPoints } from './operating-points.js';
import { outcomesByTurn, type Policy } from './policy.js';
import type { ScoredSpans } from './scores.js';
import type { Tradeoff } from './tradeoff.js';

export function policyAt(from: Tradeoff, row: number): Policy {
  return { threshold: from.threshold[row], actionDelay: from.actionDelay[row] as number, timeout: from.timeout[row] as number };
}

export const intervalJson = ({ low, high, level }: Interval): PyJson => ({ low: pyFloat(low), high: pyFloat(high), level: pyFloat(level) });

/** @returns null for a point where no policy is within the budget, or turns are too few for an interval */
export function intervalsJson(tradeoff: Tradeoff, scored: ScoredSpans): PyJson {
  const chosen = operatingPoints(tradeoff);
  const outcomes = chosen.map(({ row }) => (row === undefined ? undefined : outcomesByTurn(scored, policyAt(tradeoff, row))));
  const found = intervalsOfPoints(outcomes.filter((one) => one !== undefined));
  const points = chosen.map(({ budget }, i): readonly [string, PyJson] => {
    const intervals = outcomes[i] === undefined ? undefined : found.shift();
    const name = `${Math.round(budget * 100)}pct`;
    if (intervals === undefined) return [name, null];
    return [name, { cutoff_rate: intervalJson(intervals.cutoffRate), mean_latency: intervalJson(intervals.meanLatency) }];
  });
  return {
    method: 'bootstrap over turns, percentile; the policy is the one chosen on these turns',
    turns: new Set(scored.spans.id).size,
    replicates: BOOTSTRAP_REPLICATES,
    seed: BOOTSTRAP_SEED,
    operating_points: Object.fromEntries(points),
  };
}
