/**
 * The seam between a session and a room: one interface for memory, LiveKit (later mediasoup and WebSocket).
 *
 * Order of life: `open` connects the humans (streaming silence on absolute deadlines from then on) and, last of all, the
 * hidden recorder; then `play` as the session's commands come; `close` leaves the room. A transport never decides anything.
 */
import type { AgentAction, ReferenceBehaviour } from '../../agent/reference/behaviour.js';
import type { AgentDescription, SessionHealth, TrackManifest } from '../../src/recording/model.js';
import type { MediaPacket } from '../../src/media/packet.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import type { SpeakerId, TrackId, TurnId } from '../../src/schedule/events.js';
import type { SessionInput } from '../../src/schedule/events.js';
import type { Clock } from '../../src/time/clock.js';
import type { RigPos, Samples } from '../../src/time/position.js';

/** How the agent gets into the room. */
export type AgentWay =
  | { readonly kind: 'dispatch'; readonly agentName: string; readonly metadata: string }
  | { readonly kind: 'automatic' }
  /** Whoever joins and publishes audio and is not one of ours. */
  | { readonly kind: 'wait' }
  /** A reference agent that the transport itself runs (memory), or that joins as a participant in the same host (LiveKit). */
  | { readonly kind: 'reference'; readonly behaviour: ReferenceBehaviour };

export type { ReferenceBehaviour };

export interface OpenOptions {
  /** Unique room name. */
  readonly room: string;
  readonly scene: CompiledScene;
  readonly agent: AgentDescription;
  readonly way: AgentWay;
  /** Samples of a clip by its hash: mono, 48 kHz, full scale 1. Already loaded when `open` is called. */
  readonly clip: (hash: string) => Float32Array;
}

/** What a transport reports. Called in order of time, never after `close` has resolved. */
export interface TransportHandler {
  /** Everything that is an input of the session: joins, tracks, subscriptions, turns started and ended, reports, troubles. */
  input(input: SessionInput): void;
  /** A track that will deliver packets, ours or the agent's. Comes before its first packet. */
  track(track: TrackManifest): void;
  /** A packet of that track, as received. */
  packet(track: TrackId, packet: MediaPacket): void;
  /** What it waits for now, on the way in and out: said where a session stands still. "joining: the recorder". */
  step?(what: string): void;
}

export interface PlayRequest {
  readonly turn: TurnId;
  readonly speaker: SpeakerId;
  readonly clip: string;
  /** Where sample 0 of the clip is to leave. When that has passed it leaves with the next frame, and the lateness is reported. */
  readonly at: RigPos;
  /** The clip's voiced end, so that the transport can report `turn-ended` when it has left. */
  readonly voicedEnd: Samples;
}

/**
 * What a reference agent did, on the session's timeline, by its own log and not by what was recorded: truth to hold scores against, kept
 * beside the evidence and never scored.
 */
export interface AgentLogLine {
  readonly what: AgentAction['what'];
  readonly at: RigPos;
  /** On the host's monotonic clock, of an agent in a room: when the sample at `at` was pushed, or heard. */
  readonly ns?: bigint;
}

export interface TransportSession {
  /** The session's clock; position 0 is when `open` was called. */
  readonly clock: Clock;
  /** Monotonic nanoseconds of position 0 (0 for virtual time). */
  readonly zeroNs: bigint;
  play(request: PlayRequest): void;
  /** How the rig did so far. */
  health(): SessionHealth;
  /** The log of a reference agent so far; empty for other agents. Whole once `close` has resolved. */
  agentLog(): readonly AgentLogLine[];
  /** What was found wrong on the way out, once `close` has resolved: it spoils the session. Not there: nothing ever is. */
  trouble?(): string | undefined;
  /** Leaves the room. Resolves when nothing more will be reported. Never rejects for a server that is gone already. */
  close(): Promise<void>;
}

export interface Transport {
  readonly name: string;
  /** @throws TurnrigError `room-unreachable`, `room-refused` when the room cannot be had. */
  open(options: OpenOptions, handler: TransportHandler): Promise<TransportSession>;
}
