/** How long a session can take at most, whatever its agent does: what goes on beyond that stands still. */
import { LIVE_CONFIRM, PLAY_LEAD, PLAY_LOST_AFTER, REACTION_LEAD } from '../schedule/constants.js';
import type { CompiledScene } from '../scenario/model.js';
import { timesOf } from '../scenario/times.js';
import type { Samples } from '../time/position.js';
import { AFTER_GREETING, LONGEST_GREETING, SETTLE } from './constants.js';

/**
 * From the opened room to the last event: the gate at its slowest (src/session/gate.ts), the scene at its latest, and for each turn what a
 * transport may be late by before the turn counts as lost.
 */
export function longestSession(scene: CompiledScene): Samples {
  const gate = scene.limits.readyWithin + SETTLE + scene.greeting.within + LIVE_CONFIRM + LONGEST_GREETING + AFTER_GREETING;
  const turn = PLAY_LEAD + REACTION_LEAD + PLAY_LOST_AFTER;
  return gate + timesOf(scene).end.latest + (scene.turns.length + 1) * turn;
}
