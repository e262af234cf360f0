/** The realtime adapter against a server on this machine that speaks the endpoint's published event names. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { LiveKitMiniAdapter } from '../../simulator/eot/adapters/livekit-v1-mini.js';
import { RealtimeAdapter, realtimeFromEnvironment } from '../../simulator/eot/adapters/realtime.js';
import type { TurnRow } from '../../src/eot/adapter.js';

const KEY = 'sk-test-key';
const never = new AbortController().signal;
const RATE = 16_000;
/** Fast, so that a test is; a server that answers at once. */
const SPEED = 20;

const row = (seconds: number): TurnRow => ({
  id: 'a',
  language: 'en',
  messages: [],
  words: [],
  silenceSpans: [{ start: 1, end: seconds }],
  audio: { rate: RATE, samples: new Float32Array(seconds * RATE).fill(0.25) },
});

interface Seen {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly types: string[];
  samples: number;
}

type Behaviour = (message: { readonly type: string }, seen: Seen, socket: WebSocket) => void;

let server: WebSocketServer;
let behaviour: Behaviour;
let seen: Seen[];
const say = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message));

/** Speech until half the turn, then its end. */
const usual: Behaviour = ({ type }, one, socket) => {
  if (type === 'session.update') say(socket, { type: 'session.updated' });
  if (one.types.length === 3) say(socket, { type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'i' });
  if (one.types.length === 12) say(socket, { type: 'input_audio_buffer.speech_stopped', audio_end_ms: 900, item_id: 'i' });
};

beforeAll(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket, request) => {
    const one: Seen = { url: request.url ?? '', authorization: request.headers.authorization, types: [], samples: 0 };
    seen.push(one);
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString('utf8')) as { readonly type: string; readonly audio?: string };
      one.types.push(message.type);
      one.samples += Buffer.from(message.audio ?? '', 'base64').length / 2;
      behaviour(message, one, socket);
    });
    say(socket, { type: 'session.created' });
  });
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

const adapter = (): RealtimeAdapter => {
  seen = [];
  return new RealtimeAdapter({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/realtime`, key: KEY, speed: SPEED });
};

describe('realtime adapter', () => {
  it('streams the turn and takes the events of its turn detection', async () => {
    behaviour = usual;
    const own = adapter();
    own.model = 'some-model';
    const answer = await own.predictTurn(row(3), { signal: never });
    if (!('events' in answer)) throw new Error('skipped');
    expect(own.adapterId).toBe('realtime-some-model');
    expect(seen[0]).toMatchObject({ url: '/v1/realtime?model=some-model', authorization: `Bearer ${KEY}` });
    expect(seen[0]!.types[0]).toBe('session.update');
    expect(seen[0]!.types.slice(1).every((type) => type === 'input_audio_buffer.append')).toBe(true);
    expect(answer.events.map(({ p, more }) => [p, more])).toEqual([
      [0, { event: 'speech_started', audio_ms: 0 }],
      [1, { event: 'speech_stopped', audio_ms: 900 }],
    ]);
    // An event counts no earlier than the sound that led to it was sent: piece number 11 ends at 1.1 s.
    expect(answer.events[1]!.timestamp).toBeGreaterThanOrEqual(1.1 - 1e-6);
    expect(answer.events[1]!.timestamp).toBeLessThanOrEqual(3);
  });
  it('says what the endpoint says, without the key', async () => {
    behaviour = (_, __, socket) => say(socket, { type: 'error', error: { message: `Incorrect API key provided: ${KEY}` } });
    const failed = adapter().predictTurn(row(1), { signal: never });
    await expect(failed).rejects.toThrow('the realtime endpoint says: Incorrect API key provided: (key)');
    behaviour = (_, __, socket) => socket.close(1008, 'no more');
    await expect(adapter().predictTurn(row(1), { signal: never })).rejects.toThrow('closed the connection (1008: no more)');
    behaviour = (_, __, socket) => socket.send('what?');
    await expect(adapter().predictTurn(row(1), { signal: never })).rejects.toThrow('sent what is no JSON');
    const nobody = new RealtimeAdapter({ url: 'ws://127.0.0.1:9/', key: KEY });
    await expect(nobody.predictTurn(row(1), { signal: never })).rejects.toThrow('the realtime endpoint cannot be reached');
  });
  it('stops when it is told to, and when it is closed', async () => {
    behaviour = () => undefined;
    const stop = new AbortController();
    const waiting = adapter().predictTurn(row(1), { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toThrow('interrupted');
    const own = adapter();
    const asked = expect(own.predictTurn(row(1), { signal: never })).rejects.toThrow('the realtime endpoint');
    own.close();
    await asked;
  });
  it('wants a key, and an address that does not carry it in the clear', () => {
    expect(() => realtimeFromEnvironment('', {})).toThrow('OPENAI_API_KEY');
    expect(() => realtimeFromEnvironment('ws://example.org/v1', { OPENAI_API_KEY: KEY })).toThrow('in the clear');
    expect(() => realtimeFromEnvironment('nowhere', { OPENAI_API_KEY: KEY })).toThrow('is no address');
    expect(realtimeFromEnvironment('', { OPENAI_API_KEY: KEY }).adapterId).toBe('realtime-gpt-realtime');
  });
});

describe('livekit-v1-mini', () => {
  it("is the user's own package, behind an acceptance of its licence", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turnrig-mini-'));
    try {
      await expect(LiveKitMiniAdapter.load(folder, false)).rejects.toThrow('--accept-livekit-model-license');
      await expect(LiveKitMiniAdapter.load(folder, true)).rejects.toThrow('@livekit/local-inference cannot be loaded from');
      const home = join(folder, 'node_modules/@livekit/local-inference');
      await mkdir(home, { recursive: true });
      await writeFile(join(home, 'package.json'), '{"name": "@livekit/local-inference", "main": "index.js"}');
      await writeFile(join(home, 'index.js'), 'exports.predict = async (pcm) => pcm.length / 1e5 + pcm[0] / 1e9;\n');
      const mini = await LiveKitMiniAdapter.load(folder, true);
      const item = { language: 'en', messages: [], audio: { rate: RATE, samples: new Float32Array(16_000).fill(1) } };
      expect(await mini.predictBatch([item])).toEqual([0.16 + 32_767 / 1e9]);
      expect([mini.scorePoint, mini.maxAudioSec]).toEqual([0.2, 1.2]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
