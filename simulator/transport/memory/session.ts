/** One session in memory: humans, an agent and a recorder in one place, frame by frame in virtual time. */
import type { AgentBehaviour } from '../../../agent/reference/behaviour.js';
import { createBehaviour } from '../../../agent/reference/create.js';
import { scriptOf } from '../../../agent/reference/script.js';
import { TurnrigError } from '../../../src/error.js';
import { mix } from '../../../src/media/mix.js';
import { isSilent } from '../../../src/media/silence.js';
import type { SessionHealth, TrackManifest, TrackOwner } from '../../../src/recording/model.js';
import type { SessionInput, SpeakerId } from '../../../src/schedule/events.js';
import { msToSamples, rigPos, shift, type RigPos, type Samples } from '../../../src/time/position.js';
import type { AgentLogLine, OpenOptions, PlayRequest, TransportHandler, TransportSession } from '../transport.js';
import { Microphone } from './microphone.js';
import type { OffsetClock } from './offset-clock.js';
import type { MemoryFault, MemoryOptions } from './options.js';
import { QUIET_NETWORK, Wire } from './wire.js';

/** 20 ms, the packet time of every WebRTC client's default. */
const FRAME: Samples = msToSamples(20);
const AGENT = 'reference-agent';
/** Id of the track with the agent's voice. */
const VOICE = 'a0';
const JOINS_AT = msToSamples(100);
const PUBLISHES_AT = msToSamples(160);
const SUBSCRIBES_AT = msToSamples(180);
/** measurement.md, "Before the first turn": RTP has flowed for 1 s. */
const FLOWING_FOR = msToSamples(1000);
const REPORTS_AT = msToSamples(500);

interface AgentVoice {
  readonly wire: Wire;
  /** What it says from the last tick to the next. */
  readonly frame: Float32Array;
  readonly fill: (at: RigPos, frame: Float32Array) => void;
}

export class MemorySession implements TransportSession {
  readonly zeroNs = 0n;
  readonly clock: OffsetClock;
  readonly #options: OpenOptions;
  readonly #memory: MemoryOptions;
  readonly #handler: TransportHandler;
  readonly #agent: AgentBehaviour;
  readonly #microphones = new Map<SpeakerId, Microphone>();
  readonly #humans: { readonly microphone: Microphone; readonly wire: Wire }[] = [];
  readonly #wires: Wire[] = [];
  #voices: AgentVoice[] = [];
  #voice: Wire | undefined;
  #hears = false;
  #departed = false;
  #frames = 0;
  #lateFrames = 0;
  #maxLateness: Samples = 0;
  #over = false;

  constructor(clock: OffsetClock, options: OpenOptions, memory: MemoryOptions, handler: TransportHandler) {
    if (options.way.kind !== 'reference' && !memory.agent)
      throw new TurnrigError('input', `an agent that joins by "${options.way.kind}" cannot come into a room in memory`, {
        hint: 'Use a reference agent, or a room server.',
      });
    this.clock = clock;
    this.#options = options;
    this.#memory = memory;
    this.#handler = handler;
    this.#agent = memory.agent ? memory.agent() : referenceAgent(options, memory);
    clock.at(rigPos(0), () => this.#begin());
  }

  play({ turn, speaker, clip, at, voicedEnd }: PlayRequest): void {
    const microphone = this.#microphones.get(speaker);
    if (!microphone) throw new TurnrigError('internal', `turn ${turn} is to be said by ${speaker}, who is not in the scene`);
    const start = Math.max(at + (this.#fault('late-turns')?.by ?? 0), this.clock.now()) as RigPos;
    microphone.play(start, this.#options.clip(clip));
    this.#at(start, () => {
      const said = this.#hears ? this.#options.scene.turns.find(({ id }) => id === turn) : undefined;
      if (said) this.#agent.told?.(said, start, this.#options.clip(clip));
      this.#input({ type: 'turn-started', turn, start });
      this.#noteLateness(turn, start - at);
    });
    const end = shift(start, voicedEnd);
    this.#at(end, () => this.#input({ type: 'turn-ended', turn, voicedEnd: end }));
  }

  health(): SessionHealth {
    return {
      lateFrames: this.#lateFrames,
      frames: this.#frames,
      maxLateness: this.#maxLateness,
      eventLoopLagP99: undefined,
      eventLoopLagMax: undefined,
      lostPackets: this.#wires.reduce((sum, wire) => sum + wire.lost, 0),
      rigCpu: undefined,
      agentCpu: undefined,
    };
  }

  agentLog(): readonly AgentLogLine[] {
    return this.#agent.actions.map(({ what, at }) => ({ what, at }));
  }

  close(): Promise<void> {
    this.#over = true;
    return Promise.resolve();
  }

  /** Something in this session threw: the ear of the rig is gone, the evidence up to here is not. */
  fail(detail: string): void {
    this.#input({ type: 'rig-trouble', what: 'recorder-gone', detail });
  }

  #begin(): void {
    const { scene } = this.#options;
    const seats = scene.layout === 'mixed' ? [scene.speakers] : scene.speakers.map((speaker) => [speaker]);
    seats.forEach((speakers, i) => {
      const microphone = new Microphone();
      for (const { id } of speakers) this.#microphones.set(id, microphone);
      const ids = speakers.map(({ id }) => id);
      const wire = this.#wire(`h${i}`, { kind: 'human', speakers: ids }, ids.join('+'), 'microphone');
      this.#humans.push({ microphone, wire });
    });
    this.#input({ type: 'session-opened' });
    if (!this.#fault('agent-absent')) this.#bringAgent();
    const gone = this.#fault('server-gone');
    if (gone) this.#at(gone.at, () => this.#lose());
    this.#at(FRAME, () => this.#tick());
  }

  #bringAgent(): void {
    this.#at(JOINS_AT, () => this.#input({ type: 'agent-joined', identity: AGENT }));
    if (!this.#fault('no-track')) this.#at(PUBLISHES_AT, () => this.#publish());
    if (!this.#fault('not-subscribed'))
      this.#at(SUBSCRIBES_AT, () => {
        this.#hears = true;
        for (const { id } of this.#options.scene.speakers) this.#input({ type: 'agent-subscribed', speaker: id });
      });
    if (this.#memory.reportsReady !== false) this.#at(REPORTS_AT, () => this.#input({ type: 'agent-reported-ready' }));
    const leaves = this.#fault('agent-leaves');
    if (leaves) this.#at(leaves.at, () => this.#leave(leaves.reason));
  }

  #leave(reason: string): void {
    this.#voices = [];
    this.#hears = false;
    this.#input({ type: 'agent-left', identity: AGENT, reason });
  }

  /** What a reference agent does of its own accord in the middle of a call. */
  #depart(): void {
    const { gone } = this.#agent;
    if (gone === undefined || this.#departed) return;
    this.#departed = true;
    if (gone.how === 'leave') {
      this.#leave('it disconnected');
      return;
    }
    this.#voices = this.#voices.filter(({ wire }) => wire !== this.#voice);
    this.#input({ type: 'agent-track-ended', track: VOICE, tracks: this.#voices.length });
  }

  #publish(): void {
    this.#voice = this.#addVoice(VOICE, 'voice', (at, frame) => this.#agent.speak(at, frame));
    const { ambience } = this.#agent;
    if (ambience) this.#addVoice('a1', 'ambience', ambience);
    if (this.#fault('no-rtp')) this.#voices = [];
    else this.#at(PUBLISHES_AT + FLOWING_FOR, () => this.#input({ type: 'agent-flowing' }));
  }

  #addVoice(id: string, name: string, fill: AgentVoice['fill']): Wire {
    const wire = this.#wire(id, { kind: 'agent', identity: AGENT }, name, 'microphone');
    const frame = new Float32Array(FRAME);
    fill(this.clock.now(), frame);
    this.#voices.push({ wire, frame, fill });
    this.#input({ type: 'agent-track', track: id, name, tracks: this.#voices.length });
    return wire;
  }

  #wire(id: string, owner: TrackOwner, name: string, source: string): Wire {
    const track: TrackManifest = { id, owner, codec: 'pcm', constantDelay: 0, constantDelayPlusMinus: 0, name, source };
    this.#handler.track(track);
    const wire = new Wire(this.clock, this.#memory.network ?? QUIET_NETWORK, this.#memory.seed ?? 0, id, (packet) => {
      if (!this.#over) this.#handler.packet(id, packet);
    });
    this.#wires.push(wire);
    return wire;
  }

  /** A frame has passed: what was said in it leaves, the agent hears it, and says what it will say in the next one. */
  #tick(): void {
    const now = this.clock.now();
    const from = shift(now, -FRAME);
    const said: Float32Array[] = [];
    for (const { microphone, wire } of this.#humans) {
      const frame = microphone.render(from, FRAME);
      wire.send(from, FRAME, frame);
      if (frame) said.push(frame);
      this.#frames += 1;
    }
    for (const { wire, frame } of this.#voices) wire.send(from, FRAME, isSilent(frame) ? undefined : frame);
    if (this.#hears) this.#agent.hear(from, together(said));
    for (const { fill, frame } of this.#voices) fill(now, frame);
    this.#depart();
    this.#at(now + FRAME, () => this.#tick());
  }

  #lose(): void {
    this.#input({ type: 'rig-trouble', what: 'server-gone', detail: 'the room is gone' });
    this.#over = true;
  }

  #noteLateness(turn: string, late: Samples): void {
    if (late <= 0) return;
    this.#lateFrames += 1;
    this.#maxLateness = Math.max(this.#maxLateness, late);
    this.#input({ type: 'rig-trouble', what: 'late-frame', detail: `turn ${turn} left late`, amount: late });
  }

  #at(at: number, run: () => void): void {
    this.clock.at(rigPos(at), () => {
      if (!this.#over) run();
    });
  }

  #input(input: SessionInput): void {
    if (!this.#over) this.#handler.input(input);
  }

  #fault<K extends MemoryFault['kind']>(kind: K): Extract<MemoryFault, { kind: K }> | undefined {
    return this.#memory.faults?.find((fault): fault is Extract<MemoryFault, { kind: K }> => fault.kind === kind);
  }
}

const SILENCE = new Float32Array(FRAME);

/** All that is said in a frame, as one signal. */
function together(frames: readonly Float32Array[]): Float32Array {
  const [only, second] = frames;
  if (only === undefined) return SILENCE;
  return second
    ? mix(
        frames.map((samples) => ({ at: 0, samples })),
        FRAME,
      )
    : only;
}

function referenceAgent({ way, scene }: OpenOptions, { voice }: MemoryOptions): AgentBehaviour {
  if (way.kind !== 'reference') throw new TurnrigError('internal', 'no agent was given');
  return createBehaviour(way.behaviour, voice, scriptOf(scene));
}
