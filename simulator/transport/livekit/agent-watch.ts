/**
 * What the lead human's room tells of the agent: joins, tracks, states and transcripts.
 *
 * Who is the agent: of a dispatched or automatic one, participants of kind AGENT; when the rig waits for whoever joins, and for reference
 * agents, every participant that is not ours.
 */
import { ParticipantKind, RoomEvent, TrackKind, TrackSource } from '@livekit/rtc-node';
import type { RemoteParticipant, RemoteTrackPublication, Room, TextStreamReader } from '@livekit/rtc-node';
import { messageOf } from '../../../src/error.js';
import type { SessionInput } from '../../../src/schedule/events.js';
import type { AgentWay } from '../transport.js';
import { readWearerMessage, WEARER_LIMITS, WEARER_TOPIC } from '../../../src/entry-yield/wearer-message.js';
import { boundedText, MAX_TEXT, ReportBudget } from './hostile-text.js';
import { leftBecause } from './left-because.js';

const STATE_ATTRIBUTE = 'lk.agent.state';
/** The state in which an @livekit/agents session is ready to be talked to. */
const READY_STATE = 'listening';
const TRANSCRIPTION_TOPIC = 'lk.transcription';
/** Kinds of refusal that are told. */
const MOST_REFUSALS = 10;

/** An audio track of the agent as it is published. Names are hostile text, bounded here. */
export interface AgentTrack {
  readonly sid: string;
  readonly identity: string;
  readonly name: string;
  readonly source: string;
}

export interface AgentWatchHandler {
  input(input: Extract<SessionInput, { type: 'agent-joined' | 'agent-left' | 'agent-reported-ready' | 'reported' | 'p-wearer' }>): void;
  track(track: AgentTrack): void;
  trackEnded(track: AgentTrack): void;
  muted(track: AgentTrack, muted: boolean): void;
  /** The lead human subscribed to the track: from now on the recorder may. */
  heard(track: AgentTrack): void;
}

export interface AgentWatchOptions {
  readonly way: AgentWay['kind'];
  /** Identities of our own participants. */
  readonly ours: ReadonlySet<string>;
  /** Whether a track id is one of our humans'. */
  readonly ourTrack: (sid: string) => boolean;
}

export class AgentWatch {
  private readonly options: AgentWatchOptions;
  private readonly handler: AgentWatchHandler;
  private readonly budget = new ReportBudget();
  private readonly wearerMessages = new ReportBudget(WEARER_LIMITS.messages);
  private readonly wearerFrames = new ReportBudget(WEARER_LIMITS.frames);
  /** Why messages of p_wearer were refused; each reason is told once. */
  private readonly refused = new Set<string>();
  private readonly present = new Set<string>();
  private readonly tracks = new Map<string, AgentTrack>();
  private ready = false;
  private state: string | undefined;
  private stopped = false;

  constructor(options: AgentWatchOptions, handler: AgentWatchHandler) {
    this.options = options;
    this.handler = handler;
  }

  /** Sets the handlers; call before the room connects, so that nothing is missed. */
  listen(room: Room): void {
    const guarded =
      <A extends unknown[]>(run: (...args: A) => void) =>
      (...args: A): void => {
        if (!this.stopped) run(...args);
      };
    room.on(
      RoomEvent.ParticipantConnected,
      guarded((participant) => this.joined(participant)),
    );
    room.on(
      RoomEvent.ParticipantDisconnected,
      guarded((participant) => this.left(participant)),
    );
    room.on(
      RoomEvent.TrackPublished,
      guarded((publication, participant) => this.published(publication, participant)),
    );
    room.on(
      RoomEvent.TrackUnpublished,
      guarded((publication) => this.unpublished(publication.sid ?? '')),
    );
    room.on(
      RoomEvent.TrackSubscribed,
      guarded((_track, publication) => this.subscribed(publication.sid ?? '')),
    );
    room.on(
      RoomEvent.ParticipantAttributesChanged,
      guarded((changed, participant) => {
        if (this.present.has(participant.identity)) this.attributes(changed);
      }),
    );
    const muted = (now: boolean) =>
      guarded((publication: { readonly sid?: string | undefined }) => {
        const track = this.tracks.get(publication.sid ?? '');
        if (track !== undefined) this.handler.muted(track, now);
      });
    room.on(RoomEvent.TrackMuted, muted(true));
    room.on(RoomEvent.TrackUnmuted, muted(false));
    room.on(
      RoomEvent.DataReceived,
      guarded((payload: Uint8Array, participant?: RemoteParticipant, _kind?: unknown, topic?: string) => {
        if (topic === WEARER_TOPIC && participant !== undefined && this.present.has(participant.identity))
          this.wearer(payload, participant.identity);
      }),
    );
    room.registerTextStreamHandler(TRANSCRIPTION_TOPIC, (reader, from) => void this.transcript(reader, from.identity));
  }

  /** Reads who is there already. Call once the room is connected. */
  lookAround(room: Room): void {
    for (const participant of room.remoteParticipants.values()) {
      this.joined(participant);
      for (const publication of participant.trackPublications.values()) this.published(publication, participant);
    }
  }

  stop(): void {
    this.stopped = true;
  }

  get agentPresent(): boolean {
    return this.present.size > 0;
  }

  private isAgent(participant: RemoteParticipant): boolean {
    if (this.options.ours.has(participant.identity)) return false;
    if (participant.kind === ParticipantKind.AGENT) return true;
    const anybody = this.options.way === 'wait' || this.options.way === 'reference';
    return anybody && participant.kind === ParticipantKind.STANDARD;
  }

  private joined(participant: RemoteParticipant): void {
    if (this.present.has(participant.identity) || !this.isAgent(participant)) return;
    this.present.add(participant.identity);
    this.handler.input({ type: 'agent-joined', identity: boundedText(participant.identity, 200) });
    // The state may have been set before we came to see it (facts.md).
    this.attributes(participant.attributes);
  }

  private left(participant: RemoteParticipant): void {
    if (!this.present.delete(participant.identity)) return;
    for (const [sid, track] of [...this.tracks]) if (track.identity === participant.identity) this.unpublished(sid);
    this.handler.input({
      type: 'agent-left',
      identity: boundedText(participant.identity, 200),
      reason: leftBecause(participant.disconnectReason),
    });
  }

  private published(publication: RemoteTrackPublication, participant: RemoteParticipant): void {
    const sid = publication.sid ?? '';
    if (publication.kind !== TrackKind.KIND_AUDIO || sid === '' || this.tracks.has(sid) || !this.isAgent(participant)) return;
    this.joined(participant);
    const track: AgentTrack = {
      sid,
      identity: participant.identity,
      name: boundedText(publication.name ?? '', 200),
      source: (TrackSource[publication.source ?? 0] ?? '').replace(/^SOURCE_/, '').toLowerCase(),
    };
    this.tracks.set(sid, track);
    this.handler.track(track);
    // A human hears first: many agents play nothing before somebody does (measurement.md, "Before the first turn").
    publication.setSubscribed(true);
  }

  private unpublished(sid: string): void {
    const track = this.tracks.get(sid);
    if (track === undefined) return;
    this.tracks.delete(sid);
    this.handler.trackEnded(track);
  }

  private subscribed(sid: string): void {
    const track = this.tracks.get(sid);
    if (track !== undefined) this.handler.heard(track);
  }

  private attributes(attributes: Readonly<Record<string, string>>): void {
    const state = attributes[STATE_ATTRIBUTE];
    if (state === undefined || state === this.state) return;
    this.state = state;
    this.report('state', state);
    if (state !== READY_STATE || this.ready) return;
    this.ready = true;
    this.handler.input({ type: 'agent-reported-ready' });
  }

  private report(what: 'state' | 'transcript' | 'user-transcript' | 'event', text: string, final?: boolean): void {
    if (this.stopped || !this.budget.take()) return;
    this.handler.input({ type: 'reported', what, text: boundedText(text), ...(final === undefined ? {} : { final }) });
  }

  /** A flood must fill neither the log nor the time in which audio is to leave: beyond the budget messages are not even read. */
  private wearer(payload: Uint8Array, from: string): void {
    if (!this.wearerMessages.take()) return;
    const read = readWearerMessage(payload);
    if (!('refused' in read)) {
      if (this.wearerFrames.take(read.p.length)) this.handler.input({ type: 'p-wearer', identity: boundedText(from, 200), ...read });
      return;
    }
    if (this.refused.has(read.refused) || this.refused.size >= MOST_REFUSALS) return;
    this.refused.add(read.refused);
    this.report('event', `a message of ${WEARER_TOPIC} was refused: ${read.refused}`);
  }

  /** One stream is one segment. The agent may be cut off in it, and rtc-node then throws "Disconnected while receiving". */
  private async transcript(reader: TextStreamReader, from: string): Promise<void> {
    const attributes = reader.info.attributes ?? {};
    const ofTrack = attributes['lk.transcribed_track_id'];
    const ofHuman = ofTrack === undefined ? this.options.ours.has(from) : this.options.ourTrack(ofTrack);
    let text = '';
    let complete = true;
    try {
      for await (const chunk of reader) {
        text += chunk;
        if (text.length > MAX_TEXT) break;
      }
    } catch (error) {
      complete = false;
      if (text === '') this.report('event', `a transcript broke off: ${messageOf(error)}`);
    }
    const final = complete && attributes['lk.transcription_final'] !== 'false';
    if (text !== '') this.report(ofHuman ? 'user-transcript' : 'transcript', text, final);
  }
}
