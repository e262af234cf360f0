/** One client's requests in order, and how many may wait. The socket, the room and the native stack are stand-ins. */
import { SignalRequest } from '@livekit/protocol';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Media } from '../../simulator/server/participant.js';
import { Participant } from '../../simulator/server/participant.js';
import type { Room } from '../../simulator/server/room.js';
import { serveSignals } from '../../simulator/server/sockets.js';

const OFFER = readFileSync(new URL('fixtures/rtc-node-0.13.35-offer.sdp', import.meta.url), 'utf8');

/** A client whose offers are never answered, so that everything behind one waits. */
function stuckClient() {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: () => undefined,
    close: () => undefined,
  });
  const candidates: string[] = [];
  const removed: string[] = [];
  const room = { remove: (participant: Participant) => removed.push(participant.identity) } as unknown as Room;
  const signals = serveSignals(socket as unknown as WebSocket, room, () => undefined);
  const participant = new Participant('anna', { iss: 'key' }, { autoSubscribe: true, protocol: 16, capabilities: [] }, signals.link);
  participant.media = {
    publisher: { answer: () => new Promise(() => undefined), addCandidate: (one: { candidate: string }) => candidates.push(one.candidate) },
  } as unknown as Media;
  signals.start(participant);
  const say = (message: object): void => {
    socket.emit('message', Buffer.from(new SignalRequest({ message: message as never }).toBinary()), true);
  };
  const offer = (): void => say({ case: 'offer', value: { type: 'offer', sdp: OFFER, id: 1 } });
  return { say, offer, candidates, removed, end: () => socket.emit('close') };
}

// rtc-node sends hundreds at once while several of its connections open. A client that was sent away for it had a track that nobody heard.
test('hundreds of candidates behind an offer are taken at once, and are no reason to be sent away', () => {
  const { say, offer, candidates, removed, end } = stuckClient();
  offer();
  for (let i = 0; i < 600; i++) {
    const candidate = `candidate:${i} 1 tcp 1 127.0.0.1 ${20_000 + i} typ host tcptype passive`;
    say({ case: 'trickle', value: { candidateInit: JSON.stringify({ candidate, sdpMid: '7' }), target: 0, final: false } });
  }
  expect(removed).toEqual([]);
  expect(candidates).toHaveLength(600);
  end();
});

test('requests that pile up are', () => {
  const { offer, removed, end } = stuckClient();
  for (let i = 0; i < 256; i++) offer();
  expect(removed).toEqual([]);
  offer();
  expect(removed).toEqual(['anna']);
  end();
});
