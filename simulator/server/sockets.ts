/** WebSockets of participants and workers: bytes in, one message at a time and in order; bytes out. */
import { DisconnectReason, LeaveRequest_Action, SignalRequest, SignalResponse, type ServerInfo } from '@livekit/protocol';
import type { RawData, WebSocket } from 'ws';
import { messageOf } from '../../src/error.js';
import { handleWorkerMessage } from './agent-link.js';
import type { Dispatcher } from './dispatch.js';
import type { Participant, SignalLink } from './participant.js';
import type { Room } from './room.js';
import { handleSignal, takeCandidate } from './signalling.js';
import { Worker } from './worker.js';

/** Requests of one client that may wait for the native stack; a client that piles up more is sent away. */
const MAX_WAITING = 256;
/** Bytes in a client's socket that it does not read; beyond that it is cut off. */
const MAX_UNREAD = 16 << 20;
/** A peer that answers no WebSocket ping for one interval is gone (its machine, its network), ms. */
const HEARTBEAT = 30_000;

export interface Signals {
  readonly link: SignalLink;
  /** From now on the participant's requests are handled. */
  start(participant: Participant): void;
}

export function serveSignals(socket: WebSocket, room: Room, trouble: (message: string) => void): Signals {
  keepAlive(socket);
  const link: SignalLink = {
    send: (message) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MAX_UNREAD) socket.terminate();
      else socket.send(new SignalResponse({ message }).toBinary());
    },
    close: () => socket.close(),
  };
  return {
    link,
    start: (participant) => {
      let waiting = 0;
      let turn: Promise<void> = Promise.resolve();
      socket.on('message', (data, binary) => {
        const request = binary ? readSignal(data) : undefined;
        if (request === undefined) return;
        // Candidates wait for nothing and count for nothing: clients send hundreds at once while an offer is being answered.
        if (request.message.case === 'trickle') {
          takeCandidate(participant, request.message.value);
          return;
        }
        if (++waiting > MAX_WAITING) {
          room.remove(participant, DisconnectReason.STATE_MISMATCH, LeaveRequest_Action.DISCONNECT);
          return;
        }
        turn = turn
          .then(() => handleSignal(room, participant, request))
          .catch((error: unknown) => trouble(`${participant.identity}: ${request.message.case ?? 'signal'}: ${messageOf(error)}`))
          .finally(() => waiting--);
      });
      socket.on('close', () => room.remove(participant, DisconnectReason.SIGNAL_CLOSE, undefined));
    },
  };
}

function readSignal(data: RawData): SignalRequest | undefined {
  try {
    return SignalRequest.fromBinary(bytesOf(data));
  } catch {
    return undefined;
  }
}

export function serveAgent(socket: WebSocket, dispatcher: Dispatcher, serverInfo: ServerInfo): void {
  keepAlive(socket);
  const worker = new Worker((bytes) => {
    if (socket.readyState === socket.OPEN) socket.send(bytes);
  });
  socket.on('message', (data, binary) => {
    if (binary) handleWorkerMessage(bytesOf(data), worker, dispatcher, serverInfo);
  });
  socket.on('close', () => dispatcher.removeWorker(worker));
}

function bytesOf(data: RawData): Uint8Array {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
}

function keepAlive(socket: WebSocket): void {
  let alive = true;
  socket.on('pong', () => (alive = true));
  const timer = setInterval(() => {
    if (!alive) socket.terminate();
    alive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, HEARTBEAT);
  timer.unref();
  socket.on('close', () => clearInterval(timer));
}
