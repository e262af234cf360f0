/**
 * What became of a session as a whole (measurement.md, Outcomes): scored, the agent's failure, or spoiled by the rig. What the rig
 * spoiled is looked for first: it must not be laid at the agent's door. An agent that is there and says nothing is scored, and fails.
 */
import type { SessionEnd } from '../recording/model.js';
import type { RigLimits } from '../scenario/model.js';
import type { EndReason, SessionEvent } from '../schedule/events.js';
import type { SessionOutcome } from './model.js';
import { spoiledBy, spoiledReason } from './spoiled.js';

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

/** @param played whether any turn was played: before that only silence leaves the rig, and late silence spoils nothing. */
export function outcomeOf(end: SessionEnd, events: readonly SessionEvent[], limits: RigLimits, played: boolean): Outcome {
  const spoiled = spoiledBy(end, events, limits, played);
  if (spoiled !== undefined) return { outcome: 'rig_invalid', reason: spoiledReason(spoiled) };
  const failed = AGENT_FAILED[end.reason] ?? withoutAudio(end);
  if (failed !== undefined) return { outcome: 'agent_failure', reason: end.detail === '' ? failed : `${failed}: ${end.detail}` };
  return { outcome: 'scored', reason: '' };
}

function withoutAudio(end: SessionEnd): string | undefined {
  const tracks = end.tracks.filter(({ owner }) => owner.kind === 'agent');
  if (tracks.length === 0) return 'the agent published no audio';
  return tracks.every(({ id }) => (end.packets[id] ?? 0) === 0) ? "no packet came of the agent's audio" : undefined;
}
