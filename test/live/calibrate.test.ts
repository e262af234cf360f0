/** `turnrig calibrate` in rooms of both servers, by the built command. How well a machine measures that runs tests beside it, no test decides. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calibrationSchema } from '../../src/calibration/model.js';
import { start } from '../cli/turnrig.js';
import { childrenOf, isAlive } from './cli-support.js';
import { servers } from './servers.js';

// Sessions wait for real seconds, and on a busy machine their processes take several times as long to start.
vi.setConfig({ testTimeout: 400_000 });

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'turnrig-cache-'));
});
afterEach(() => rm(cache, { recursive: true, force: true }));

describe.each(servers)('on the server $kind', ({ kind }) => {
  test('holds waits and edges against the senders’ logs, two sessions at once', async () => {
    const conditions = 'answer,queue-0,queue-200,packet-20,starve-400,republish';
    const args = ['--server', kind, '--conditions', conditions, '--n', '3', '--sessions', '2', '--delay', '400', '--json'];
    const ran = await start(['calibrate', ...args], { env: { TURNRIG_CACHE: cache } }).done;
    expect([0, 1], ran.err).toContain(ran.code);
    const calibration = calibrationSchema.parse(JSON.parse(ran.out));
    expect(calibration).toMatchObject({ server: kind, transport: 'livekit', of: 'waits', sessions: 2, delayMs: 400, lossPercent: 0 });
    expect(calibration.conditions.map(({ name }) => name)).toEqual(conditions.split(','));
    for (const { name, note, onset, offset, untold } of calibration.conditions) {
      // Behind a wrong epoch everything is missed; on a starved machine a queue's log may tell nothing.
      expect(onset.n + onset.censored + untold, `${name}: ${note}`).toBeGreaterThan(0);
      // Two good ones of three and one that a busy machine spoiled stay far under this.
      for (const { biasMs } of [onset, offset]) if (biasMs !== undefined) expect(Math.abs(biasMs), name).toBeLessThan(100);
    }
    // Three waits say too little to be kept for runs.
    expect(await readdir(cache)).toEqual([]);
  });
});

test('packets dropped on purpose are lost, and what lies in their holes is censored, not guessed', async () => {
  const args = ['--server', 'embedded', '--conditions', 'loss-5', '--n', '8', '--json'];
  const ran = await start(['calibrate', ...args], { env: { TURNRIG_CACHE: cache } }).done;
  expect([0, 1], ran.err).toContain(ran.code);
  const [loss] = calibrationSchema.parse(JSON.parse(ran.out)).conditions;
  expect((loss?.onset.n ?? 0) + (loss?.onset.censored ?? 0)).toBeGreaterThan(0);
});

test('Ctrl-C ends its sessions and its server, and keeps nothing', async () => {
  const running = start(['calibrate', '--conditions', 'queue-0', '--n', '200', '--out', join(cache, 'logs')], {
    env: { TURNRIG_CACHE: cache },
  });
  await expect
    .poll(
      () =>
        readdir(join(cache, 'logs')).then(
          ({ length }) => length,
          () => 0,
        ),
      { timeout: 90_000 },
    )
    .toBeGreaterThan(0);
  const children = childrenOf(running.process.pid!);
  const started = [...children, ...children.flatMap(({ pid }) => childrenOf(pid))];
  expect(started.length).toBeGreaterThanOrEqual(2);
  running.process.kill('SIGINT');
  const ran = await running.done;
  expect(ran.code).toBe(130);
  expect(ran.err).toContain('nothing is kept');
  expect(ran.err).not.toMatch(/\n\s+at .*[:(]/);
  expect(ran.out).toBe('');
  expect(await readdir(cache)).toEqual(['logs']);
  await expect.poll(() => started.filter(({ pid }) => isAlive(pid)), { timeout: 20_000 }).toEqual([]);
});
