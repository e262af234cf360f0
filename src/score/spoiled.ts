/**
 * What the rig itself spoiled in a session (measurement.md, Outcomes: late frames, rig loss), by the health figures that are known at its
 * end. Read twice, by the same rule: by the supervisor, which plays such a session again, and by the scores. Nothing in here depends on
 * what the agent said or when, so that neither can favour an agent.
 */
import type { SessionEnd, Spoiled } from '../recording/model.js';
import type { RigLimits } from '../scenario/model.js';
import type { SessionEvent } from '../schedule/events.js';
import { samplesToMs, type Samples } from '../time/position.js';
import { starvedBy } from './starvation.js';

/** Troubles after which nothing that was recorded can be relied on. */
const FATAL = new Set(['server-gone', 'recorder-gone', 'store', 'starved-host', 'stood-still']);

/** What of an event this rule reads. */
type Trouble = Extract<SessionEvent, { readonly type: 'rig-trouble' }>;

/** @param played whether any turn was played: before that only silence leaves the rig, and late silence spoils nothing. */
export function spoiledBy(
  end: Omit<SessionEnd, 'spoiled'>,
  events: readonly SessionEvent[],
  limits: RigLimits,
  played: boolean,
): Spoiled | undefined {
  const troubles = events.filter((event): event is Trouble => event.type === 'rig-trouble');
  const fatal = troubles.find(({ what }) => FATAL.has(what));
  if (fatal) return { cause: 'trouble', detail: `${fatal.what}: ${fatal.detail}` };
  const late = played ? lateness(end, troubles, limits) : undefined;
  if (late !== undefined && end.reason !== 'stopped' && end.reason !== 'rig-trouble') {
    return { cause: 'late', detail: late, starvedBy: starvedBy(end.health) };
  }
  if (end.reason === 'rig-trouble') return { cause: 'trouble', detail: end.detail === '' ? 'the rig had trouble' : end.detail };
  if (end.reason === 'stopped') return { cause: 'stopped', detail: 'stopped before its end' };
  const lost = loss(end, limits);
  // A starved receiver drops packets too.
  if (lost !== undefined) return { cause: 'loss', detail: lost, starvedBy: starvedBy(end.health) };
  const deaf = end.tracks.find(({ owner, id }) => owner.kind === 'human' && (end.packets[id] ?? 0) === 0);
  return deaf && end.reason === 'complete'
    ? { cause: 'deaf', detail: `the recorder heard nothing of the human track ${deaf.id}` }
    : undefined;
}

function lateness(end: Omit<SessionEnd, 'spoiled'>, troubles: readonly Trouble[], limits: RigLimits): string | undefined {
  const worst = troubles.find(({ what, amount }) => (what === 'late-frame' || what === 'stall') && (amount ?? 0) > limits.lateFrame);
  if (worst) return `${worst.what} of ${text(worst.amount ?? 0)}, the limit is ${text(limits.lateFrame)}`;
  const { maxLateness } = end.health;
  return maxLateness > limits.lateFrame ? `a frame left ${text(maxLateness)} late, the limit is ${text(limits.lateFrame)}` : undefined;
}

/**
 * Loss on the way of the rig. The humans' tracks are its own from end to end, and go to the same recorder as the agent's: what is missing
 * of the agent's track alone was lost before the server, by the agent's link or by the agent, and must not get it off. Its holes leave
 * windows unscored where they hide something. Where tracks were not told apart, all of it counts.
 */
function loss(end: Omit<SessionEnd, 'spoiled'>, limits: RigLimits): string | undefined {
  const { lostPackets, lostAgentPackets } = end.health;
  const apart = lostAgentPackets !== undefined;
  const own = end.tracks.filter(({ owner }) => owner.kind === 'human').map(({ id }) => id);
  const received = Object.entries(end.packets).reduce((sum, [id, n]) => sum + (!apart || own.includes(id) ? n : 0), 0);
  const lost = lostPackets - (lostAgentPackets ?? 0);
  if (lost / Math.max(1, received + lost) <= limits.packetLossShare) return undefined;
  return `${lost} of ${received + lost} packets were lost, the limit is ${limits.packetLossShare * 100}%`;
}

/** Samples as a person reads them. */
function text(samples: Samples): string {
  return `${Math.round(samplesToMs(samples))} ms`;
}

/** The outcome's reason: what happened, and on a starved machine whose use of the processors goes with it. */
export function spoiledReason({ detail, starvedBy: who }: Spoiled): string {
  if (who === 'agent') return `${detail}; the agent itself used most of this machine's processors then`;
  return who === 'others' ? `${detail}; the machine was busy with other work` : detail;
}

/** Whether the agent itself may have caused what spoiled the session. Such a session is told, and not played until it passes. */
export function agentMayHave({ starvedBy: who }: Spoiled): boolean {
  return who === 'agent';
}
