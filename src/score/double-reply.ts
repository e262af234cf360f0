/**
 * double-reply: after the reply, a second one in the same window (live case C16). Two segments, so more than 800 ms of silence between
 * them. Without words a second reply and an answer with a hole of that length cannot be told apart: the gap is printed.
 * A second segment under 300 ms is a burst: flagged, no reply. Without a first reply there is nothing to be doubled.
 */
import type { SceneView, TurnView } from './input.js';
import type { WindowScore } from './model.js';
import { replyLimits, replyOf, text } from './reply.js';
import { hidesSpeech, kindOf, voicedIn } from './speech.js';
import { evidenceAround, ms, unscored, windowScore } from './values.js';

export function scoreDoubleReply(scene: SceneView, view: TurnView): WindowScore[] {
  if (!replyLimits(view)?.once) return [];
  const { turn, place, until } = view;
  const base = { id: `${turn.id}/double-reply`, turn: turn.id, measure: 'double-reply', window: { from: place.end, to: until } } as const;
  const reply = replyOf(scene, view);
  if (!reply) return [windowScore({ ...base, ...unscored('there was no reply that could be doubled') })];
  const later = scene.speech.segments.filter((one) => one.from > reply.from && one.from < until);
  const second = later.find((one) => kindOf(voicedIn(scene.speech.runs, one)) === 'reply');
  const bursts = later.filter((one) => kindOf(voicedIn(scene.speech.runs, one)) !== 'reply').length;
  const flags = bursts > 0 ? ['burst'] : [];
  const details = bursts > 0 ? { bursts } : {};
  if (second) {
    const gap = second.from - reply.to;
    const reason = `spoke again ${text(second.from - place.end)} after the turn's end, ${text(gap)} after its reply`;
    const found = { secondMs: ms(second.from - place.end), gapMs: ms(gap), ...details };
    return [windowScore({ ...base, verdict: 'fail', reason, flags, details: found, evidence: evidenceAround(reply.from, second.from) })];
  }
  if (hidesSpeech(scene.speech, { from: reply.to, to: until })) {
    return [windowScore({ ...base, ...unscored("part of the agent's audio was lost after its reply"), flags, details })];
  }
  return [
    windowScore({ ...base, verdict: 'pass', reason: 'replied once', flags, details, evidence: evidenceAround(reply.from, reply.to) }),
  ];
}
