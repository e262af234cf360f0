/**
 * Which tracks the recorder hears, under which ids, and what their packets prove.
 *
 * The proof that the agent hears a speaker comes from the server: it tells a publisher once that somebody subscribed to a track of its.
 * It does not say who. So nobody of ours subscribes to a human's track before: the humans do not hear each other, and the recorder takes
 * the human's track only after the proof. What is proven is "somebody who is not ours subscribed to this track"; with one agent in the
 * room that is the agent. With several agents, or a stranger who watches the room, it is one of them, and which one cannot be known from
 * outside. The proof is handed on once an agent is in the room and the recorder hears the track as well.
 */
import type { MediaPacket } from '../../../src/media/packet.js';
import type { TrackManifest } from '../../../src/recording/model.js';
import type { SessionInput, SpeakerId, TrackId } from '../../../src/schedule/events.js';
import { rigPos, type RigPos, type Samples } from '../../../src/time/position.js';
import { FlowGate } from './flow-gate.js';

interface ConstantDelay {
  readonly constantDelay: Samples;
  readonly constantDelayPlusMinus: Samples;
}

interface HumanEar {
  readonly manifest: TrackManifest;
  readonly speakers: readonly SpeakerId[];
  /** The server said that somebody subscribed. */
  proven: boolean;
  recorded: boolean;
  /** Arrival of its last packet. */
  heardAt: RigPos;
  reported: boolean;
}

interface AgentEar {
  readonly manifest: TrackManifest;
  readonly flow: FlowGate;
  here: boolean;
  subscribed: boolean;
  /** The recorder may take it. */
  wanted: boolean;
}

export interface EarsHandler {
  track(manifest: TrackManifest): void;
  packet(track: TrackId, packet: MediaPacket): void;
  input(
    input: Extract<
      SessionInput,
      { type: 'agent-track' | 'agent-track-ended' | 'agent-track-muted' | 'agent-subscribed' | 'agent-flowing' }
    >,
  ): void;
  /** Asks the recorder for a track. */
  subscribe(sid: string): void;
}

export class Ears {
  private readonly handler: EarsHandler;
  private readonly humans = new Map<string, HumanEar>();
  private readonly agents = new Map<string, AgentEar>();
  private recorder = false;
  private agentCame = false;

  constructor(handler: EarsHandler) {
    this.handler = handler;
  }

  humanTrack(
    sid: string,
    seat: { readonly speakers: readonly SpeakerId[]; readonly trackName: string },
    id: TrackId,
    delay: ConstantDelay,
  ): void {
    const manifest: TrackManifest = {
      id,
      owner: { kind: 'human', speakers: seat.speakers },
      codec: 'opus',
      ...delay,
      name: seat.trackName,
      source: 'microphone',
    };
    this.humans.set(sid, { manifest, speakers: seat.speakers, proven: false, recorded: false, heardAt: rigPos(0), reported: false });
    this.handler.track(manifest);
  }

  /** The server told that somebody subscribed to the human's track. */
  humanHeard(sid: string): void {
    const ear = this.humans.get(sid);
    if (ear === undefined || ear.proven) return;
    ear.proven = true;
    if (this.recorder) this.handler.subscribe(sid);
  }

  agentJoined(): void {
    this.agentCame = true;
    for (const ear of this.humans.values()) this.prove(ear);
  }

  agentTrack(
    track: { readonly sid: string; readonly identity: string; readonly name: string; readonly source: string },
    delay: ConstantDelay,
  ): void {
    const manifest: TrackManifest = {
      id: `a${this.agents.size}`,
      owner: { kind: 'agent', identity: track.identity },
      codec: 'opus',
      ...delay,
      name: track.name,
      source: track.source,
    };
    this.agents.set(track.sid, { manifest, flow: new FlowGate(), here: true, subscribed: false, wanted: false });
    this.handler.track(manifest);
    this.handler.input({ type: 'agent-track', track: manifest.id, name: track.name, tracks: this.count() });
  }

  agentTrackEnded(sid: string): void {
    const ear = this.agents.get(sid);
    if (ear?.here !== true) return;
    ear.here = false;
    this.handler.input({ type: 'agent-track-ended', track: ear.manifest.id, tracks: this.count() });
  }

  /** An epoch ends here (measurement.md, "Placing RTP"), which the packets alone do not always show. */
  agentMuted(sid: string, muted: boolean): void {
    const ear = this.agents.get(sid);
    if (ear !== undefined) this.handler.input({ type: 'agent-track-muted', track: ear.manifest.id, muted });
  }

  /** A human hears the agent's track: the recorder follows. */
  followAgent(sid: string): void {
    const ear = this.agents.get(sid);
    if (ear === undefined) return;
    ear.wanted = true;
    this.take(sid, ear);
  }

  /** The recorder is in the room: it asks for everything that it may have by now. */
  recorderReady(): void {
    this.recorder = true;
    for (const [sid, ear] of this.agents) this.take(sid, ear);
    for (const [sid, ear] of this.humans) if (ear.proven) this.handler.subscribe(sid);
  }

  packet(sid: string, packet: MediaPacket): void {
    const human = this.humans.get(sid);
    if (human !== undefined) {
      human.recorded = true;
      human.heardAt = packet.arrival;
      this.prove(human);
      this.handler.packet(human.manifest.id, packet);
      return;
    }
    const agent = this.agents.get(sid);
    if (agent === undefined) return;
    this.handler.packet(agent.manifest.id, packet);
    // Once a track: after a republication the gate starts anew.
    if (agent.flow.arrived(packet.arrival)) this.handler.input({ type: 'agent-flowing' });
  }

  /** Of the humans' tracks that were heard, the one that has not been for longest. */
  quietestHuman(): { readonly track: TrackId; readonly heardAt: RigPos } | undefined {
    const heard = [...this.humans.values()].filter((ear) => ear.recorded).sort((a, b) => a.heardAt - b.heardAt);
    return heard[0] && { track: heard[0].manifest.id, heardAt: heard[0].heardAt };
  }

  /** Lost packets over all tracks. */
  lost(ofTrack: (sid: string) => number): number {
    return [...this.humans.keys(), ...this.agents.keys()].reduce((sum, sid) => sum + ofTrack(sid), 0);
  }

  /** Of them those of the agent's tracks. */
  lostOfAgents(ofTrack: (sid: string) => number): number {
    return [...this.agents.keys()].reduce((sum, sid) => sum + ofTrack(sid), 0);
  }

  private take(sid: string, ear: AgentEar): void {
    if (!this.recorder || !ear.wanted || ear.subscribed) return;
    ear.subscribed = true;
    this.handler.subscribe(sid);
  }

  private prove(ear: HumanEar): void {
    if (ear.reported || !ear.proven || !ear.recorded || !this.agentCame) return;
    ear.reported = true;
    for (const speaker of ear.speakers) this.handler.input({ type: 'agent-subscribed', speaker });
  }

  private count(): number {
    return [...this.agents.values()].filter((ear) => ear.here).length;
  }
}
