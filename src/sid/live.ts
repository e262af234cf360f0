/**
 * SID against a running agent (semantic-interruption.md, "Live barge-in"): clips that a scene played over the agent's speech. A break is a turn
 * at which the agent must stop; without one (backchannel, noise, talk to somebody else) it must go on. The waveform decides.
 */
import type { CompiledScene, CompiledTurn } from '../scenario/model.js';
import { STOPPED_BY } from '../score/constants.js';
import { overlaps, together, viewTurns, type SceneView, type TurnView } from '../score/input.js';
import type { SessionScore } from '../score/model.js';
import { hidesSpeech, speakingAt, voicedIn } from '../score/speech.js';
import { SAMPLE_RATE, msToSamples, samplesToMs, shift, type RigPos } from '../time/position.js';
import { NO_BREAK_S } from './constants.js';
import type { Pair } from './model.js';

/** So long the agent stays silent after a stop that counts (semantic-interruption.md). */
export const SILENT_AFTER = msToSamples(800);

/** The slowest stop that a share is told of (semantic-interruption.md): a break is observed for this and the silence after it, at least. */
const SLOWEST_STOP = msToSamples(2000);

/** Why a clip gives no result: never a pass. */
export const INVALID = {
  'session-spoiled': 'the rig spoiled its session',
  'no-overlap': 'no overlap came about: the agent was not surely speaking when the clip began',
  'not-observed': 'it was not observed for 800 ms after the agent stopped',
  'lost-audio': "part of the agent's audio was lost",
} as const;
export type Invalid = keyof typeof INVALID;

export interface LiveClip {
  readonly agent: string;
  readonly session: string;
  readonly scene: string;
  readonly turn: string;
  /** What the clip was. */
  readonly kind: 'barge-in' | 'N4R' | 'backchannel' | 'noise' | 'side-talk';
  readonly mustStop: boolean;
}

export interface LiveResult extends LiveClip {
  readonly pair: Pair;
  /** From the clip's first voiced sample to the agent's last one, ms; undefined when it went on. */
  readonly stopMs: number | undefined;
  readonly plusMinusMs: number;
  /** Of the clip, agent and human both speaking. */
  readonly talkOverMs: number;
  /** After a stop, while the clip was still going on: speech of the agent, and how often it began. */
  readonly tailMs: number;
  readonly restarts: number;
  /** After a stop at a clip without a break: how long until it went on; undefined when it did not, or had not stopped. */
  readonly resumeMs: number | undefined;
}

export type LiveInvalid = LiveClip & { readonly invalid: Invalid };
export const isInvalid = (one: LiveResult | LiveInvalid): one is LiveInvalid => 'invalid' in one;

export function liveClips(scene: CompiledScene, score: SessionScore): (LiveResult | LiveInvalid)[] {
  const view: SceneView = { scene, turns: viewTurns(scene, score.turns, score.span.to), speech: score.speech, ...score.span };
  return view.turns.flatMap((turn) => {
    const kind = kindOf(turn.turn);
    if (kind === undefined) return [];
    const going = speakingAt(view.speech.segments, turn.place.start);
    // Talk among others is a clip of this kind only where it falls into the agent's speech.
    if (kind === 'side-talk' && going === undefined) return [];
    const clip: LiveClip = {
      agent: score.agent,
      session: score.session,
      scene: score.scene,
      turn: turn.turn.id,
      kind,
      mustStop: kind === 'barge-in' || kind === 'N4R',
    };
    if (score.outcome === 'rig_invalid') return [{ ...clip, invalid: 'session-spoiled' }];
    if (going === undefined || !overlaps(view, turn)) return [{ ...clip, invalid: 'no-overlap' }];
    return [resultOf(clip, view, turn)];
  });
}

function kindOf({ kind, label, expect }: CompiledTurn): LiveClip['kind'] | undefined {
  if (expect.kind === 'yield') return 'barge-in';
  if (label === 'N4R') return 'N4R';
  if (label === 'N1' || label === 'N2' || label === 'N3') return 'side-talk';
  if (expect.kind === 'continue') return kind === 'noise' ? 'noise' : 'backchannel';
  return undefined;
}

/** Speech that stops later than this after a clip without a break has just ended (score/continue.ts). */
function observedTo({ turn, place, until }: TurnView, mustStop: boolean): RigPos {
  if (mustStop) return until;
  const reaction = turn.expect.kind === 'continue' ? turn.expect.reaction : undefined;
  return shift(place.start, reaction ?? STOPPED_BY);
}

function resultOf(clip: LiveClip, scene: SceneView, view: TurnView): LiveResult | LiveInvalid {
  const { speech } = scene;
  const { start, end } = view.place;
  const going = speakingAt(speech.segments, start);
  if (going === undefined) return { ...clip, invalid: 'no-overlap' };
  const observed = observedTo(view, clip.mustStop);
  // Segments bridge pauses of up to 800 ms, so that after one's end there are more than 800 ms of silence, where they were observed.
  // A stop that was not seen to be kept is none, by the rule; unless the scene was over so soon that hardly any could have been.
  const kept = shift(going.to, SILENT_AFTER) <= scene.to;
  const stopped = going.to < observed && kept;
  const soonest = shift(clip.mustStop ? shift(start, SLOWEST_STOP) : observed, SILENT_AFTER);
  if (going.to < observed && !kept && scene.to < soonest) return { ...clip, invalid: 'not-observed' };
  if (hidesSpeech(speech, { from: start, to: stopped ? shift(going.to, SILENT_AFTER) : observed }))
    return { ...clip, invalid: 'lost-audio' };
  const duration = (end - start) / SAMPLE_RATE;
  const stopMs = stopped ? samplesToMs(going.to - start) : undefined;
  const after = { from: going.to, to: end };
  const [next] = speech.segments.filter(({ from }) => from >= going.to);
  const ends = stopped && after.from < after.to;
  return {
    ...clip,
    pair: {
      clip: {
        audio: `${clip.session}/${clip.turn}`,
        split: clip.kind,
        totalNonbreak: !clip.mustStop,
        duration,
        // The clips of scenes interrupt from their first word on (chosen): the true break is where they begin.
        breakTime: clip.mustStop ? 0 : NO_BREAK_S,
        cluster: view.turn.clip.hash,
      },
      prediction: {
        audio: `${clip.session}/${clip.turn}`,
        totalNonbreak: !stopped,
        breakTime: stopMs === undefined ? NO_BREAK_S : stopMs / 1000,
      },
    },
    stopMs,
    plusMinusMs: samplesToMs(together(view.place.plusMinus, going.toPlusMinus)),
    talkOverMs: samplesToMs(voicedIn(speech.runs, { from: start, to: end })),
    tailMs: ends ? samplesToMs(voicedIn([...speech.runs, ...speech.blips], after)) : 0,
    restarts: ends ? speech.runs.filter(({ from }) => from >= after.from && from < after.to).length : 0,
    resumeMs: stopped && !clip.mustStop && next !== undefined ? samplesToMs(next.from - going.to) : undefined,
  };
}
