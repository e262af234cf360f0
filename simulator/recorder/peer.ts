/**
 * The subscriber's peer connection, on node-datachannel: raw RTP up, no jitter buffer, arrival stamped at once.
 *
 * Order of calls and traps are those of facts.md ("The recorder on both servers"): remote offer, local answer, and only then the
 * candidates; the answer is made receive-only by hand.
 */
import { RtcpReceivingSession, type Track } from 'node-datachannel';
import { isRtcp } from '../../src/media/rtp.js';
import { NativeConnection } from '../native-connection.js';
import { PendingDescription } from '../pending-description.js';
import { receiveOnly } from './sdp.js';

export interface PeerHandler {
  /** A datagram of RTP (never RTCP) of the section `mid`; `at` is monotonic nanoseconds, taken first of all. */
  rtp(mid: string, datagram: Uint8Array, at: bigint): void;
  candidate(candidate: { readonly candidate: string; readonly sdpMid: string; readonly sdpMLineIndex: number }): void;
  state(state: string): void;
}

export class ReceivingPeer {
  private readonly connection: NativeConnection;
  private readonly handler: PeerHandler;
  private pending: { candidate: string; mid: string }[] = [];
  private answered = false;
  private closed = false;
  private readonly description = new PendingDescription();

  /** @param bind local address for loopback servers; undefined lets ICE gather all. */
  constructor(name: string, bind: string | undefined, iceServers: readonly string[], handler: PeerHandler) {
    this.handler = handler;
    const config = {
      iceServers: [...iceServers],
      ...(bind === undefined ? {} : { bindAddress: bind }),
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    };
    this.connection = new NativeConnection(name, config, (state) => {
      // The server may close it first: then no answer comes any more.
      if (state === 'closed') this.description.cancel('of a closed connection');
      if (!this.closed) handler.state(state);
    });
    const { pc } = this.connection;
    pc.onLocalDescription((sdp, type) => this.description.arrived(sdp, type));
    pc.onLocalCandidate((candidate, mid) => {
      if (!this.closed) handler.candidate({ candidate: candidate.replace(/^a=/, ''), sdpMid: mid, sdpMLineIndex: 0 });
    });
    pc.onDataChannel((channel) => this.connection.hold(channel).onMessage(() => undefined));
    pc.onTrack((track) => this.receive(track));
  }

  /** Applies an offer and gives the answer to send back. Offers come one at a time: the signalling awaits this. Rejects when there is none. */
  async answer(offer: string): Promise<string> {
    const sdp = await this.description.request('answer', () => {
      this.connection.pc.setRemoteDescription(offer, 'offer');
      this.connection.pc.setLocalDescription('answer');
    });
    this.answered = true;
    for (const { candidate, mid } of this.pending.splice(0)) this.apply(candidate, mid);
    return receiveOnly(sdp, offer);
  }

  addCandidate(candidate: string, mid: string): void {
    if (candidate === '' || this.closed) return;
    if (this.answered) this.apply(candidate, mid);
    else this.pending.push({ candidate, mid });
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.description.cancel('of a closed connection');
    this.connection.close();
  }

  private apply(candidate: string, mid: string): void {
    try {
      this.connection.pc.addRemoteCandidate(candidate, mid);
    } catch {
      // mDNS names and TCP candidates that libdatachannel does not take: others remain, or the connection fails and says so.
    }
  }

  private receive(track: Track): void {
    const mid = track.mid();
    if (track.type() !== 'audio') {
      this.connection.hold(track).onMessage(() => undefined);
      return;
    }
    const session = new RtcpReceivingSession();
    track.setMediaHandler(session);
    this.connection.hold(track, session).onMessage((datagram) => {
      const at = process.hrtime.bigint();
      if (!this.closed && !isRtcp(datagram)) this.handler.rtp(mid, datagram, at);
    });
  }
}
