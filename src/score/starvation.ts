/**
 * Who kept the processors busy when frames of the rig left late (measurement.md, Outcomes: "A limit on the rig must not be something the
 * agent can cause unseen").
 *
 * A machine starves the rig when less than a fifth of it is idle (facts.md, Time: "Free CPU decides: keep 20% idle"). It is laid at the
 * agent when the agent used more than everything else together, the rig included: then, taken away, it would have left the rig room. With
 * more room than that it was a short stall, which no figure of CPU use explains.
 */
import type { SessionHealth, Starver } from '../recording/model.js';

/** Above this share of all processors a machine is busy (facts.md, Time). */
export const BUSY_SHARE = 0.8;

export function starvedBy(health: SessionHealth): Starver {
  const { processors, whenLate } = health;
  const agent = whenLate?.agentCpu ?? health.agentCpu;
  const host = whenLate?.hostCpu ?? health.hostCpu;
  if (processors === undefined) return 'unknown';
  if (host === undefined) {
    // Without the machine's own figure only what the two are known to use can be held against them.
    if (agent === undefined) return 'unknown';
    const known = agent + (whenLate?.rigCpu ?? health.rigCpu ?? 0);
    if (known < BUSY_SHARE * processors) return 'unknown';
    return agent > known / 2 ? 'agent' : 'others';
  }
  if (host < BUSY_SHARE * processors) return 'nobody';
  return agent !== undefined && agent > host - agent ? 'agent' : 'others';
}
