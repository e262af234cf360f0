/** Frames that arrived on the data channel, on the session's timeline: seconds from its position 0, in order, each moment once. */
import type { SessionEvent } from '../schedule/events.js';
import { SAMPLE_RATE } from '../time/position.js';
import { SessionFrames } from './frames.js';

/** @returns undefined where the agent published none. Of several agents the one counts that published first. */
export function wearerFrames(session: string, events: readonly SessionEvent[]): SessionFrames | undefined {
  const identity = events.find((event) => event.type === 'p-wearer')?.identity;
  // A later message about the same moment corrects an earlier one.
  const at = new Map<number, number>();
  for (const event of events) {
    if (event.type !== 'p-wearer' || event.identity !== identity) continue;
    for (const [i, p] of event.p.entries()) at.set(event.at - (event.ages[i] ?? 0), p);
  }
  if (at.size === 0) return undefined;
  const ordered = [...at].sort(([a], [b]) => a - b);
  return new SessionFrames(
    session,
    Float64Array.from(ordered, ([position]) => position / SAMPLE_RATE),
    Float64Array.from(ordered, ([, p]) => p),
  );
}
