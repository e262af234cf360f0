/** What a replay comes to as an exit code (design.md, Exit codes). A replay with nothing measured is never `met`. */
import { MAX_RIG_INVALID_SHARE } from '../score/constants.js';
import type { Decision } from '../stats/sequential.js';
import type { AgentResult, ReplayResult } from './result.js';

export interface ReplayVerdict {
  readonly result: 'not-reproduced' | 'reproduced' | 'undecided' | 'agent-failed';
  readonly exitCode: 0 | 1 | 3 | 4;
  readonly reason: string;
}

const undecided = (reason: string): ReplayVerdict => ({ result: 'undecided', exitCode: 3, reason });
const total = (agents: readonly AgentResult[], of: (one: AgentResult) => number): number => agents.reduce((sum, one) => sum + of(one), 0);

/**
 * @param decisions of the sequential tests by agent; empty where nothing was to be decided early.
 * @param unequal why spoiled sessions leave no verdict between the agents (score/unequal.ts)
 */
export function replayVerdict(
  { agents }: ReplayResult,
  decisions: ReadonlyMap<string, Decision>,
  unequal: string | undefined,
): ReplayVerdict {
  const [scored, failed, invalid] = [
    total(agents, (one) => one.scored),
    total(agents, (one) => one.agentFailures),
    total(agents, (one) => one.rigInvalid),
  ];
  const done = scored + failed + invalid;
  if (done === 0) return undecided('no session was completed');
  if (scored + failed === 0) return undecided(`all ${invalid} sessions were spoiled by the rig`);
  if (scored === 0) return { result: 'agent-failed', exitCode: 4, reason: `the agent failed in all ${failed} sessions that count` };
  if (invalid / done > MAX_RIG_INVALID_SHARE)
    return undecided(`${invalid} of ${done} sessions were spoiled by the rig: above ${MAX_RIG_INVALID_SHARE * 100}% there is no verdict`);
  if (unequal !== undefined) return undecided(`${unequal}: there is no verdict`);
  if (decisions.size > 0) return decided(decisions);
  const cut = total(agents, ({ reproduced }) => reproduced.count);
  const of = total(agents, ({ reproduced }) => reproduced.of);
  const failures = failed > 0 ? `, and the agent failed in ${failed} of ${done}` : '';
  if (cut > 0 || failed > 0)
    return { result: 'reproduced', exitCode: 1, reason: `a premature reply in ${cut} of ${of} sessions${failures}` };
  const deaf = agents.find((one) => one.scored > 0 && one.neverSpoke === one.scored);
  if (deaf !== undefined) return undecided(`${deaf.agent} never spoke: nothing shows that it heard the user`);
  const blind = agents.find(({ reproduced }) => reproduced.of === 0);
  if (blind !== undefined) return undecided(`it could be told in no session of ${blind.agent}`);
  return { result: 'not-reproduced', exitCode: 0, reason: `no premature reply in ${of} sessions` };
}

function decided(decisions: ReadonlyMap<string, Decision>): ReplayVerdict {
  const named = [...decisions].map(([agent, decision]) => `${agent} ${decision}`).join(', ');
  const all = [...decisions.values()];
  if (all.includes('above')) return { result: 'reproduced', exitCode: 1, reason: `against the rate that was asked for: ${named}` };
  if (all.includes('undecided')) return undecided(`against the rate that was asked for: ${named}`);
  return { result: 'not-reproduced', exitCode: 0, reason: `against the rate that was asked for: ${named}` };
}
