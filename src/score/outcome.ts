/**
 * What became of a session as a whole (measurement.md, Outcomes): scored, the agent's failure, or spoiled by the rig. What the rig
 * spoiled is looked for first: it must not be laid at the agent's door. An agent that is there and says nothing is scored, and fails.
 */
import type { SessionEnd } from '../recording/model.js';
import type { RigLimits } from '../scenario/model.js';
import type { EndReason, SessionEvent } from '../schedule/events.js';
import { samplesToMs } from '../time/position.js';
import type { SessionOutcome } from './model.js';
import { text } from './reply.js';

export interface Outcome {
  readonly outcome: SessionOutcome;
  readonly reason: string;
}

const AGENT_FAILED: Readonly<Partial<Record<EndReason, string>>> = {
  'agent-absent': 'the agent never came',
  'agent-not-ready': 'the agent was never ready',
  'agent-left': 'the agent left before the end',
  'agent-silent-track': 'the agent published no audio that flowed',
  'greeting-missing': 'the greeting that the scene expects never came',
};
/** Troubles after which nothing that was recorded can be relied on. */
const FATAL = new Set(['server-gone', 'recorder-gone', 'store', 'starved-host']);

/** @param played whether any turn was played: before that only silence leaves the rig, and late silence spoils nothing. */
export function outcomeOf(end: SessionEnd, events: readonly SessionEvent[], limits: RigLimits, played: boolean): Outcome {
  const spoiled = spoiledBy(end, events, limits, played);
  if (spoiled !== undefined) return { outcome: 'rig_invalid', reason: spoiled };
  const failed = AGENT_FAILED[end.reason] ?? withoutAudio(end);
  if (failed !== undefined) return { outcome: 'agent_failure', reason: end.detail === '' ? failed : `${failed}: ${end.detail}` };
  return { outcome: 'scored', reason: '' };
}

function spoiledBy(end: SessionEnd, events: readonly SessionEvent[], limits: RigLimits, played: boolean): string | undefined {
  const { health } = end;
  for (const event of events) {
    if (event.type !== 'rig-trouble') continue;
    if (FATAL.has(event.what)) return `${event.what}: ${event.detail}`;
    if (played && (event.what === 'late-frame' || event.what === 'stall') && (event.amount ?? 0) > limits.lateFrame) {
      return `${event.what} of ${text(event.amount ?? 0)}, the limit is ${text(limits.lateFrame)}`;
    }
  }
  if (end.reason === 'rig-trouble') return end.detail === '' ? 'the rig had trouble' : end.detail;
  if (end.reason === 'stopped') return 'stopped before its end';
  if (played && health.maxLateness > limits.lateFrame) {
    return `a frame left ${Math.round(samplesToMs(health.maxLateness))} ms late, the limit is ${text(limits.lateFrame)}`;
  }
  const received = Object.values(end.packets).reduce((sum, n) => sum + n, 0);
  const share = health.lostPackets / Math.max(1, received + health.lostPackets);
  if (share > limits.packetLossShare) {
    return `${health.lostPackets} of ${received + health.lostPackets} packets were lost, the limit is ${limits.packetLossShare * 100}%`;
  }
  const deaf = end.tracks.find(({ owner, id }) => owner.kind === 'human' && (end.packets[id] ?? 0) === 0);
  return deaf && end.reason === 'complete' ? `the recorder heard nothing of the human track ${deaf.id}` : undefined;
}

function withoutAudio(end: SessionEnd): string | undefined {
  const tracks = end.tracks.filter(({ owner }) => owner.kind === 'agent');
  if (tracks.length === 0) return 'the agent published no audio';
  return tracks.every(({ id }) => (end.packets[id] ?? 0) === 0) ? "no packet came of the agent's audio" : undefined;
}
