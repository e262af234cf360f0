/**
 * A room in which there is no sound, only where it begins and ends: the real schedule, participants, scorer and counts in virtual time, with
 * the participants' own logs in place of recording and VAD. A hundredth of the cost of sound, for thousands of pairs.
 */
import { createBehaviour } from '../../agent/reference/create.js';
import { anyBehaviour } from '../../agent/reference/catalogue.js';
import { SOUND_STARTS, type AgentAction, type AgentBehaviour } from '../../agent/reference/behaviour.js';
import { scriptOf } from '../../agent/reference/script.js';
import type { OpenOptions, PlayRequest, Transport, TransportHandler, TransportSession } from '../../simulator/transport/transport.js';
import type { SessionEnd, TrackManifest } from '../../src/recording/model.js';
import type { SessionInput } from '../../src/schedule/events.js';
import { NO_HEALTH } from '../../src/recording/no-health.js';
import { segmentsOf } from '../../src/score/all-tracks.js';
import { msToSamples, rigPos, shift, type RigPos, type Samples } from '../../src/time/position.js';
import { VirtualClock } from '../../src/time/virtual-clock.js';
import type { AgentSpeech, Segment } from '../../src/vad/model.js';
import { VOICE } from './voice.js';
import type { Rule } from './truth.js';

const FRAME: Samples = msToSamples(100);
/** What the live ear takes to be sure, either way (vad/live-decider.ts: 120 ms and two frames). */
const CONFIRMS = msToSamples(180);
/** Half-width of an edge as the VAD would give it. */
const EDGE_PLUS_MINUS = msToSamples(8);
/** Level of the humans' sound as a participant hears it, of full scale. */
const LOUD = 0.1;

const TRACK: TrackManifest = {
  ...{ id: 'a0', owner: { kind: 'agent', identity: 'participant' }, codec: 'pcm', name: 'voice', source: 'microphone' },
  ...{ constantDelay: 0, constantDelayPlusMinus: 0 },
};

export interface EdgesRoom {
  readonly transport: Transport;
  /** The session's end as it is with a track of the participant's: there is none that could be recorded. */
  readonly heard: (end: SessionEnd) => SessionEnd;
  /** What the participant said, once the session is over. */
  readonly speech: (until: RigPos) => AgentSpeech;
}

export function edgesRoom(rule: Rule): EdgesRoom {
  let session: EdgesSession | undefined;
  return {
    transport: {
      name: 'memory',
      open: (options, handler) =>
        new Promise((resolve) => {
          const clock = new VirtualClock();
          const opened = new EdgesSession(clock, options, handler, rule);
          session = opened;
          resolve(opened);
          setImmediate(() => void clock.drive());
        }),
    },
    heard: (end) => ({ ...end, tracks: [TRACK], packets: { [TRACK.id]: 1 } }),
    speech: (until) => speechOf(session?.actions ?? [], until),
  };
}

class EdgesSession implements TransportSession {
  readonly zeroNs = 0n;
  readonly clock: VirtualClock;
  readonly #handler: TransportHandler;
  readonly #agent: AgentBehaviour;
  readonly #talk: { readonly from: RigPos; readonly to: RigPos }[] = [];
  readonly #options: OpenOptions;
  readonly #frame = new Float32Array(FRAME);
  #told = 0;
  #over = false;

  constructor(clock: VirtualClock, options: OpenOptions, handler: TransportHandler, rule: Rule) {
    this.clock = clock;
    this.#options = options;
    this.#handler = handler;
    this.#agent = createBehaviour(anyBehaviour(rule.behaviour, {}), VOICE, scriptOf(options.scene));
    clock.at(rigPos(0), () => this.#begin());
  }

  get actions(): readonly AgentAction[] {
    return this.#agent.actions;
  }

  play({ turn, at, voicedEnd }: PlayRequest): void {
    const clip = this.#options.scene.turns.find(({ id }) => id === turn)?.clip;
    const start = Math.max(at, this.clock.now()) as RigPos;
    this.#talk.push({ from: shift(start, clip?.voiced.from ?? 0), to: shift(start, voicedEnd) });
    this.#at(start, () => this.#handler.input({ type: 'turn-started', turn, start }));
    const end = shift(start, voicedEnd);
    this.#at(end, () => this.#handler.input({ type: 'turn-ended', turn, voicedEnd: end }));
  }

  health = () => NO_HEALTH;
  agentLog = () => [];
  close(): Promise<void> {
    this.#over = true;
    return Promise.resolve();
  }

  #begin(): void {
    const tell = (input: SessionInput): void => this.#handler.input(input);
    tell({ type: 'session-opened' });
    tell({ type: 'agent-joined', identity: 'participant' });
    tell({ type: 'agent-track', track: 'a0', name: 'voice', tracks: 1 });
    for (const { id } of this.#options.scene.speakers) tell({ type: 'agent-subscribed', speaker: id });
    tell({ type: 'agent-reported-ready' });
    this.#at(msToSamples(1000), () => tell({ type: 'agent-flowing' }));
    this.#at(FRAME, () => this.#tick());
  }

  /** A frame has passed: the participant hears it, and says what it will say in the next one. */
  #tick(): void {
    const now = this.clock.now();
    this.#hear(shift(now, -FRAME), now);
    this.#agent.speak(now, this.#frame);
    const { actions } = this.#agent;
    for (; this.#told < actions.length; this.#told++) this.#confirm(actions[this.#told]);
    this.#at(now + FRAME, () => this.#tick());
  }

  #hear(from: RigPos, to: RigPos): void {
    while (this.#talk[0] !== undefined && this.#talk[0].to <= from) this.#talk.shift();
    const [talk] = this.#talk;
    if (talk === undefined || talk.from >= to) return;
    const [start, end] = [Math.max(from, talk.from), Math.min(to, talk.to)];
    this.#agent.hear(start as RigPos, new Float32Array(end - start).fill(LOUD));
  }

  #confirm(action: AgentAction | undefined): void {
    if (action === undefined) return;
    const { what, at } = action;
    const starts = (SOUND_STARTS as readonly string[]).includes(what);
    if (!starts && what !== 'stop') return;
    const type = starts ? 'agent-speech-on' : 'agent-speech-off';
    this.#at(Math.max(at + CONFIRMS, this.clock.now()), () => this.#handler.input({ type, since: at }));
  }

  #at(at: number, run: () => void): void {
    this.clock.at(rigPos(at), () => {
      if (!this.#over) run();
    });
  }
}

/** Runs from a log of starts and stops; one that goes on ends where the session does. */
function speechOf(actions: readonly AgentAction[], until: RigPos): AgentSpeech {
  const runs: Segment[] = [];
  let from: RigPos | undefined;
  const close = (to: RigPos): void => {
    if (from !== undefined && to > from)
      runs.push({
        from,
        to,
        fromPlusMinus: EDGE_PLUS_MINUS,
        toPlusMinus: EDGE_PLUS_MINUS,
        strongFrom: from,
        softOnset: false,
        track: 'a0',
      });
    from = undefined;
  };
  for (const { what, at } of actions) {
    if (what === 'stop') close(at);
    else if ((SOUND_STARTS as readonly string[]).includes(what)) from = at;
  }
  close(until);
  return { segments: segmentsOf(runs), runs, blips: [], sounds: runs, holes: [] };
}
