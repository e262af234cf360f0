import type { RunSummary, SessionOutcome } from '../score/model.js';

export type SessionRow = RunSummary['sessions'][number];

const OUTCOME_RANK: Readonly<Record<SessionOutcome, number>> = { agent_failure: 0, scored: 1, rig_invalid: 2 };

/** Agent failures first, then the sessions with the most failed windows, then what the rig spoiled; ties keep the plan's order. */
export function worstFirst(rows: readonly SessionRow[]): readonly SessionRow[] {
  return [...rows].sort(
    (a, b) =>
      OUTCOME_RANK[a.outcome] - OUTCOME_RANK[b.outcome] ||
      b.tally.fail - a.tally.fail ||
      b.tally.withinUncertainty - a.tally.withinUncertainty ||
      a.attempt.localeCompare(b.attempt),
  );
}
