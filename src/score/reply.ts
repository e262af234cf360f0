/**
 * reply: one reply that begins after the turn's voiced end and within the limit. The value is the end wait as heard at the room.
 *
 * It is read from segments, as "new initiation" is: speech that goes on across the turn's end, pauses of up to 800 ms included, is no
 * reply to it. No reply by the end of the window is censored, never 0; the onset of an agent that cut in earlier is a false cutoff
 * (false-cutoff.ts), never a negative wait (statistics.md).
 */
import type { ReplyLimits } from '../scenario/model.js';
import type { Segment } from '../vad/model.js';
import type { SceneView, TurnView } from './input.js';
import { together } from './input.js';
import type { WindowScore } from './model.js';
import { hidesSpeech, kindOf, speakingAt, voicedIn } from './speech.js';
import { evidenceAround, keeps, lengthFrom, ms, unscored, valueOf, windowScore } from './values.js';

/** Of a window that ended before the limit without a reply: nothing is wrong with what was observed, there is too little of it. */
export const WATCHED_SHORT = 'watched-short';

/** What is expected of a turn in the way of a reply, from either kind of expectation. */
export function replyLimits(view: TurnView): ReplyLimits | undefined {
  const { expect } = view.turn;
  if (expect.kind === 'reply') return expect;
  return expect.kind === 'yield' ? expect.reply : undefined;
}

/**
 * The segment that counts as the turn's reply, once the agent was silent at its end: the first one in its window that is long enough for
 * words (premature-reply.md: a reply has 300 ms or more). Where there are bursts only, the first of them stands in: it may have been a "Yes".
 */
export function replyOf(scene: SceneView, view: TurnView): Segment | undefined {
  if (speakingAt(scene.speech.segments, view.place.end)) return undefined;
  const onsets = onsetsIn(scene, view);
  return onsets.find((one) => kindOf(voicedIn(scene.speech.runs, one)) === 'reply') ?? onsets[0];
}

/** What begins in the turn's window: bursts, the reply, and what comes after it. */
function onsetsIn(scene: SceneView, { place, until }: TurnView): readonly Segment[] {
  return scene.speech.segments.filter((one) => one.from > place.end && one.from < until);
}

export function scoreReply(scene: SceneView, view: TurnView): WindowScore[] {
  const limits = replyLimits(view);
  if (!limits) return [];
  const { place, until, turn } = view;
  const base = {
    id: `${turn.id}/reply`,
    turn: turn.id,
    measure: 'reply',
    window: { from: place.end, to: until },
    limitMs: ms(limits.within),
  } as const;
  const going = speakingAt(scene.speech.segments, place.end);
  if (going) return [across(scene, view, going, base)];
  const reply = replyOf(scene, view);
  if (!reply) return [none(scene, view, limits, base)];
  const length = lengthFrom(place.end, reply.from, together(place.plusMinus, reply.fromPlusMinus), reply.fromIn);
  const verdict = keeps(length, limits.within);
  const voiced = voicedIn(scene.speech.runs, reply);
  // It passes as an onset does; that there was no room for words in it is for a person to see.
  const burst = kindOf(voiced) === 'reply' ? '' : `, with a burst of ${text(voiced)} only`;
  const onsets = onsetsIn(scene, view);
  const [early, ...more] = onsets.slice(0, onsets.indexOf(reply));
  // The first words may be a burst that a pause under 800 ms ties to the rest: then both onsets are told.
  const [opening, second] = scene.speech.runs.filter((run) => run.from >= reply.from && run.from < reply.to);
  const after = burst === '' && opening && second && kindOf(opening.to - opening.from) === 'burst' ? second : undefined;
  const flags = [
    ...(burst === '' ? [] : ['burst']),
    ...(early ? ['burst-before'] : []),
    ...(after ? ['burst-first'] : []),
    ...(reply.softOnset ? ['soft-onset'] : []),
    ...(reply.fromIn ? ['in-hole'] : []),
  ];
  return [
    windowScore({
      ...base,
      verdict,
      reason: `replied ${text(length.at)} after the turn's end${burst}${verdict === 'pass' ? '' : `, the limit is ${text(limits.within)}`}`,
      value: valueOf(length, reply.fromIn !== undefined),
      flags,
      evidence: evidenceAround(place.end, reply.from),
      details: {
        strongOnsetMs: ms(reply.strongFrom - place.end),
        ...(early ? { firstBurstMs: ms(early.from - place.end), bursts: 1 + more.length } : {}),
        ...(after ? { afterBurstMs: ms(after.from - place.end) } : {}),
      },
    }),
  ];
}

type Base = Pick<WindowScore, 'id' | 'turn' | 'measure' | 'window' | 'limitMs'>;

/** The agent was speaking when the turn ended: no reply to it, unless its onset may as well lie just behind the end. */
function across(scene: SceneView, view: TurnView, going: Segment, base: Base): WindowScore {
  const { place } = view;
  const length = lengthFrom(place.end, going.from, together(place.plusMinus, going.fromPlusMinus), going.fromIn);
  if (length.high > 0) {
    return windowScore({
      ...base,
      verdict: 'within-uncertainty',
      reason: `began to speak at the turn's end, before or after it within ${text(length.high - length.at)}`,
      value: valueOf(length, true),
      evidence: evidenceAround(place.end),
    });
  }
  const again = scene.speech.runs.find((run) => run.from >= place.end && run.from < going.to);
  return windowScore({
    ...base,
    verdict: 'fail',
    reason: `was already speaking for ${text(place.end - going.from)} when the turn ended`,
    flags: ['already-speaking'],
    evidence: evidenceAround(going.from, place.end),
    details: again ? { resumedMs: ms(again.from - place.end) } : {},
  });
}

function none(scene: SceneView, view: TurnView, limits: ReplyLimits, base: Base): WindowScore {
  const { place, until } = view;
  const observed = Math.max(0, until - place.end);
  const value = { kind: 'censored', aboveMs: ms(observed) } as const;
  if (hidesSpeech(scene.speech, base.window))
    return windowScore({ ...base, ...unscored("part of the agent's audio was lost after the turn"), value });
  if (observed < limits.within) {
    return windowScore({
      ...base,
      ...unscored(
        observed === 0
          ? 'the next turn began before this one was over'
          : `no reply in the ${text(observed)} that were observed; the limit is ${text(limits.within)}`,
      ),
      value,
      ...(observed === 0 ? {} : { flags: [WATCHED_SHORT] }),
    });
  }
  return windowScore({
    ...base,
    verdict: 'fail',
    reason: `no reply within ${text(observed)}`,
    value,
    flags: ['no-reply'],
    evidence: evidenceAround(place.end, until),
  });
}

/** Samples as a person reads them. */
export function text(samples: number): string {
  return `${Math.round(samples / 48)} ms`;
}
