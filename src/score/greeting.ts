/** greeting: whether the agent spoke before the first turn, as the scene expects or forbids it. */
import { shift, type RigPos } from '../time/position.js';
import { together, type SceneView } from './input.js';
import type { WindowScore } from './model.js';
import { text } from './reply.js';
import { hidesSpeech } from './speech.js';
import { evidenceAround, stable, unscored, windowScore } from './values.js';

/** @param opened where the session began: a greeting lies between that and the first turn. */
export function scoreGreeting(scene: SceneView, opened: RigPos): WindowScore[] {
  const { policy } = scene.scene.greeting;
  const [first] = scene.turns;
  if (policy === 'ignored' || !first) return [];
  const window = { from: opened, to: first.place.start };
  const base = { id: 'greeting', turn: first.turn.id, measure: 'greeting', window } as const;
  const [early] = scene.speech.segments;
  const spoke = early
    ? stable((by) => early.from < shift(first.place.start, by), together(first.place.plusMinus, early.fromPlusMinus))
    : 'fail';
  const greeting = early && early.from < first.place.start ? early : undefined;
  const evidence = evidenceAround(greeting?.from ?? opened, first.place.start);
  if (spoke === 'within-uncertainty')
    return [windowScore({ ...base, verdict: spoke, reason: 'began to speak just as the first turn did', evidence })];
  if (spoke === 'fail' && hidesSpeech(scene.speech, window)) {
    return [windowScore({ ...base, ...unscored("part of the agent's audio was lost before the first turn"), evidence })];
  }
  const greeted = spoke === 'pass';
  const reason = greeted
    ? `spoke before the first turn${greeting ? `, for ${text(greeting.to - greeting.from)}` : ''}`
    : 'did not speak before the first turn';
  return [windowScore({ ...base, verdict: greeted === (policy === 'expected') ? 'pass' : 'fail', reason, evidence })];
}
