/**
 * The gate before the first turn (measurement.md, "Before the first turn"): a pure reducer and its verdict.
 *
 * It opens when the agent has joined, its track is published, RTP of it has flowed for a second, it has subscribed to every
 * human track, it is ready, and a greeting has ended a second ago.
 *
 * Ready means: an agent that reports states (lk.agent.state) has reported `listening`. One that has never reported any state is
 * ready `SETTLE` after all the rest is in place. One that reports states but never `listening` is not ready.
 */
import { LIVE_CONFIRM } from '../schedule/constants.js';
import type { EndReason, SessionEvent } from '../schedule/events.js';
import { countedRuns, NO_SPEECH, soundAt, speechOff, speechOn, type LiveSpeech } from '../schedule/live-speech.js';
import type { CompiledScene } from '../scenario/model.js';
import { shift, type RigPos } from '../time/position.js';
import { AFTER_GREETING, LONGEST_GREETING, SETTLE } from './constants.js';

/** The part of a scene that the gate reads. */
export type GatedScene = Pick<CompiledScene, 'greeting' | 'layout' | 'speakers' | 'limits'>;

export interface GateState {
  readonly scene: GatedScene;
  readonly openedAt: RigPos | undefined;
  readonly joined: boolean;
  readonly published: boolean;
  readonly flowing: boolean;
  readonly subscribed: readonly string[];
  readonly reportsState: boolean;
  readonly reportedReady: boolean;
  /** Where everything that can be seen of the agent was in place. */
  readonly metAt: RigPos | undefined;
  readonly readyAt: RigPos | undefined;
  readonly speech: LiveSpeech;
}

export type GateVerdict =
  | { readonly kind: 'wait'; readonly until: RigPos | undefined }
  | { readonly kind: 'open'; readonly greeting: 'none' | 'ended' | 'truncated' }
  | { readonly kind: 'failed'; readonly reason: EndReason; readonly missing: string };

export function closedGate(scene: GatedScene): GateState {
  return {
    scene,
    openedAt: undefined,
    joined: false,
    published: false,
    flowing: false,
    subscribed: [],
    reportsState: false,
    reportedReady: false,
    metAt: undefined,
    readyAt: undefined,
    speech: NO_SPEECH,
  };
}

export function advanceGate(before: GateState, event: SessionEvent): GateState {
  const state = observe(before, event);
  if (state.readyAt !== undefined || state.openedAt === undefined) return state;
  if (unmet(state)) return { ...state, metAt: undefined };
  const metAt = state.metAt ?? event.at;
  const ready = state.reportedReady || (!state.reportsState && event.at >= metAt + SETTLE);
  return { ...state, metAt, readyAt: ready ? event.at : undefined };
}

export function gateVerdict(state: GateState, now: RigPos): GateVerdict {
  const { openedAt, readyAt, metAt, scene } = state;
  if (openedAt === undefined) return { kind: 'wait', until: undefined };
  if (readyAt !== undefined) return greetingVerdict(state, readyAt, now);
  if (metAt !== undefined && !state.reportsState) return { kind: 'wait', until: shift(metAt, SETTLE) };
  const until = shift(openedAt, scene.limits.readyWithin);
  if (now < until) return { kind: 'wait', until };
  return { kind: 'failed', ...(unmet(state) ?? { reason: 'agent-not-ready', missing: 'a reported state of listening' }) };
}

function observe(state: GateState, event: SessionEvent): GateState {
  switch (event.type) {
    case 'session-opened':
      return { ...state, openedAt: state.openedAt ?? event.at };
    case 'agent-joined':
      return { ...state, joined: true };
    case 'agent-track':
      return { ...state, published: true };
    case 'agent-track-ended':
      return event.tracks > 0 ? state : { ...state, published: false, flowing: false };
    case 'agent-subscribed':
      return state.subscribed.includes(event.speaker) ? state : { ...state, subscribed: [...state.subscribed, event.speaker] };
    case 'agent-flowing':
      return { ...state, flowing: true };
    case 'agent-reported-ready':
      return { ...state, reportedReady: true };
    case 'reported':
      return event.what === 'state' ? { ...state, reportsState: true } : state;
    case 'agent-speech-on':
      return { ...state, speech: speechOn(state.speech, event.since) };
    case 'agent-speech-off':
      return { ...state, speech: speechOff(state.speech, event.since) };
    case 'agent-sound':
      return { ...state, speech: soundAt(state.speech, event.since) };
    default:
      return state;
  }
}

/** The first thing that is missing, and what the session is called if it never comes. */
function unmet(state: GateState): { reason: EndReason; missing: string } | undefined {
  if (!state.joined) return { reason: 'agent-absent', missing: 'an agent in the room' };
  if (!state.published) return { reason: 'agent-not-ready', missing: 'an audio track of the agent' };
  // With all speakers on one microphone there is one track to subscribe to, whatever name it goes by.
  const deafTo = state.scene.speakers.filter(({ id }) => !state.subscribed.includes(id));
  if (state.scene.layout === 'mixed' ? state.subscribed.length === 0 : deafTo.length > 0)
    return { reason: 'agent-not-ready', missing: `the agent's subscription to ${deafTo.map(({ id }) => id).join(', ')}` };
  if (!state.flowing) return { reason: 'agent-silent-track', missing: "audio on the agent's track" };
  return undefined;
}

/** The agent is ready: a greeting is waited for, to begin within its time and to have ended a second ago, whatever its policy. */
function greetingVerdict(state: GateState, readyAt: RigPos, now: RigPos): GateVerdict {
  const { policy, within } = state.scene.greeting;
  const runs = countedRuns(state.speech);
  const [first] = runs;
  if (!first) {
    const until = shift(readyAt, within === 0 ? 0 : within + LIVE_CONFIRM);
    if (now < until) return { kind: 'wait', until };
    return policy === 'expected'
      ? { kind: 'failed', reason: 'greeting-missing', missing: 'a greeting' }
      : { kind: 'open', greeting: 'none' };
  }
  const last = runs.at(-1) ?? first;
  const tooLong = Math.max(readyAt, first.from + LONGEST_GREETING) as RigPos;
  if (now >= tooLong) return { kind: 'open', greeting: last.to === undefined ? 'truncated' : 'ended' };
  if (last.to === undefined) return { kind: 'wait', until: tooLong };
  const until = Math.min(tooLong, last.to + AFTER_GREETING) as RigPos;
  return now < until ? { kind: 'wait', until } : { kind: 'open', greeting: 'ended' };
}
