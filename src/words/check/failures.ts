/** Why items have no verdict: each reason once, in the order of the set, so that a person sees at once what to mend. */
import { oneLine } from '../verdict.js';

/** So many reasons are told; what follows the first is most often its consequence. Chosen. */
export const TOLD_REASONS = 5;
/** Of a reason so much is told, UTF-16 units. */
const SHOWN_REASON = 400;

export interface Failure {
  readonly of: 'asr' | 'judge';
  /** What a service sent may be in it: hostile text until it is told here. */
  readonly reason: string;
}

export interface CheckFailures {
  /** One line each, without what steers a terminal. */
  readonly reasons: readonly (Failure & { readonly items: number })[];
  /** Items of reasons that are not among them. */
  readonly others: number;
}

/** Undefined where nothing failed. */
export function checkFailures(failures: readonly Failure[]): CheckFailures | undefined {
  if (failures.length === 0) return undefined;
  const reasons = new Map<string, Failure & { items: number }>();
  for (const { of, reason } of failures) {
    const told = oneLine(reason, SHOWN_REASON);
    const known = reasons.get(`${of} ${told}`);
    if (known === undefined) reasons.set(`${of} ${told}`, { of, reason: told, items: 1 });
    else known.items += 1;
  }
  const told = [...reasons.values()].slice(0, TOLD_REASONS);
  return { reasons: told, others: failures.length - told.reduce((sum, { items }) => sum + items, 0) };
}
