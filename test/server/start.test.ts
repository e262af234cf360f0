/** The process of the embedded server: how it starts, fails, tells how it is, and ends. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import { startLivekitServer } from '../../simulator/server/livekit-server.js';
import { startRoomServer } from '../../simulator/server/start.js';

const CHILD = fileURLToPath(new URL('../../dist/simulator/server/child.js', import.meta.url));
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
async function until(test: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !test(); i++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(test()).toBe(true);
}

describe('starting', () => {
  test('gives a server on loopback with keys of its own', async () => {
    const [one, two] = await Promise.all([startRoomServer(), startRoomServer()]);
    expect(one.url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
    expect(one.kind).toBe('embedded');
    expect(one.apiSecret.length).toBeGreaterThanOrEqual(32);
    expect(one.apiSecret).not.toBe(two.apiSecret);
    expect(one.url).not.toBe(two.url);
    expect(await one.health()).toMatchObject({ rooms: 0, participants: 0, tracks: 0, workers: 0 });
    await Promise.all([one.stop(), two.stop()]);
    expect(await one.exited).toMatchObject({ code: 0, expected: true });
    await one.stop();
    await expect(one.health()).rejects.toBeInstanceOf(TurnrigError);
  });

  test('shows no key in the process list or the environment', async () => {
    const server = await startRoomServer();
    for (const file of ['cmdline', 'environ']) {
      const text = readFileSync(`/proc/${server.pid}/${file}`, 'utf8');
      expect(text).not.toContain(server.apiSecret);
      expect(text).not.toContain(server.apiKey);
    }
    await server.stop();
  });

  test('on a port that is taken says so and what to do', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const failure = await startRoomServer({ port }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TurnrigError);
    expect(failure).toMatchObject({ code: 'room-unreachable', message: expect.stringContaining(`${port}`) as string });
    expect((failure as TurnrigError).hint).not.toBe('');
    await new Promise((resolve) => taken.close(resolve));
    const server = await startRoomServer({ port });
    expect(server.url).toBe(`ws://127.0.0.1:${port}`);
    await server.stop();
  });
});

describe('ending', () => {
  test('by itself is told, with the way it went', async () => {
    const server = await startRoomServer();
    process.kill(server.pid, 'SIGKILL');
    expect(await server.exited).toMatchObject({ code: null, signal: 'SIGKILL', expected: false });
  });

  test('comes with the end of the parent, however that ends', async () => {
    const code = `
      const { fork } = require('node:child_process');
      const child = fork(${JSON.stringify(CHILD)}, [], { stdio: 'ignore' });
      child.send({ type: 'start', port: 0, apiKey: 'k', apiSecret: 's'.repeat(32) });
      child.on('message', (message) => process.send({ pid: child.pid, port: message.port }));
    `;
    const parent = fork('-', [], { execArgv: ['-e', code], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const started = await new Promise<{ pid: number; port: number }>((resolve) => parent.once('message', (told) => resolve(told as never)));
    expect(started.port).toBeGreaterThan(0);
    expect(alive(started.pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !alive(started.pid));
  });
});

test("LiveKit's own server that is not there is missing, with a hint", async () => {
  await expect(startLivekitServer('/nowhere/livekit-server')).rejects.toMatchObject({
    code: 'missing',
    hint: expect.stringContaining('livekit-server.sh') as string,
  });
});
