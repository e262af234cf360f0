/**
 * A participant that publishes raw RTP of its own making: LiveKit's signalling by hand, and node-datachannel below it. For what client
 * libraries do not let one choose.
 */
import { randomInt } from 'node:crypto';
import {
  AddTrackRequest,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrackSource,
  TrackType,
  TrickleRequest,
} from '@livekit/protocol';
import { Audio, type Track } from 'node-datachannel';
import WebSocket from 'ws';
import { within } from '../../../simulator/bounded.js';
import { NativeConnection } from '../../../simulator/native-connection.js';
import { ReceivingPeer } from '../../../simulator/recorder/peer.js';
import { isLoopback } from '../../../simulator/recorder/recorder.js';
import { signallingUrl } from '../../../simulator/recorder/signalling.js';
import { buildRtp } from '../../../src/media/rtp.js';

/** LiveKit's payload type of Opus. */
const OPUS_PT = 111;
const CONNECT_MS = 15_000;
const PING_MS = 5_000;

/* eslint-disable @typescript-eslint/no-deprecated -- one member of the union of requests is deprecated, and none of these is it */
type Request = NonNullable<SignalRequest['message']>;

export class OpusPublisher {
  private readonly socket: WebSocket;
  private readonly loopback: boolean;
  private readonly listening: NativeConnection;
  private readonly hearing: ReceivingPeer;
  private readonly ssrc = randomInt(1, 2 ** 31);
  /** Own candidates wait for the answer: with them the server's DTLS can be faster than its fingerprint is stored here (as in subscriber-peer.ts). */
  private readonly ownEarly: object[] = [];
  private readonly early: { candidate: string; mid: string }[] = [];
  private readonly cid = `turnrig-${this.ssrc}`;
  private track: Track | undefined;
  private answered = false;
  private seq = randomInt(0, 2 ** 15);
  private time = randomInt(0, 2 ** 31);
  private marker = true;
  private closed = false;
  private readonly pinging: NodeJS.Timeout;
  private readonly events = new Map<'join' | 'trackPublished' | 'answer' | 'open' | 'trackSubscribed', () => void>();
  private readonly happened = new Map<'join' | 'trackPublished' | 'answer' | 'open' | 'trackSubscribed', Promise<void>>();

  private constructor(server: string, token: string) {
    for (const what of ['join', 'trackPublished', 'answer', 'open', 'trackSubscribed'] as const)
      this.happened.set(what, new Promise((resolve) => this.events.set(what, resolve)));
    this.loopback = isLoopback(server);
    const bind = this.loopback ? { bindAddress: '127.0.0.1' } : {};
    const config = { iceServers: [], ...bind, disableAutoNegotiation: true, forceMediaTransport: true };
    this.listening = new NativeConnection('sender', config, () => undefined);
    // A participant is in the room once it can hear: the server's own connection to it is answered, though nothing is subscribed to.
    this.hearing = new ReceivingPeer('sender-ears', this.loopback ? '127.0.0.1' : undefined, [], {
      rtp: () => undefined,
      candidate: (candidate) => this.trickle(candidate, SignalTarget.SUBSCRIBER),
      state: () => undefined,
    });
    this.socket = new WebSocket(signallingUrl(server, token), { perMessageDeflate: false });
    this.socket.binaryType = 'nodebuffer';
    this.socket.on('message', (data: Buffer) => {
      // An offer that cannot be answered any more is of a room that is being left.
      this.receive(SignalResponse.fromBinary(data).message).catch(() => undefined);
    });
    this.socket.on('error', () => undefined);
    this.pinging = setInterval(() => this.send({ case: 'ping', value: BigInt(Date.now()) }), PING_MS);
    this.listening.pc.onLocalDescription((sdp, type) => {
      if (type === 'offer') this.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp }) });
    });
    this.listening.pc.onLocalCandidate((candidate, mid) =>
      this.ownCandidate({ candidate: candidate.replace(/^a=/, ''), sdpMid: mid, sdpMLineIndex: 0 }),
    );
  }

  /** Joins and publishes; resolves when RTP can be sent. @throws Error when that takes too long. */
  static async publish(server: string, token: string, name: string): Promise<OpusPublisher> {
    const publisher = new OpusPublisher(server, token);
    try {
      await within(CONNECT_MS, 'a sender could not publish its track', publisher.enter(name));
      return publisher;
    } catch (error) {
      publisher.close();
      throw error;
    }
  }

  /** Resolves when the server has told that somebody hears the track. */
  async heard(): Promise<void> {
    await this.happened.get('trackSubscribed');
  }

  /** Sends one packet of so many samples. */
  packet(payload: Uint8Array, samples: number): void {
    const { seq, time, ssrc, marker } = this;
    const datagram = buildRtp({ marker, seq, time, ssrc, payloadType: OPUS_PT }, payload);
    this.marker = false;
    this.seq = (seq + 1) & 0xffff;
    this.time = (time + samples) >>> 0;
    if (!this.closed && this.track?.isOpen() === true) this.track.sendMessageBinary(Buffer.from(datagram));
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.pinging);
    this.socket.close();
    this.listening.close();
    this.hearing.close();
  }

  private async enter(name: string): Promise<void> {
    await this.happened.get('join');
    this.send({
      case: 'addTrack',
      value: new AddTrackRequest({
        cid: this.cid,
        name,
        type: TrackType.AUDIO,
        source: TrackSource.MICROPHONE,
        disableRed: true,
      }),
    });
    await this.happened.get('trackPublished');
    const media = new Audio('0', 'SendOnly');
    media.addOpusCodec(OPUS_PT, 'minptime=10;useinbandfec=1');
    media.addSSRC(this.ssrc, this.cid, this.cid, this.cid);
    this.track = this.listening.hold(this.listening.pc.addTrack(media));
    this.track.onOpen(() => this.tell('open'));
    this.track.onMessage(() => undefined);
    this.listening.pc.setLocalDescription('offer');
    await this.happened.get('open');
  }

  private async receive(message: SignalResponse['message']): Promise<void> {
    if (this.closed) return;
    switch (message.case) {
      case 'join':
      case 'trackPublished':
      case 'trackSubscribed':
        this.tell(message.case);
        return;
      case 'answer':
        this.listening.pc.setRemoteDescription(message.value.sdp, 'answer');
        this.answered = true;
        for (const own of this.ownEarly.splice(0)) this.trickle(own, SignalTarget.PUBLISHER);
        for (const { candidate, mid } of this.early.splice(0)) this.candidate(candidate, mid);
        return;
      case 'offer': {
        const { sdp, id } = message.value;
        const answer = await this.hearing.answer(sdp);
        this.send({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp: answer, id }) });
        return;
      }
      case 'trickle': {
        const { candidate = '', sdpMid = '0' } = JSON.parse(message.value.candidateInit) as { candidate?: string; sdpMid?: string };
        if (message.value.target === SignalTarget.SUBSCRIBER) this.hearing.addCandidate(candidate, sdpMid);
        else if (this.answered) this.candidate(candidate, sdpMid);
        else this.early.push({ candidate, mid: sdpMid });
        return;
      }
      default:
    }
  }

  private ownCandidate(candidate: object): void {
    if (this.answered) this.trickle(candidate, SignalTarget.PUBLISHER);
    else this.ownEarly.push(candidate);
  }

  private candidate(candidate: string, mid: string): void {
    try {
      if (candidate !== '') this.listening.pc.addRemoteCandidate(candidate, mid);
    } catch {
      // Kinds of candidates that libdatachannel does not take; others remain.
    }
  }

  private tell(what: 'join' | 'trackPublished' | 'open' | 'trackSubscribed'): void {
    this.events.get(what)?.();
  }

  private trickle(candidate: object, target: SignalTarget): void {
    this.send({ case: 'trickle', value: new TrickleRequest({ candidateInit: JSON.stringify(candidate), target }) });
  }

  private send(message: Request): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(new SignalRequest({ message }).toBinary());
  }
}
