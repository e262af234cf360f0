/** What may happen in a call, act by act: sounds on both channels, and what a person would say of the turn. */
import { SAMPLES_PER_MS } from '../../../src/time/position.js';
import { blip, breath, cough, faded, place } from './channel.js';
import { meanSquare, type Clip } from './voices.js';

/** The truth of one turn; ms from the call's start. */
export interface TrueTurn {
  readonly kind: 'respond' | 'stop' | 'ignore';
  readonly act: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly pauses: readonly (readonly [number, number])[];
  readonly passes: boolean;
  readonly delayMs?: number;
  readonly stopMs?: number;
}

export interface Stage {
  readonly user: Float32Array;
  readonly agent: Float32Array;
  readonly userDb: number;
  readonly agentDb: number;
  readonly next: () => number;
  /** A clip of at least so many ms. */
  readonly userClip: (leastMs?: number, mostMs?: number) => Float32Array;
  readonly agentClip: (leastMs?: number, mostMs?: number) => Float32Array;
}

export interface Played {
  readonly turns: readonly TrueTurn[];
  /** Where the act is over: nobody speaks any more. */
  readonly endMs: number;
}

/** @param at ms. */
export type Act = (stage: Stage, at: number) => Played;

const ms = (samples: Float32Array): number => samples.length / SAMPLES_PER_MS;
const between = (next: () => number, from: number, to: number): number => from + (to - from) * next();
const samplesAt = (at: number): number => Math.round(at * SAMPLES_PER_MS);
const says = (stage: Stage, clip: Float32Array, at: number, db = 0): number => {
  place(stage.user, clip, samplesAt(at), stage.userDb + db);
  return at + ms(clip);
};
const answers = (stage: Stage, clip: Float32Array, at: number, db = 0): number => {
  place(stage.agent, clip, samplesAt(at), stage.agentDb + db);
  return at + ms(clip);
};
/**
 * Cut off at a place, ms, or a little earlier where the voice has gone on for longer than a blip and is no more than 20 dB under its level:
 * nobody hears a cut in a silence, and a word that was only begun is a blip.
 */
function cutTo(clip: Float32Array, length: number, fadeMs: number): Float32Array {
  const loud = (at: number): boolean => meanSquare(clip, at - CUT_FRAME, at) > 0.01;
  const voiced = (at: number): boolean => Array.from({ length: GOING_ON }, (_, k) => loud(at - k * CUT_FRAME)).every(Boolean);
  let at = samplesAt(length);
  while (at > CUT_FRAME && !voiced(at)) at -= CUT_FRAME / 2;
  return faded(clip.slice(0, at), fadeMs);
}
/** In frames of the cut. */
const GOING_ON = 15;
const CUT_FRAME = 10 * SAMPLES_PER_MS;

/** The user asks, the agent answers; `extra` may add sounds before the answer. */
const respond =
  (act: string, extra: (stage: Stage, end: number, onset: number) => void = () => undefined): Act =>
  (stage, at) => {
    const end = says(stage, stage.userClip(), at);
    const delayMs = between(stage.next, act.startsWith('blip') ? 350 : 20, 1400);
    extra(stage, end, end + delayMs);
    const endMs = answers(stage, stage.agentClip(1000), end + delayMs);
    return { turns: [{ kind: 'respond', act, startMs: at, endMs: end, pauses: [], passes: true, delayMs }], endMs };
  };

const noReply =
  (act: string, extra: (stage: Stage, end: number) => void = () => undefined): Act =>
  (stage, at) => {
    const end = says(stage, stage.userClip(), at);
    extra(stage, end);
    return { turns: [{ kind: 'respond', act, startMs: at, endMs: end, pauses: [], passes: false }], endMs: end + 6500 };
  };

/** The user thinks aloud, the agent waits. */
const waits: Act = (stage, at) => {
  const first = says(stage, stage.userClip(), at);
  const resume = first + between(stage.next, 300, 1700);
  const end = says(stage, stage.userClip(), resume);
  const delayMs = between(stage.next, 100, 1200);
  const endMs = answers(stage, stage.agentClip(1000), end + delayMs);
  return { turns: [{ kind: 'respond', act: 'waits', startMs: at, endMs: end, pauses: [[first, resume]], passes: true, delayMs }], endMs };
};

/** The agent jumps into a pause and stops after the user has gone on. */
const cutsIn: Act = (stage, at) => {
  const first = says(stage, stage.userClip(), at);
  const resume = first + between(stage.next, 600, 1400);
  const onset = resume - between(stage.next, 150, 500);
  const end = says(stage, stage.userClip(1300), resume);
  answers(stage, cutTo(stage.agentClip(1000), resume - onset + between(stage.next, 250, 450), 20), onset);
  const delayMs = between(stage.next, 300, 900);
  const endMs = answers(stage, stage.agentClip(1000), end + delayMs);
  return {
    turns: [{ kind: 'respond', act: 'cuts in', startMs: at, endMs: end, pauses: [[first, resume]], passes: false, delayMs }],
    endMs,
  };
};

/** The agent talks, the user cuts in. `stop` says what the agent does. */
const bargeIn =
  (act: string, fadeMs: number, level: number, then: 'quiet' | 'restarts' | 'goes on'): Act =>
  (stage, at) => {
    const talk = stage.agentClip(2600);
    const startMs = at + between(stage.next, 700, 1200);
    const cut = stage.userClip(1600);
    const end = says(stage, cut, startMs);
    if (then === 'goes on') {
      const last = answers(stage, talk, at, level);
      const over = last < end + 300 ? answers(stage, stage.agentClip(1500), last, level) : last;
      return { turns: [{ kind: 'stop', act, startMs, endMs: end, pauses: [], passes: false }], endMs: Math.max(over, end) };
    }
    const stopped = answers(
      stage,
      cutTo(talk, startMs + between(stage.next, 350, then === 'restarts' ? 550 : 850) - at, fadeMs),
      at,
      level,
    );
    const stopMs = stopped - startMs;
    if (then === 'restarts') {
      const last = answers(stage, stage.agentClip(2200), stopped + between(stage.next, 150, 500), level);
      return { turns: [{ kind: 'stop', act, startMs, endMs: end, pauses: [], passes: false }], endMs: Math.max(last, end) };
    }
    const endMs = answers(stage, stage.agentClip(1000), end + between(stage.next, 300, 900), level);
    return { turns: [{ kind: 'stop', act, startMs, endMs: end, pauses: [], passes: true, stopMs }], endMs };
  };

/** The user coughs while the agent talks. */
const coughs =
  (act: string, then: 'talks on' | 'pauses' | 'stops'): Act =>
  (stage, at) => {
    const talk = stage.agentClip(2600);
    const startMs = at + between(stage.next, 900, 1400);
    const length = Math.round(between(stage.next, 150, 320));
    place(stage.user, cough(length, stage.next, stage.next() < 0.3 ? 2 : 1), samplesAt(startMs), stage.userDb + between(stage.next, -6, 3));
    const turn = { kind: 'ignore', act, startMs, endMs: startMs + length, pauses: [] } as const;
    if (then === 'talks on') return { turns: [{ ...turn, passes: true }], endMs: answers(stage, talk, at) };
    const stopped = answers(stage, cutTo(talk, startMs + between(stage.next, 250, 800) - at, 5), at);
    const stopMs = stopped - startMs;
    if (then === 'stops') return { turns: [{ ...turn, passes: false, stopMs }], endMs: stopped + 3000 };
    return { turns: [{ ...turn, passes: true }], endMs: answers(stage, stage.agentClip(1200), stopped + between(stage.next, 300, 420)) };
  };

const breathes = (db: number) => (stage: Stage, _: number, onset: number) => {
  const length = between(stage.next, 200, 400);
  place(stage.agent, breath(Math.round(length), stage.next), samplesAt(onset - length - between(stage.next, 15, 60)), stage.agentDb + db);
};
const lets = (from: number, to: number) => (stage: Stage, end: number, onset: number) => {
  const at = Math.max(end + 40, onset - between(stage.next, from, to) - 60);
  place(stage.agent, blip(stage.agentClip(), 60), samplesAt(at), stage.agentDb - 5);
};

export const ACTS: Readonly<Record<string, Act>> = {
  answers: respond('answers'),
  'breath before': respond('breath before', breathes(-25)),
  'blip far before': respond('blip far before', lets(280, 450)),
  waits,
  'cuts in': cutsIn,
  'no reply': noReply('no reply'),
  'blip only': noReply('blip only', (stage, end) =>
    place(stage.agent, blip(stage.agentClip(), 60), samplesAt(end + between(stage.next, 100, 900)), stage.agentDb - 5),
  ),
  yields: bargeIn('yields', 2, 0, 'quiet'),
  'yields, fading': bargeIn('yields, fading', 80, 0, 'quiet'),
  'goes on': bargeIn('goes on', 0, 0, 'goes on'),
  restarts: bargeIn('restarts', 5, 0, 'restarts'),
  'cough, talks on': coughs('cough, talks on', 'talks on'),
  'cough, pauses': coughs('cough, pauses', 'pauses'),
  'cough, stops': coughs('cough, stops', 'stops'),
};

/** The agent greets; nobody's turn. */
export const greets = (stage: Stage, at: number): number => answers(stage, stage.agentClip(1000), at);
export { between, ms };
export type { Clip };
