/** Small samples of `npm run soak` and `npm run chaos`; the whole ones are run by hand (docs/soak.md). */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bench } from '../cli/turnrig.js';

const soaked = z.object({
  complete: z.boolean(),
  exitCode: z.number(),
  soaks: z.array(
    z.object({
      server: z.string(),
      rounds: z.number(),
      crashes: z.record(z.string(), z.number()),
      troubles: z.record(z.string(), z.number()),
      starved: z.object({ rounds: z.number() }),
      joins: z.object({ n: z.number() }),
    }),
  ),
});
const survived = z.object({ runs: z.number(), complete: z.number(), failures: z.array(z.unknown()), exitCode: z.number() });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-soak-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the soak', () => {
  test('plays rounds without a crash and goes on with a journal', async () => {
    const journal = join(folder, 'journal.jsonl');
    const args = ['--rooms', '2', '--participants', '2', '--seconds', '1', '--journal', journal, '--json'];
    const first = await bench('soak', '--rounds', '1', ...args);
    expect(soaked.parse(JSON.parse(first.out)), first.err).toMatchObject({
      complete: true,
      exitCode: 0,
      soaks: [{ rounds: 1, crashes: {} }],
    });
    const lines = (await readFile(journal, 'utf8')).trim().split('\n');
    const second = await bench('soak', '--rounds', '2', ...args);
    const { soaks, exitCode } = soaked.parse(JSON.parse(second.out));
    expect(soaks, second.err).toMatchObject([{ server: 'embedded', rounds: 2, crashes: {}, troubles: {} }]);
    expect(exitCode).toBe(0);
    expect(second.code).toBe(0);
    // The first round was kept, not played again.
    expect((await readFile(journal, 'utf8')).trim().split('\n').slice(0, lines.length)).toEqual(lines);
    const other = await bench('soak', '--rounds', '2', '--rooms', '3', '--journal', journal);
    expect(other.code).toBe(2);
    expect(other.err).toContain('other settings');
  });

  test.each([
    [['--rounds', '0'], /--rounds takes/],
    [['--server', 'other'], /--server takes/],
    [['--fly'], /Unknown option/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await bench('soak', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });
});

// Under this seed: the supervisor and a media worker are killed in memory, a media worker in a room.
const SEED = '45';

describe('chaos', () => {
  test.each([
    ['memory', 2],
    ['embedded', 1],
  ])('runs that are disturbed in %s are complete after resume', { timeout: 600_000 }, async (room, runs) => {
    const { code, out, err } = await bench('chaos', '--runs', String(runs), '--room', room, '--seed', SEED, '--json');
    expect(survived.parse(JSON.parse(out)), err).toMatchObject({ runs, complete: runs, failures: [], exitCode: 0 });
    expect(code).toBe(0);
  });
});
