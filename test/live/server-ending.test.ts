/** No server outlives the rig that started it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { until } from './server-support.js';
import { servers } from './servers.js';

const STARTERS = { embedded: ['start.js', 'startRoomServer'], livekit: ['livekit-server.js', 'startLivekitServer'] } as const;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.each(servers)('the $kind server', ({ kind }) => {
  const [file, starter] = STARTERS[kind];
  const module = fileURLToPath(new URL(`../../dist/simulator/server/${file}`, import.meta.url));

  /** Starts it in a process of its own, which then does what the code says; gives the ids of that process and of the server. */
  async function rig(then: string): Promise<{ kill: () => void; ended: Promise<unknown>; server: number }> {
    const code = `import { ${starter} } from ${JSON.stringify(module)}; const s = await ${starter}(); console.log(s.pid); ${then}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const server = await new Promise<number>((resolve) => child.stdout.once('data', (text: Buffer) => resolve(Number(text))));
    expect(server).toBeGreaterThan(0);
    return { kill: () => child.kill('SIGKILL'), ended, server };
  }

  test('ends when the rig is killed outright', async () => {
    const { kill, server } = await rig('setInterval(() => undefined, 1000);');
    expect(isAlive(server)).toBe(true);
    kill();
    await until('the server has ended', () => !isAlive(server));
  });

  test('does not keep a rig that is done alive, and ends with it', async () => {
    const { ended, server } = await rig('');
    await ended;
    await until('the server has ended', () => !isAlive(server));
  });
});
