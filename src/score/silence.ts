/**
 * silence: no agent speech from the turn's first sample to the next turn's first sample. An answer still running from earlier counts as
 * speech here (selective-participation.md, The four scores, 3).
 *
 * By duration alone: any speech fails. A short acknowledgement that does not take the floor would pass a judge, which needs the words;
 * until there is one, `voicedMs` lets a reader apply the diagnostic limits of 0, 100, 200, 300 and 500 ms.
 */
import type { Span } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { ANSWERS_PREVIOUS } from './constants.js';
import { together, type SceneView, type TurnView } from './input.js';
import type { WindowScore } from './model.js';
import { text } from './reply.js';
import { blipsIn, hidesSpeech, voicedIn } from './speech.js';
import { evidenceAround, ms, unscored, windowScore } from './values.js';

export function scoreSilence(scene: SceneView, view: TurnView): WindowScore[] {
  if (view.turn.expect.kind !== 'silence') return [];
  const window = { from: view.place.start, to: view.until };
  const base = { id: `${view.turn.id}/silence`, turn: view.turn.id, measure: 'silence', window } as const;
  if (window.to <= window.from) return [windowScore({ ...base, ...unscored('the next turn began with it: there was nothing to observe') })];
  const blips = blipsIn(scene.speech, window);
  const heard = scene.speech.segments.filter((one) => one.from < window.to && one.to > window.from);
  const [first] = heard;
  if (!first) {
    if (hidesSpeech(scene.speech, window))
      return [windowScore({ ...base, ...unscored("part of the agent's audio was lost in the window") })];
    const near = scene.speech.segments.some((one) => touches(one, window, view));
    const reason = near ? "speech lies at the window's edge, inside it or not" : 'kept silent';
    return [windowScore({ ...base, verdict: near ? 'within-uncertainty' : 'pass', reason, details: { voicedMs: 0, ...blips } })];
  }
  const voiced = voicedIn(scene.speech.runs, window);
  const sure = heard.some((one) => surelyInside(one, window, view));
  const before = first.from <= window.from;
  const late = before ? undefined : answersPrevious(view, first);
  return [
    windowScore({
      ...base,
      verdict: sure ? 'fail' : 'within-uncertainty',
      reason: `${before ? 'was still speaking' : 'spoke'}, ${text(voiced)} in all, first ${text(Math.max(0, first.from - window.from))} after the turn began${
        late ? `; it may answer ${late.turn.id}, which ended ${text(first.from - late.place.end)} before` : ''
      }`,
      flags: [...(before ? ['from-before'] : []), ...(late ? ['answers-previous'] : [])],
      evidence: evidenceAround(Math.max(first.from, window.from) as typeof first.from),
      details: {
        voicedMs: ms(voiced),
        ...blips,
        ...(late ? { previous: late.turn.id, afterPreviousMs: ms(first.from - late.place.end) } : {}),
      },
    }),
  ];
}

/**
 * The turn before, when the speech may answer that one: it began while this turn was still being said, soon after that one's end. Without
 * words it is not known; the window is the protocol's and fails either way, but a person sees which turn to look at.
 */
function answersPrevious({ place, previous }: TurnView, first: Segment): TurnView | undefined {
  if (previous === undefined || first.from >= place.end) return undefined;
  const since = first.from - previous.place.end;
  return since >= 0 && since <= ANSWERS_PREVIOUS ? previous : undefined;
}

/** Overlaps the window even when turns and speech are as far apart as their uncertainty allows. Edges in holes stand at the speech's side. */
function surelyInside(one: Segment, window: Span, view: TurnView): boolean {
  const { plusMinus } = view.place;
  return window.to - one.from > together(plusMinus, one.fromPlusMinus) && one.to - window.from > together(plusMinus, one.toPlusMinus);
}

/** Does not overlap as measured, but may. */
function touches(one: Segment, window: Span, view: TurnView): boolean {
  const { plusMinus } = view.place;
  const from = (one.fromIn?.from ?? one.from) - together(plusMinus, one.fromPlusMinus);
  const to = (one.toIn?.to ?? one.to) + together(plusMinus, one.toPlusMinus);
  return from < window.to && to > window.from;
}
