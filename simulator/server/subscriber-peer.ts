import { Audio, type DataChannel, type Track } from 'node-datachannel';
import { NativeConnection } from '../native-connection.js';
import { PendingDescription } from '../pending-description.js';
import { newSsrc } from './ids.js';
import { LOSSY, ownCandidate, RELIABLE, rtcConfig, type DataLabel, type IceCandidate } from './native.js';
import { MAX_EARLY } from './publisher-peer.js';
import { bareAnswer, deactivate, isReachable, isReasonable, OPUS_PT, readSections, RED_PT, type MediaSection } from './sdp.js';

export interface SubscriberEvents {
  candidate(candidate: IceCandidate): void;
  state(state: string): void;
  dataOpen(label: DataLabel): void;
}

/** One track on its way to one subscriber. */
export interface DownTrack {
  readonly mid: string;
  readonly ssrc: number;
  /** Sends when the track is open, else drops. */
  send(datagram: Uint8Array): void;
}

/** Bytes in a lossy channel's buffer above which further packets are dropped: late is as bad as lost there. */
const LOSSY_LIMIT = 1 << 20;

/** The connection on which a client hears: the others' tracks and data. The server always offers. */
export class SubscriberPeer {
  private readonly connection: NativeConnection;
  private readonly description = new PendingDescription();
  private readonly channels = new Map<DataLabel, DataChannel>();
  private readonly tracks = new Map<string, Track>();
  private readonly dead = new Set<string>();
  private readonly ownEarly: IceCandidate[] = [];
  private readonly early: IceCandidate[] = [];
  private count = 0;
  private answered = false;
  private closed = false;

  constructor(
    name: string,
    bindAddress: string,
    private readonly events: SubscriberEvents,
  ) {
    this.connection = new NativeConnection(name, rtcConfig(bindAddress), (state) => {
      if (state === 'closed') this.description.cancel('of a closed connection');
      events.state(state);
    });
    const { pc } = this.connection;
    pc.onLocalDescription((sdp, type) => this.description.arrived(sdp, type));
    // Own candidates wait until the answer has been applied: libdatachannel hands the remote ICE credentials on before it
    // stores the remote fingerprint, so on loopback DTLS can win that race and fail (every second batch of 24 joins, facts.md).
    pc.onLocalCandidate((attribute, mid) => {
      const candidate = ownCandidate(attribute, mid);
      if (this.answered) events.candidate(candidate);
      else this.ownEarly.push(candidate);
    });
    for (const label of [RELIABLE, LOSSY] as const) {
      const channel = this.connection.hold(pc.createDataChannel(label, label === LOSSY ? { unordered: true, maxRetransmits: 0 } : {}));
      channel.onOpen(() => events.dataOpen(label));
      channel.onMessage(() => {
        // Clients speak on the publisher connection only.
      });
      this.channels.set(label, channel);
    }
  }

  /** Sections that were ever added. */
  get trackCount(): number {
    return this.count;
  }

  /** Adds a sending section to the next offer. @param streamId `PA_..|TR_..`, by which clients find participant and track. */
  addTrack(streamId: string, trackId: string): DownTrack {
    const mid = `a${this.count++}`;
    const ssrc = newSsrc();
    const media = new Audio(mid, 'SendOnly');
    media.addOpusCodec(OPUS_PT, 'minptime=10;useinbandfec=1');
    media.addAudioCodec(RED_PT, 'red/48000/2', `${OPUS_PT}/${OPUS_PT}`);
    media.addSSRC(ssrc, streamId.replace('|', '_'), streamId, trackId);
    const track = this.connection.hold(this.connection.pc.addTrack(media));
    track.onMessage(() => {
      // Receiver reports of the client.
    });
    this.tracks.set(mid, track);
    return {
      mid,
      ssrc,
      send: (datagram) => {
        if (!this.closed && !this.dead.has(mid) && track.isOpen())
          track.sendMessageBinary(Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength));
      },
    };
  }

  /** Makes the section inactive in the next offer. The native track is never closed (see `deactivate`). */
  removeTrack(track: DownTrack): void {
    this.dead.add(track.mid);
  }

  async offer(): Promise<string> {
    return deactivate(await this.description.request('offer', () => this.connection.pc.setLocalDescription('offer')), this.dead);
  }

  /** Takes the answer to the last offer; returns what it accepts, by mid. @throws what libdatachannel says of a bad one. */
  accept(answer: string): ReadonlyMap<string, MediaSection> {
    if (!isReasonable(answer)) throw new Error('too many media sections');
    const bare = bareAnswer(answer);
    this.connection.pc.setRemoteDescription(bare.sdp, 'answer');
    this.answered = true;
    for (const { candidate, mid } of bare.candidates) this.addCandidate({ candidate, sdpMid: mid, sdpMLineIndex: 0 });
    for (const candidate of this.ownEarly.splice(0)) this.events.candidate(candidate);
    for (const candidate of this.early.splice(0)) this.addCandidate(candidate);
    return readSections(answer);
  }

  addCandidate(candidate: IceCandidate): void {
    if (this.closed || !isReachable(candidate.candidate)) return;
    if (!this.answered) {
      if (this.early.length < MAX_EARLY) this.early.push(candidate);
      return;
    }
    try {
      this.connection.pc.addRemoteCandidate(candidate.candidate, candidate.sdpMid);
    } catch {
      // As in PublisherPeer.
    }
  }

  /** False when the channel is not open yet. Lossy packets that find a full buffer are dropped. */
  sendData(label: DataLabel, bytes: Uint8Array): boolean {
    const channel = this.channels.get(label);
    if (this.closed || !channel?.isOpen()) return false;
    if (label === LOSSY && channel.bufferedAmount() > LOSSY_LIMIT) return true;
    try {
      channel.sendMessageBinary(bytes);
    } catch {
      // Larger than the client's own limit, or closing: nothing that a later try would mend.
    }
    return true;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.description.cancel('closed');
    this.connection.close();
  }
}
