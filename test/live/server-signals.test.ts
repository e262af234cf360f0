/** A signal to the whole group, as service managers, shells and CI jobs send it, interrupts a run: the room outlives its sessions. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { BINARY, ROOT } from '../cli/turnrig.js';
import { until } from './server-support.js';

const SUITE = fileURLToPath(new URL('./fixtures/live.yaml', import.meta.url));
const ended = z.object({ reason: z.string(), detail: z.string() });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-signals-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each(['SIGTERM', 'SIGINT'] as const)('%s to the group is an interruption, not a lost server', async (signal) => {
  const out = join(folder, 'run');
  const args = ['run', SUITE, '--scene', 'three', '--repeats', '3', '--agent', 'reference:answer-after=700', '--out', out, '--no-report'];
  const env = { ...process.env, LIVEKIT_URL: undefined, LIVEKIT_API_KEY: undefined, LIVEKIT_API_SECRET: undefined };
  const run = spawn(process.execPath, [BINARY, ...args], { cwd: ROOT, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  run.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const code = new Promise<number | null>((resolve) => run.once('close', resolve));
  // A session is under way once a track is recorded; three turns take much longer than the signal.
  const recorded = async (): Promise<boolean> =>
    (await readdir(join(out, 'sessions', 's0000-a1', 'tracks')).catch(() => [])).some((name) => name.endsWith('.pkt'));
  try {
    await until('a track is recorded', recorded, 60_000);
  } finally {
    process.kill(-run.pid!, signal);
  }
  expect(await code).toBe(130);
  expect(err).toContain('turnrig run --resume');
  expect(err).not.toMatch(/server-gone|\n\s+at /);
  for (const attempt of await readdir(join(out, 'sessions'))) {
    const end = ended.parse(JSON.parse(await readFile(join(out, 'sessions', attempt, 'end.json'), 'utf8')));
    expect(end, attempt).toMatchObject({ reason: 'stopped' });
  }
});
