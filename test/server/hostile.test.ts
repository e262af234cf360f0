/** What a client sends is hostile: whatever it is, a server in its own process goes on serving the others. */
import { SignalRequest, WorkerMessage } from '@livekit/protocol';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { signToken } from '../../simulator/server/token.js';
import { startRoomServer } from '../../simulator/server/start.js';
import { RawClient, rawToken } from './raw-client.js';

const OFFER = readFileSync(new URL('fixtures/rtc-node-0.13.35-offer.sdp', import.meta.url), 'utf8');
let server: RoomServer;
const api = (): { key: string; secret: string } => ({ key: server.apiKey, secret: server.apiSecret });
const join = (identity: string): Promise<RawClient> => RawClient.join(server.url, api(), 'room', identity);

/** Waits until everything the client sent before has been handled. */
async function settled(client: RawClient): Promise<void> {
  client.send({ case: 'pingReq', value: { timestamp: 1n, rtt: 0n } });
  await client.next('pongResp');
}

beforeAll(async () => {
  server = await startRoomServer();
});
afterEach(async () => {
  // Alive, in the same process, and a newcomer can join.
  expect((await server.health()).rooms).toBeGreaterThanOrEqual(0);
  await (await join('witness')).close();
});
afterAll(async () => {
  await server.stop();
  const end = await server.exited;
  expect(end).toMatchObject({ code: 0, expected: true });
  expect(end.log).not.toMatch(/uncaught|unhandled/);
});

describe('a participant that sends', () => {
  test('bytes that are no protobuf, texts and unknown fields', async () => {
    const mallory = await join('mallory');
    mallory.socket.send('text');
    for (const bytes of fc.sample(fc.uint8Array({ maxLength: 300 }), { numRuns: 300, seed: 1 })) mallory.socket.send(bytes);
    await settled(mallory);
    await mallory.close();
  });

  test('a message beyond the limit loses its own connection', async () => {
    const mallory = await join('mallory');
    mallory.socket.send(new Uint8Array(3_000_000));
    await mallory.ended();
  });

  test.each([
    ['nothing', ''],
    ['no SDP', 'hello'],
    ['no media', 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n'],
    ['half an offer', OFFER.slice(0, 5000)],
    ['no fingerprint', OFFER.replace(/^a=fingerprint.*\r\n/gm, '')],
    ['a fingerprint of nonsense', OFFER.replace(/^a=fingerprint:.*\r$/gm, 'a=fingerprint:sha-256 zz\r')],
    ['no ICE', OFFER.replace(/^a=ice.*\r\n/gm, '')],
    ['the same mid everywhere', OFFER.replace(/^a=mid:.*\r$/gm, 'a=mid:0\r')],
    ['long lines', `${OFFER}a=${'x'.repeat(200_000)}\r\n`],
    ['hundreds of sections', OFFER + OFFER.slice(OFFER.indexOf('m=audio 9')).repeat(500)],
    ['null bytes', OFFER.replaceAll('opus', 'op\0us')],
    ['numbers out of range', OFFER.replaceAll('63', '99999999999')],
  ])('an offer and an answer of %s', async (_what, sdp) => {
    const mallory = await join('mallory');
    mallory.send({ case: 'addTrack', value: { cid: 'accf6897-815d-43f3-a783-b565c402badf', type: 0 } });
    await mallory.next('offer');
    mallory.send({ case: 'answer', value: { type: 'answer', sdp, id: 1 } });
    mallory.send({ case: 'offer', value: { type: 'offer', sdp, id: 1 } });
    mallory.send({ case: 'offer', value: { type: 'offer', sdp: OFFER, id: 2 } });
    await settled(mallory);
    await mallory.close();
  });

  test('an offer damaged anywhere', { timeout: 120_000 }, async () => {
    const damage = fc.sample(fc.tuple(fc.nat(OFFER.length - 1), fc.nat(40), fc.string({ maxLength: 20 })), { numRuns: 60, seed: 7 });
    for (const [at, length, text] of damage) {
      const mallory = await join('mallory');
      mallory.send({ case: 'offer', value: { type: 'offer', sdp: OFFER.slice(0, at) + text + OFFER.slice(at + length), id: 1 } });
      await settled(mallory);
      await mallory.close();
    }
  });

  test('candidates of every kind', async () => {
    const mallory = await join('mallory');
    mallory.send({ case: 'offer', value: { type: 'offer', sdp: OFFER, id: 1 } });
    const candidates = ['', '{', 'null', '[]', '{"candidate":7}', '{"candidate":""}', '{"candidate":"candidate:x","sdpMid":"nowhere"}'];
    const lines = [
      'candidate:1 1 udp 1 1.2.3.4 99999 typ host',
      'candidate:1 1 udp 1 name.invalid 9 typ host',
      `candidate:${'1 '.repeat(5000)}`,
    ];
    for (const candidate of lines) candidates.push(JSON.stringify({ candidate, sdpMid: '7', sdpMLineIndex: 0 }));
    for (const target of [0, 1, 77])
      for (const candidateInit of candidates) mallory.send({ case: 'trickle', value: { candidateInit, target, final: false } });
    await settled(mallory);
    await mallory.close();
  });

  // As rtc-node does while several of its connections open: a client that was sent away for it had a track that nobody heard.
  test('hundreds of candidates at once, while an offer is being answered, are no reason to be sent away', async () => {
    const anna = await join('anna');
    for (let burst = 0; burst < 3; burst++) {
      anna.send({ case: 'offer', value: { type: 'offer', sdp: OFFER, id: burst + 1 } });
      for (let i = 0; i < 600; i++) {
        const candidate = `candidate:${i} 1 ${i % 2 === 0 ? 'tcp' : 'udp'} 1 127.0.0.1 ${20_000 + i} typ host`;
        anna.send({ case: 'trickle', value: { candidateInit: JSON.stringify({ candidate, sdpMid: '7' }), target: 0, final: false } });
      }
      expect((await anna.next('answer')).type).toBe('answer');
    }
    await settled(anna);
    expect(anna.closed).toBe(false);
    await anna.close();
  });

  test('requests about what does not exist', async () => {
    const mallory = await join('mallory');
    mallory.send({ case: 'mute', value: { sid: 'TR_none', muted: true } });
    const trackSids = Array.from({ length: 5000 }, (_, i) => `TR_${i}`);
    mallory.send({ case: 'subscription', value: { trackSids, subscribe: true, participantTracks: [] } });
    mallory.send({ case: 'subscription', value: { trackSids, subscribe: false, participantTracks: [] } });
    for (let i = 0; i < 200; i++) mallory.send({ case: 'addTrack', value: { cid: `c${i}`, type: i % 4 } });
    mallory.send({ case: 'simulate', value: {} });
    await settled(mallory);
    expect(mallory.seen('trackPublished')).toBeLessThanOrEqual(64);
    await mallory.close();
  });

  test('everything at once, and goes without a word', async () => {
    for (let round = 0; round < 20; round++) {
      const mallory = await join('mallory');
      mallory.send({ case: 'offer', value: { type: 'offer', sdp: OFFER, id: 1 } });
      mallory.send({ case: 'leave', value: {} });
      mallory.send({ case: 'offer', value: { type: 'offer', sdp: OFFER, id: 2 } });
      mallory.socket.terminate();
      await mallory.ended();
    }
  });

  test('more requests than anybody needs is sent away', async () => {
    const mallory = await join('mallory');
    const flood = new SignalRequest({ message: { case: 'offer', value: { type: 'offer', sdp: OFFER } } }).toBinary();
    // What counts is what waits to be handled: a server may be quick, so the flood goes on until the door is shut.
    while (!mallory.closed) {
      for (let i = 0; i < 400; i++) mallory.socket.send(flood);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
});

test('a worker that sends garbage, registers twice and answers what nobody asked', async () => {
  const token = signToken(api(), { sub: 'w', video: { agent: true } });
  const socket = new WebSocket(`${server.url}/agent`, { headers: { authorization: `Bearer ${token}` } });
  await new Promise((resolve) => socket.once('open', resolve));
  for (const bytes of fc.sample(fc.uint8Array({ maxLength: 200 }), { numRuns: 200, seed: 3 })) socket.send(bytes);
  for (const message of [
    { case: 'register', value: { agentName: 'x' } },
    { case: 'register', value: { agentName: 'y' } },
    { case: 'availability', value: { jobId: 'AJ_none', available: true } },
    { case: 'updateJob', value: { jobId: 'AJ_none', status: 77 } },
    { case: 'updateWorker', value: { load: Number.NaN, status: 99 } },
  ])
    socket.send(new WorkerMessage({ message: message as never }).toBinary());
  const pong = new Promise((resolve) => socket.once('pong', resolve));
  socket.ping();
  await pong;
  socket.terminate();
});

test('an identity, a room and attributes that look like something else', async () => {
  for (const name of ['__proto__', 'constructor', '../..', '\u0000', '"><script>', 'x'.repeat(5000)]) {
    const token = signToken(api(), {
      sub: name,
      attributes: { [name]: name },
      name,
      metadata: name,
      video: { roomJoin: true, room: name },
    });
    const client = await RawClient.open(server.url, token);
    expect((await client.next('join')).participant?.identity).toBe(name);
    await client.close();
  }
});

test('upgrades that are none', async () => {
  for (const path of ['/rtc', '/agent', '/rtc?join_request=%%%', '/nowhere', '//', '/rtc/../agent'])
    await expect(RawClient.open(server.url, rawToken({ key: 'x', secret: 'y' }, 'room', 'mallory'), path)).rejects.toThrow(/40[14]/);
  const response = await fetch(`${server.url.replace('ws', 'http')}/rtc/validate?access_token=x`);
  expect(response.status).toBe(401);
});
