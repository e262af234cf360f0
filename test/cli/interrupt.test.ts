import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIXTURES, start } from './turnrig.js';

it('a SIGTERM while a finished run is scored is an interruption too: the result stands, the exit code says who ended it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnrig-interrupt-'));
  try {
    const out = join(folder, 'run');
    const args = ['--memory', '--agent', 'reference:answer-after=1500', '--repeats', '40', '--no-report', '--out', out];
    const running = start(['run', join(FIXTURES, 'tiny.yaml'), ...args]);
    // Scores are written after the last session, one session after the other.
    await expect
      .poll(async () => (await readdir(join(out, 'sessions', 's0000-a1', 'derived')).catch(() => [])).length, {
        timeout: 300_000,
        interval: 20,
      })
      .toBeGreaterThan(0);
    running.process.kill('SIGTERM');
    const ran = await running.done;
    expect(ran.code).toBe(130);
    expect(ran.out).toMatch(/met: all \d+ decided expectations were met/);
    expect(ran.err).toContain('interrupted after the last session: the result above is whole');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);
