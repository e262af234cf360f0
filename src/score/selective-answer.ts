/**
 * new-initiation and response-presence, over all T (selective-participation.md, The four scores, 1, and the coverage diagnostics).
 *
 *   new initiation   not speaking(request end) and an onset in (request end, request end + 5 s]
 *   presence         speaking(request end) or an onset in (request end, request end + 5 s]
 *
 * so that presence - new initiation = share of T with speaking(request end). Presence is never shown as an ability.
 * Whether an answer is right needs its words and a judge; it is not scored here.
 */
import { shift, type RigPos } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { ANSWER_WINDOW } from './constants.js';
import { together, type SceneView, type TurnView } from './input.js';
import type { WindowScore } from './model.js';
import { text } from './reply.js';
import { blipsIn, hidesSpeech, onsetIn, speakingAt } from './speech.js';
import { evidenceAround, lengthFrom, ms, NO_VALUE, stable, unscored, valueOf, windowScore } from './values.js';

export interface Answer {
  readonly speakingAtEnd: boolean;
  readonly newInitiation: boolean;
  readonly presence: boolean;
}

/** The two rules on bare segments. */
export function answerRule(segments: readonly Segment[], requestEnd: RigPos): Answer {
  const speakingAtEnd = speakingAt(segments, requestEnd) !== undefined;
  const onset = onsetIn(segments, requestEnd, shift(requestEnd, ANSWER_WINDOW)) !== undefined;
  return { speakingAtEnd, newInitiation: !speakingAtEnd && onset, presence: speakingAtEnd || onset };
}

export function scoreSelectiveAnswer(scene: SceneView, view: TurnView): WindowScore[] {
  const { turn, place } = view;
  if (turn.label !== 'T') return [];
  const { segments } = scene.speech;
  const window = { from: place.end, to: shift(place.end, ANSWER_WINDOW) };
  const base = { turn: turn.id, window, limitMs: ms(ANSWER_WINDOW) };
  const at = (by: number): Answer => answerRule(segments, shift(place.end, by));
  const going = speakingAt(segments, place.end);
  const onset = going ? undefined : onsetIn(segments, place.end, window.to);
  const plusMinus = uncertaintyAt(view, segments, [window.from, window.to]);
  const length = onset && lengthFrom(place.end, onset.from, together(place.plusMinus, onset.fromPlusMinus), onset.fromIn);
  const found = {
    value: length ? valueOf(length, onset.fromIn !== undefined) : NO_VALUE,
    flags: going ? ['already-speaking'] : [],
    evidence: evidenceAround(place.end, onset?.from ?? place.end),
    details: { speakingAtEnd: going !== undefined, ...sinceStart(scene, view), ...blipsIn(scene.speech, window) },
  };
  const reason = going
    ? 'was speaking when the request ended'
    : length
      ? `began to speak ${text(length.at)} after the request`
      : 'did not begin to speak within 5 s of the request';
  const initiation = { id: `${turn.id}/new-initiation`, measure: 'new-initiation', ...base, ...found } as const;
  const presence = { id: `${turn.id}/response-presence`, measure: 'response-presence', ...base, ...found } as const;
  if (!going && !onset && hidesSpeech(scene.speech, window)) {
    const lost = unscored("part of the agent's audio was lost in the window");
    return [windowScore({ ...initiation, ...lost }), windowScore({ ...presence, ...lost })];
  }
  return [
    windowScore({ ...initiation, verdict: stable((by) => at(by).newInitiation, plusMinus), reason }),
    windowScore({ ...presence, verdict: stable((by) => at(by).presence, plusMinus), reason }),
  ];
}

/** How far into the scene its request ends: from the first labelled turn's first sample, the preamble being none of the scene's talk. */
function sinceStart({ turns }: SceneView, { place }: TurnView): { readonly sinceStartMs?: number } {
  const first = turns.find(({ turn }) => turn.label !== 'user');
  return first === undefined ? {} : { sinceStartMs: ms(place.end - first.place.start) };
}

/** How far turn and speech may be off to each other where the rule looks: the largest of the edges that lie near a border of it. */
export function uncertaintyAt(view: TurnView, segments: readonly Segment[], borders: readonly RigPos[]): number {
  let widest = 0;
  for (const one of segments) {
    for (const border of borders) {
      const from = together(view.place.plusMinus, one.fromPlusMinus);
      const to = together(view.place.plusMinus, one.toPlusMinus);
      if (Math.abs(one.from - border) <= from) widest = Math.max(widest, from);
      if (Math.abs(one.to - border) <= to) widest = Math.max(widest, to);
    }
  }
  return widest;
}
