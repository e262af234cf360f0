/**
 * probe: whether the agent hears a speaker at all (measurement.md, "Before the first turn": with one track per human a probe turn per
 * track, "else 'silent' may mean deaf and is unscored"). The proof is speech that begins after the probe. A diagnostic: an agent that
 * ignores a probe has kept silent where it was asked, which `reply` judges, and nothing fails by it.
 */
import type { SceneView, TurnView } from './input.js';
import { together } from './input.js';
import type { SessionScore, WindowScore } from './model.js';
import { replyOf, text } from './reply.js';
import { hidesSpeech, speakingAt } from './speech.js';
import { evidenceAround, keeps, lengthFrom, ms, unscored, valueOf, windowScore } from './values.js';

export function scoreProbe(scene: SceneView, view: TurnView): WindowScore[] {
  const { turn, place, until } = view;
  if (turn.expect.kind !== 'probe') return [];
  const { within } = turn.expect;
  const window = { from: place.end, to: until };
  const base = { id: `${turn.id}/probe`, turn: turn.id, measure: 'probe', window, limitMs: ms(within) } as const;
  if (speakingAt(scene.speech.segments, place.end))
    return [windowScore({ ...base, ...unscored('was speaking when the probe ended: that proves nothing'), flags: ['already-speaking'] })];
  const answer = replyOf(scene, view);
  if (answer) {
    const length = lengthFrom(place.end, answer.from, together(place.plusMinus, answer.fromPlusMinus), answer.fromIn);
    const reason = `spoke ${text(length.at)} after the probe`;
    const value = valueOf(length, answer.fromIn !== undefined);
    return [windowScore({ ...base, verdict: keeps(length, within), reason, value, evidence: evidenceAround(place.end, answer.from) })];
  }
  if (hidesSpeech(scene.speech, window))
    return [windowScore({ ...base, ...unscored("part of the agent's audio was lost after the probe") })];
  const observed = Math.max(0, until - place.end);
  const value = { kind: 'censored', aboveMs: ms(observed) } as const;
  const reason = `no speech in ${text(observed)} after the probe`;
  return [windowScore({ ...base, ...(observed < within ? unscored(reason) : { verdict: 'fail', reason }), value })];
}

/** Measures whose pass rests on the agent's having heard the turn and done nothing. */
const MAY_BE_DEAF: ReadonlySet<WindowScore['measure']> = new Set<WindowScore['measure']>(['silence', 'continue']);
/** Measures in which something that the agent did shows that it heard the turn. */
const SHOWS_HEARING: ReadonlySet<WindowScore['measure']> = new Set<WindowScore['measure']>(['probe', 'reply', 'new-initiation', 'yield']);

/**
 * In the layout `tracks`: what passed because the agent did nothing is unscored where nothing in the session shows that it hears the
 * speaker. With one microphone for all there is one track, and hearing anybody on it is hearing everybody.
 */
export function withoutProof({ layout, turns }: SceneView['scene'], windows: SessionScore['windows']): readonly WindowScore[] {
  if (layout !== 'tracks') return windows;
  const speakerOf = (window: WindowScore): string | undefined => turns.find(({ id }) => id === window.turn)?.speaker;
  const heard = new Set(windows.filter((one) => SHOWS_HEARING.has(one.measure) && one.verdict === 'pass').map(speakerOf));
  return windows.map((one) => {
    const speaker = speakerOf(one);
    if (one.verdict !== 'pass' || !MAY_BE_DEAF.has(one.measure) || heard.has(speaker) || one.id.endsWith('/continue/reply')) return one;
    const reason = `nothing in the session shows that the agent hears ${speaker ?? 'the speaker'}: it may have been deaf, not silent`;
    return { ...one, verdict: 'unscored', reason, counted: false, flags: [...one.flags, 'not-heard'] };
  });
}
