/** Servers that take the connection and then say nothing: SIGSTOP, a dead host, a native stack that hangs. */
import { JoinResponse, SignalRequest, SignalResponse } from '@livekit/protocol';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Recorder } from '../../../simulator/recorder/recorder.js';
import { SignallingClient } from '../../../simulator/recorder/signalling.js';

let server: WebSocketServer | undefined;
let bare: Server | undefined;
afterEach(async () => {
  for (const client of server?.clients ?? []) client.terminate();
  await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  bare?.close();
  server = bare = undefined;
});

/** @param joined what a client gets after it was let in. */
async function serve(joined: (client: WebSocket) => void): Promise<string> {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (client) => {
    client.send(
      new SignalResponse({ message: { case: 'join', value: new JoinResponse({ pingInterval: 5, pingTimeout: 15 }) } }).toBinary(),
    );
    joined(client);
  });
  await new Promise<void>((resolve) => server?.once('listening', resolve));
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a server that answers no ping any more is lost, and is left without its good-bye', { timeout: 60_000 }, async () => {
  const url = await serve((client) => client.pause());
  let lost: (reason: string) => void = () => undefined;
  const told = new Promise<string>((resolve) => (lost = resolve));
  const client = await SignallingClient.connect(url, 'token', { message: () => undefined, lost });
  expect(await told).toBe('signalling: the server has not answered for 15 s');
  await client.close();
});

test('a server that answers pings is not', { timeout: 60_000 }, async () => {
  const url = await serve((client) =>
    client.on('message', (data: Buffer) => {
      if (SignalRequest.fromBinary(data).message.case === 'pingReq')
        client.send(new SignalResponse({ message: { case: 'pong', value: 1n } }).toBinary());
    }),
  );
  const lost: string[] = [];
  const client = await SignallingClient.connect(url, 'token', { message: () => undefined, lost: (reason) => lost.push(reason) });
  await new Promise((resolve) => setTimeout(resolve, 19_500));
  expect(lost).toEqual([]);
  await client.close();
});

test('one that takes the connection and shakes no hands is out of reach', { timeout: 60_000 }, async () => {
  bare = createServer();
  await new Promise<void>((resolve) => bare?.listen(0, '127.0.0.1', resolve));
  const { port } = bare.address() as AddressInfo;
  const handler = { message: () => undefined, lost: () => undefined };
  await expect(SignallingClient.connect(`ws://127.0.0.1:${port}`, 'token', handler)).rejects.toMatchObject({ code: 'room-unreachable' });
});

test('a recorder whose native connection never answers an offer neither joins nor stays', { timeout: 60_000 }, async () => {
  vi.resetModules();
  vi.doMock('../../../simulator/recorder/peer.js', () => ({
    ReceivingPeer: class {
      answer = (): Promise<never> => new Promise<never>(() => undefined);
      addCandidate = (): void => undefined;
      close = (): void => undefined;
    },
  }));
  const mocked = (await import('../../../simulator/recorder/recorder.js')) as { Recorder: typeof Recorder };
  const url = await serve((client) =>
    client.send(new SignalResponse({ message: { case: 'offer', value: { type: 'offer', sdp: 'v=0\r\n' } } }).toBinary()),
  );
  const joining = mocked.Recorder.join(
    { server: url, token: 'token', position: () => 0 as never },
    { packet: () => undefined, lost: () => undefined },
  );
  await expect(joining).rejects.toMatchObject({ code: 'room-unreachable' });
  vi.doUnmock('../../../simulator/recorder/peer.js');
});
