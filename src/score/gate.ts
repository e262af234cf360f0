/** What a run comes to as an exit code (design.md, Exit codes). A run with nothing measured is never `met`. */
import { MAX_RIG_INVALID_SHARE } from './constants.js';
import type { RunSummary, Verdict } from './model.js';
import { unequallySpoiled } from './unequal.js';

export interface Gate {
  /** met 0, failed 1, undecided 3, agent-failed 4. */
  readonly result: 'met' | 'failed' | 'undecided' | 'agent-failed';
  readonly exitCode: 0 | 1 | 3 | 4;
  readonly reason: string;
}

/**
 * In this order: nothing ran, or only spoiled sessions -> undecided; every session that counts was the agent's failure -> agent-failed;
 * more than 5% spoiled, or unequally between agents or arms (unequal.ts) -> undecided; an expectation failed, or an agent failed in a
 * session -> failed; sessions are missing, an expectation over many sessions had too few of them, or nothing was decided -> undecided;
 * else met. Windows within uncertainty fail nothing, and meet nothing.
 */
export function gate(summary: RunSummary): Gate {
  const sum = { scored: 0, failure: 0, invalid: 0, missing: 0 };
  for (const one of summary.outcomes) {
    sum.scored += one.scored;
    sum.failure += one.agentFailure;
    sum.invalid += one.rigInvalid;
    sum.missing += one.missing;
  }
  const done = sum.scored + sum.failure + sum.invalid;
  if (done === 0) return undecided('no session was completed');
  if (sum.scored + sum.failure === 0) return undecided(`all ${sum.invalid} sessions were spoiled by the rig`);
  if (sum.scored === 0)
    return { result: 'agent-failed', exitCode: 4, reason: `the agent failed in all ${sum.failure} sessions that count` };
  if (sum.invalid / done > MAX_RIG_INVALID_SHARE) {
    return undecided(
      `${sum.invalid} of ${done} sessions were spoiled by the rig: above ${MAX_RIG_INVALID_SHARE * 100}% there is no verdict`,
    );
  }
  const scored = summary.sessions.filter((session) => session.outcome === 'scored');
  const across = summary.across ?? [];
  const together = (verdict: Verdict): number => across.filter((one) => one.verdict === verdict).length;
  const failed = scored.reduce((n, session) => n + session.tally.fail, together('fail'));
  const passed = scored.reduce((n, session) => n + session.tally.pass, together('pass'));
  const unequal = unequallySpoiled(summary, failed === 0 && sum.failure === 0);
  if (unequal !== undefined) return undecided(`${unequal}: there is no verdict`);
  if (failed > 0 || sum.failure > 0) {
    const agents = sum.failure > 0 ? `, and the agent failed in ${sum.failure} of ${done} sessions` : '';
    return { result: 'failed', exitCode: 1, reason: `${failed} of ${failed + passed} decided expectations failed${agents}` };
  }
  if (sum.missing > 0) return undecided(`${sum.missing} planned sessions are missing`);
  if (passed === 0) return undecided('no expectation was decided');
  const open = across.filter((one) => one.verdict === 'unscored');
  const [first] = open;
  if (first) {
    const where = `${first.scene}, ${first.reason}`;
    return undecided(`all ${passed} decided expectations were met, ${open.length} over many sessions could not be decided: ${where}`);
  }
  return { result: 'met', exitCode: 0, reason: `all ${passed} decided expectations were met` };
}

function undecided(reason: string): Gate {
  return { result: 'undecided', exitCode: 3, reason };
}
