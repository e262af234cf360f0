/**
 * false-cutoff: the agent begins to speak before the turn is over. One window a pause, each named; a turn without pauses is one window,
 * the control. An onset belongs to the pause in which it falls, or to the one before it when the user resumed less than a second ago:
 * it was decided in the pause and heard late (premature-reply.md, Live 3). Read from runs, so that a second cut is not bridged away.
 *
 * An onset in the words of a turn with pauses that belongs to none of them is a window of its own, `words`, made only when it happens:
 * its absence would only dilute the rate over pauses.
 */
import type { RigPos, Span } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { ATTRIBUTION, NEAR_MISS } from './constants.js';
import { together, type SceneView, type TurnView } from './input.js';
import type { WindowScore } from './model.js';
import { text } from './reply.js';
import { hidesSpeech, kindOf, speakingAt, voicedFrom } from './speech.js';
import { evidenceAround, lengthFrom, ms, unscored, valueOf, windowScore } from './values.js';

export function scoreFalseCutoff(scene: SceneView, view: TurnView): WindowScore[] {
  if (view.turn.expect.kind !== 'reply') return [];
  const { place } = view;
  const inTurn = (run: Span): boolean => run.from >= place.start && run.from < place.end;
  const onsets = scene.speech.runs.filter(inTurn);
  const blips = scene.speech.blips.filter(inTurn);
  const scores = place.pauses.map((pause, i) => {
    const owns = (run: Span): boolean => ownerOf(place.pauses, run.from) === i;
    return scorePause(scene, view, pause, i, onsets.find(owns), blips.filter(owns).length);
  });
  const words = onsets.find((run) => ownerOf(place.pauses, run.from) === undefined);
  if (words || place.pauses.length === 0) scores.push(scoreWords(scene, view, words, blips.length));
  return scores;
}

/** Index of the pause that an onset belongs to; undefined when it belongs to the words. */
export function ownerOf(pauses: readonly Span[], onset: RigPos): number | undefined {
  const i = pauses.findLastIndex((pause) => pause.from <= onset);
  const pause = pauses[i];
  return pause && onset < pause.to + ATTRIBUTION ? i : undefined;
}

function scorePause(scene: SceneView, view: TurnView, pause: Span, i: number, onset: Segment | undefined, blips: number): WindowScore {
  const name = `pause-${i + 1}`;
  const pauseMs = ms(pause.to - pause.from);
  const base = { id: `${view.turn.id}/false-cutoff/${name}`, turn: view.turn.id, measure: 'false-cutoff', window: pause } as const;
  const flags = blips > 0 ? ['blip'] : [];
  const details = { pause: i + 1, pauseMs, ...(blips > 0 ? { blips } : {}) };
  if (onset) return cut(scene, view, onset, { ...base, flags, details }, `${name} (${text(pause.to - pause.from)})`, pause);
  if (speakingAt(scene.speech.runs, pause.from)) {
    return windowScore({ ...base, ...unscored(`was already speaking when ${name} began`), flags, details });
  }
  if (hidesSpeech(scene.speech, pause))
    return windowScore({ ...base, ...unscored(`part of the agent's audio was lost in ${name}`), flags, details });
  return windowScore({ ...base, verdict: 'pass', reason: `waited through ${name} (${text(pause.to - pause.from)})`, flags, details });
}

function scoreWords(scene: SceneView, view: TurnView, onset: Segment | undefined, blips: number): WindowScore {
  const { place, turn } = view;
  const window = { from: place.start, to: place.end };
  const base = { id: `${turn.id}/false-cutoff/words`, turn: turn.id, measure: 'false-cutoff', window } as const;
  const flags = blips > 0 ? ['blip'] : [];
  const details = blips > 0 ? { blips } : {};
  if (onset) return cut(scene, view, onset, { ...base, flags, details }, "the user's words", window);
  if (hidesSpeech(scene.speech, window))
    return windowScore({ ...base, ...unscored("part of the agent's audio was lost in the turn"), flags, details });
  return windowScore({ ...base, verdict: 'pass', reason: 'did not begin before the turn was over', flags, details });
}

type Base = Pick<WindowScore, 'id' | 'turn' | 'measure' | 'window' | 'flags' | 'details'>;

/** An onset before the true end. It is within uncertainty when it may as well lie behind that end. */
function cut(scene: SceneView, view: TurnView, onset: Segment, base: Base, where: string, owner: Span): WindowScore {
  const { place } = view;
  const plusMinus = together(place.plusMinus, onset.fromPlusMinus);
  const atEnd = lengthFrom(place.end, onset.from, plusMinus, onset.fromIn).high >= 0;
  const voiced = voicedFrom(scene.speech, onset);
  const kind = kindOf(voiced);
  const resume = place.pauses.includes(owner) ? onset.from - owner.to : undefined;
  const near = resume !== undefined && Math.abs(resume) < NEAR_MISS;
  return windowScore({
    ...base,
    verdict: atEnd ? 'within-uncertainty' : 'fail',
    reason: `${kind === 'burst' ? 'a burst' : 'began to speak'} in ${where}, ${text(place.end - onset.from)} before the turn's end${
      resume !== undefined && resume >= 0 ? `, ${text(resume)} after the user resumed` : ''
    }`,
    value: valueOf(lengthFrom(owner.from, onset.from, plusMinus, onset.fromIn), onset.fromIn !== undefined),
    flags: [...base.flags, kind, ...(near ? ['near-miss'] : []), ...(onset.fromIn ? ['in-hole'] : [])],
    evidence: evidenceAround(onset.from, place.end),
    details: {
      ...base.details,
      kind,
      voicedMs: ms(voiced),
      beforeEndMs: ms(place.end - onset.from),
      ...(resume === undefined ? {} : { afterResumeMs: ms(resume) }),
      ...(near ? { nearMissMs: ms(resume) } : {}),
    },
  });
}
