import { RtcpReceivingSession } from 'node-datachannel';
import { isRtcp } from '../../src/media/rtp.js';
import { NativeConnection } from '../native-connection.js';
import { PendingDescription } from '../pending-description.js';
import { ownCandidate, rtcConfig, toBuffer, type IceCandidate } from './native.js';
import { isReachable } from './sdp.js';

export interface PublisherEvents {
  candidate(candidate: IceCandidate): void;
  /** Decrypted RTP with its header extensions. The buffer is the receiver's to keep. */
  rtp(mid: string, datagram: Buffer): void;
  data(label: string, message: Buffer): void;
  state(state: string): void;
}

/** The connection on which a client sends: its tracks and its data channels. The client always offers. */
export class PublisherPeer {
  private readonly connection: NativeConnection;
  private readonly description = new PendingDescription();
  private early: IceCandidate[] = [];
  private offered = false;
  private closed = false;

  constructor(name: string, bindAddress: string, events: PublisherEvents) {
    this.connection = new NativeConnection(name, rtcConfig(bindAddress), (state) => {
      if (state === 'closed') this.description.cancel('of a closed connection');
      events.state(state);
    });
    const { pc } = this.connection;
    pc.onLocalDescription((sdp, type) => this.description.arrived(sdp, type));
    pc.onLocalCandidate((attribute, mid) => events.candidate(ownCandidate(attribute, mid)));
    pc.onTrack((track) => {
      const mid = track.mid();
      const session = track.type() === 'audio' ? new RtcpReceivingSession() : undefined;
      if (session !== undefined) track.setMediaHandler(session);
      this.connection.hold(track, session).onMessage((datagram) => {
        if (!this.closed && !isRtcp(datagram)) events.rtp(mid, datagram);
      });
    });
    pc.onDataChannel((channel) => {
      const label = channel.getLabel();
      this.connection.hold(channel).onMessage((message) => {
        if (!this.closed) events.data(label, toBuffer(message));
      });
    });
  }

  /** The answer to an offer. @throws whatever libdatachannel says of a description it cannot take. */
  async answer(offer: string): Promise<string> {
    const sdp = await this.description.request('answer', () => {
      this.connection.pc.setRemoteDescription(offer, 'offer');
      this.connection.pc.setLocalDescription('answer');
    });
    this.offered = true;
    for (const candidate of this.early.splice(0)) this.addCandidate(candidate);
    return sdp;
  }

  addCandidate(candidate: IceCandidate): void {
    if (this.closed || !isReachable(candidate.candidate)) return;
    if (!this.offered) {
      if (this.early.length < MAX_EARLY) this.early.push(candidate);
      return;
    }
    try {
      this.connection.pc.addRemoteCandidate(candidate.candidate, candidate.sdpMid);
    } catch {
      // What looks like a candidate and is none.
    }
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.description.cancel('closed');
    this.connection.close();
  }
}

/** A client trickles a handful; more before its first offer is an attack on memory. */
export const MAX_EARLY = 64;
