/**
 * LiveKit's signalling as a subscriber speaks it: a WebSocket on /rtc with protobuf messages both ways (@livekit/protocol).
 *
 * The recorder speaks it itself, because every client library puts a jitter buffer between the packets and whoever measures
 * (facts.md, "Time: do not measure with AudioStream").
 */
import {
  LeaveRequest,
  Ping,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrickleRequest,
  UpdateSubscription,
} from '@livekit/protocol';
import WebSocket from 'ws';
import { messageOf, TurnrigError } from '../../src/error.js';
import { endedWithin } from '../bounded.js';

/** Signalling protocol version: the last one with two peer connections, which both servers speak. */
const PROTOCOL = 15;
/** Servers want a ping every 5 s; more of them tell sooner that a server has gone quiet. */
const PING_MS = 2_000;
/**
 * A server that sends nothing for so long, not even answers to pings, is gone or stands still: a dead host closes no connection. LiveKit's own
 * ping timeout.
 */
const QUIET_AFTER_MS = 15_000;
const HANDSHAKE_MS = 10_000;
/** How long close() lets the leave message travel before it cuts the connection. */
const CLOSE_MS = 500;

type RequestMessage = NonNullable<SignalRequest['message']>;
export type ResponseMessage = SignalResponse['message'];

export interface SignallingHandler {
  message(message: ResponseMessage): void;
  /** The connection is gone and we did not close it. */
  lost(reason: string): void;
}

/** ws://host/path?query of a server whose address may be given as http, https, ws or wss. */
export function signallingUrl(server: string, token: string): string {
  const url = new URL(server);
  url.protocol = url.protocol === 'https:' || url.protocol === 'wss:' ? 'wss:' : 'ws:';
  url.pathname = `${url.pathname.replace(/\/$/, '')}/rtc`;
  url.search = new URLSearchParams({
    access_token: token,
    protocol: String(PROTOCOL),
    // Tracks are asked for one by one: who hears what, and in which order, is part of the measurement.
    auto_subscribe: '0',
    adaptive_stream: '0',
    sdk: 'js',
    version: '2.5.0',
  }).toString();
  return url.href;
}

export class SignallingClient {
  private readonly socket: WebSocket;
  private readonly handler: SignallingHandler;
  private pinging: NodeJS.Timeout | undefined;
  private closing = false;
  private over = false;
  private heardAt = performance.now();

  private constructor(socket: WebSocket, handler: SignallingHandler) {
    this.socket = socket;
    this.handler = handler;
    socket.on('message', (data: Buffer) => this.receive(data));
    socket.on('close', (code: number, reason: Buffer) =>
      this.ended(`signalling closed (${code}${reason.length > 0 ? ` ${reason.toString('utf8').slice(0, 120)}` : ''})`),
    );
    socket.on('error', (error) => this.ended(`signalling failed: ${messageOf(error)}`));
  }

  /** @throws TurnrigError room-refused when the server answers with a status, room-unreachable when there is no answer. */
  static connect(server: string, token: string, handler: SignallingHandler): Promise<SignallingClient> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(signallingUrl(server, token), { handshakeTimeout: HANDSHAKE_MS, perMessageDeflate: false });
      socket.binaryType = 'nodebuffer';
      const failed = (error: Error): void => {
        reject(
          new TurnrigError('room-unreachable', `the room server cannot be reached: ${messageOf(error)}`, {
            hint: 'Check that the server runs and that LIVEKIT_URL is its address.',
            cause: error,
          }),
        );
      };
      socket.once('unexpected-response', (_request, response) => {
        response.resume();
        socket.terminate();
        reject(
          new TurnrigError('room-refused', `the room server refused the recorder with status ${response.statusCode ?? 0}`, {
            hint: 'Check LIVEKIT_API_KEY and LIVEKIT_API_SECRET.',
          }),
        );
      });
      socket.once('error', failed);
      socket.once('open', () => {
        socket.off('error', failed);
        resolve(new SignallingClient(socket, handler));
      });
    });
  }

  /* eslint-disable @typescript-eslint/no-deprecated -- one member of the union of requests is deprecated, and none of these is it */
  answer(sdp: string, id: number): void {
    this.send({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp, id }) });
  }

  trickle(candidate: { readonly candidate: string; readonly sdpMid: string; readonly sdpMLineIndex: number }): void {
    this.send({
      case: 'trickle',
      value: new TrickleRequest({ candidateInit: JSON.stringify(candidate), target: SignalTarget.SUBSCRIBER }),
    });
  }

  subscribe(trackSid: string): void {
    this.send({ case: 'subscription', value: new UpdateSubscription({ trackSids: [trackSid], subscribe: true }) });
  }

  private ping(): void {
    this.send({ case: 'pingReq', value: new Ping({ timestamp: BigInt(Date.now()) }) });
  }

  private leave(): void {
    this.send({ case: 'leave', value: new LeaveRequest() });
  }
  /* eslint-enable @typescript-eslint/no-deprecated */

  private send(message: RequestMessage): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(new SignalRequest({ message }).toBinary());
  }

  /** Says good-bye and closes. Resolves when the connection is gone. */
  close(): Promise<void> {
    this.closing = true;
    clearInterval(this.pinging);
    if (this.socket.readyState === WebSocket.CLOSED) return Promise.resolve();
    const closed = new Promise<void>((resolve) => this.socket.once('close', () => resolve()));
    this.leave();
    this.socket.close();
    return endedWithin(CLOSE_MS, closed, () => this.socket.terminate());
  }

  private receive(data: Buffer): void {
    let message: ResponseMessage;
    try {
      message = SignalResponse.fromBinary(data).message;
    } catch {
      // A message of a newer protocol is none of ours.
      return;
    }
    this.heardAt = performance.now();
    if (message.case === 'join') this.keepAlive();
    if (!this.closing) this.handler.message(message);
  }

  private keepAlive(): void {
    clearInterval(this.pinging);
    // Said once and looked at again: after a stall of this process the timer may come before the answers that waited with it.
    let suspected = false;
    this.pinging = setInterval(() => {
      const quiet = performance.now() - this.heardAt > QUIET_AFTER_MS;
      if (quiet && suspected) this.ended(`signalling: the server has not answered for ${QUIET_AFTER_MS / 1000} s`);
      suspected = quiet;
      this.ping();
    }, PING_MS);
    this.pinging.unref();
  }

  private ended(reason: string): void {
    clearInterval(this.pinging);
    if (this.over || this.closing) return;
    this.over = true;
    this.handler.lost(reason);
  }
}
