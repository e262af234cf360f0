/**
 * The hidden recorder: a participant nobody sees, that receives raw RTP of the tracks it is told to and stamps their arrival.
 * One code for the embedded and the real LiveKit server (facts.md, "The recorder on both servers").
 */
import { ParticipantInfo_Kind, ParticipantInfo_State, SignalTarget, TrackSource, TrackType } from '@livekit/protocol';
import type { JoinResponse, ParticipantInfo, SessionDescription, TrackInfo } from '@livekit/protocol';
import { messageOf, TurnrigError } from '../../src/error.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { parseRtp } from '../../src/media/rtp.js';
import type { RigPos } from '../../src/time/position.js';
import { Overdue, settled, within } from '../bounded.js';
import { Depacketizer } from './depacketizer.js';
import { ReceivingPeer } from './peer.js';
import { offeredStreams, payloadTypes } from './sdp.js';
import { SignallingClient } from './signalling.js';
import type { ResponseMessage } from './signalling.js';

/** Joins take 10 to 90 ms, some 1.02 s (facts.md): what takes longer than this does not come. */
const CONNECT_MS = 10_000;
const LEAVE_MS = 2_000;

/** An audio track in the room, ours or anybody's. Names are its publisher's: hostile text. */
export interface RoomTrack {
  readonly sid: string;
  readonly participantSid: string;
  readonly identity: string;
  readonly agentKind: boolean;
  readonly name: string;
  readonly source: string;
  readonly muted: boolean;
}

export interface RecorderHandler {
  /** A packet of a track that was subscribed to. */
  packet(track: RoomTrack, packet: MediaPacket): void;
  /** A track was published, or (un)muted. */
  track?(track: RoomTrack): void;
  /** A track is gone. Its packets may still trickle in for a moment. */
  trackGone?(track: RoomTrack): void;
  /** The recorder hears nothing any more. Once, and never after close. */
  lost(reason: string): void;
}

export interface RecorderOptions {
  readonly server: string;
  /** Access token with a hidden, subscribe-only grant. */
  readonly token: string;
  /** Monotonic nanoseconds to the rig's clock. */
  readonly position: (ns: bigint) => RigPos;
}

/** Whether the address names this very host: then ICE is bound to loopback and asks nobody else. */
export function isLoopback(server: string): boolean {
  const { hostname } = new URL(server);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

export class Recorder {
  private readonly options: RecorderOptions;
  private readonly handler: RecorderHandler;
  private signalling: SignallingClient | undefined;
  private peer: ReceivingPeer | undefined;
  private codecs = new Map<number, string>();
  private readonly tracks = new Map<string, RoomTrack>();
  /** Every track there ever was: the last packets may come after the news that their track is gone. */
  private readonly known = new Map<string, RoomTrack>();
  private readonly sidByMid = new Map<string, string>();
  private readonly sidBySsrc = new Map<number, string>();
  private readonly depacketizers = new Map<string, Depacketizer>();
  private work: Promise<void> = Promise.resolve();
  private connected: (() => void) | undefined;
  private failed: ((error: Error) => void) | undefined;
  private closed = false;
  private gone = false;
  private closing: Promise<void> | undefined;

  private constructor(options: RecorderOptions, handler: RecorderHandler) {
    this.options = options;
    this.handler = handler;
  }

  /**
   * Joins and waits until media can flow. @throws TurnrigError room-unreachable, room-refused.
   */
  static async join(options: RecorderOptions, handler: RecorderHandler): Promise<Recorder> {
    const recorder = new Recorder(options, handler);
    const ready = new Promise<void>((resolve, reject) => {
      recorder.connected = resolve;
      recorder.failed = reject;
    });
    // The wait below may be cut by the connect's own error; the other one is then nobody's.
    ready.catch(() => undefined);
    try {
      recorder.signalling = await SignallingClient.connect(options.server, options.token, {
        message: (message) => recorder.enqueue(message),
        lost: (reason) => recorder.lose(reason),
      });
      await within(CONNECT_MS, 'no media connection', ready);
      return recorder;
    } catch (error) {
      await recorder.close();
      throw error instanceof Overdue ? unreachable(error.message) : error;
    }
  }

  /** Asks for a track's packets. Harmless when asked twice or when the track is gone. */
  subscribe(sid: string): void {
    this.signalling?.subscribe(sid);
  }

  /** Audio tracks in the room now. */
  roomTracks(): RoomTrack[] {
    return [...this.tracks.values()];
  }

  /** Packets lost for good on a track. */
  lost(sid: string): number {
    return this.depacketizers.get(sid)?.lost ?? 0;
  }

  /** Leaves. Resolves when nothing of it runs any more; never rejects, may be called again. */
  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async leave(): Promise<void> {
    this.closed = true;
    await this.signalling?.close();
    // An offer that is being answered still: its connection goes first, and its wait with it.
    this.peer?.close();
    await settled(LEAVE_MS, this.work);
  }

  private enqueue(message: ResponseMessage): void {
    this.work = this.work.then(() => this.receive(message)).catch((error: unknown) => this.lose(`signalling: ${messageOf(error)}`));
  }

  private async receive(message: ResponseMessage): Promise<void> {
    if (this.closed) return;
    if (message.case === 'join') this.joined(message.value);
    else if (message.case === 'update') for (const participant of message.value.participants) this.participant(participant);
    else if (message.case === 'offer') await this.offer(message.value);
    else if (message.case === 'trickle' && message.value.target === SignalTarget.SUBSCRIBER) this.candidate(message.value.candidateInit);
    else if (message.case === 'leave') this.lose('the server sent the recorder away');
  }

  private joined(join: JoinResponse): void {
    const loopback = isLoopback(this.options.server);
    const ice = loopback
      ? []
      : join.iceServers.flatMap((server) => server.urls.map((url) => iceUrl(url, server.username, server.credential)));
    this.peer = new ReceivingPeer('turnrig-recorder', loopback ? '127.0.0.1' : undefined, ice, {
      rtp: (mid, datagram, at) => this.rtp(mid, datagram, at),
      candidate: (candidate) => this.signalling?.trickle(candidate),
      state: (state) => this.stateChanged(state),
    });
    for (const participant of join.otherParticipants) this.participant(participant);
  }

  private stateChanged(state: string): void {
    if (state === 'connected') this.connected?.();
    // 'disconnected' may heal; 'failed' does not.
    else if (state === 'failed' || state === 'closed') this.lose(`media connection ${state}`);
  }

  private async offer(offer: SessionDescription): Promise<void> {
    if (this.peer === undefined) return;
    this.codecs = payloadTypes(offer.sdp);
    for (const stream of offeredStreams(offer.sdp)) {
      if (stream.kind !== 'audio' || !stream.sending || stream.trackSid === '') continue;
      // A section is used again for a later track, and packets of the earlier one may still be under way: the SSRC decides where given.
      this.sidByMid.set(stream.mid, stream.trackSid);
      for (const ssrc of stream.ssrcs) this.sidBySsrc.set(ssrc, stream.trackSid);
    }
    const sdp = await this.peer.answer(offer.sdp);
    this.signalling?.answer(sdp, offer.id);
  }

  private candidate(init: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(init);
    } catch {
      return;
    }
    if (typeof parsed !== 'object' || parsed === null || !('candidate' in parsed) || typeof parsed.candidate !== 'string') return;
    const mid = 'sdpMid' in parsed && typeof parsed.sdpMid === 'string' ? parsed.sdpMid : '0';
    this.peer?.addCandidate(parsed.candidate, mid);
  }

  private participant(info: ParticipantInfo): void {
    const audio = info.state === ParticipantInfo_State.DISCONNECTED ? [] : info.tracks.filter((track) => track.type === TrackType.AUDIO);
    const now = new Map(audio.map((track) => [track.sid, roomTrack(info, track)]));
    for (const [sid, known] of [...this.tracks]) {
      if (known.participantSid !== info.sid || now.has(sid)) continue;
      this.tracks.delete(sid);
      this.handler.trackGone?.(known);
    }
    for (const [sid, track] of now) {
      const known = this.tracks.get(sid);
      this.tracks.set(sid, track);
      this.known.set(sid, track);
      if (known === undefined || known.muted !== track.muted) this.handler.track?.(track);
    }
  }

  private rtp(mid: string, datagram: Uint8Array, at: bigint): void {
    const packet = parseRtp(datagram);
    if (packet === undefined) return;
    const sid = this.sidBySsrc.get(packet.ssrc) ?? this.sidByMid.get(mid);
    const track = sid === undefined ? undefined : this.known.get(sid);
    if (sid === undefined || track === undefined) return;
    let depacketizer = this.depacketizers.get(sid);
    if (depacketizer === undefined) {
      depacketizer = new Depacketizer(() => this.codecs);
      this.depacketizers.set(sid, depacketizer);
    }
    for (const fresh of depacketizer.push(packet, this.options.position(at))) this.handler.packet(track, fresh);
  }

  private lose(reason: string): void {
    if (this.closed || this.gone) return;
    this.gone = true;
    this.failed?.(unreachable(reason));
    this.handler.lost(reason);
  }
}

function unreachable(reason: string): TurnrigError {
  return new TurnrigError('room-unreachable', `the recorder could not join the room: ${reason}`, {
    hint: 'Check that UDP reaches the room server.',
  });
}

function roomTrack(participant: ParticipantInfo, track: TrackInfo): RoomTrack {
  return {
    sid: track.sid,
    participantSid: participant.sid,
    identity: participant.identity,
    agentKind: participant.kind === ParticipantInfo_Kind.AGENT,
    name: track.name,
    source: TrackSource[track.source].toLowerCase(),
    muted: track.muted,
  };
}

/** libdatachannel takes credentials inside the URL. */
function iceUrl(url: string, username: string, credential: string): string {
  const at = url.indexOf(':');
  if (username === '' || at < 0) return url;
  return `${url.slice(0, at + 1)}${encodeURIComponent(username)}:${encodeURIComponent(credential)}@${url.slice(at + 1)}`;
}
