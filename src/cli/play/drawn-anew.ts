import { isRandom } from '../../../agent/reference/catalogue.js';
import type { AgentWay } from '../../../simulator/transport/transport.js';
import { seedOf } from '../../scenario/random.js';

/**
 * A reference agent that draws lots draws others in each session, by the session's own seed: else all repeats of a scene would be one and
 * the same, and no interval over them would mean anything.
 */
export function drawnAnew(way: AgentWay, sessionSeed: number): AgentWay {
  if (way.kind !== 'reference' || !isRandom(way.behaviour)) return way;
  const { behaviour } = way;
  return { ...way, behaviour: { ...behaviour, seed: seedOf(behaviour.seed, String(sessionSeed)) } };
}
