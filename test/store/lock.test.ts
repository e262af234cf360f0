import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileSystem } from '../../simulator/store/file-system.js';
import { nodeFileSystem } from '../../simulator/store/file-system.js';
import { claimOn, lockRun } from '../../simulator/store/lock.js';
import type { LockOrder } from './lock-child.js';

let dir: string;
const lock = (): string => join(dir, 'lock.json');
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-lock-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

/** Nobody alive wrote this: the process that has the id began at another time. */
const stale = (n: number): string => JSON.stringify({ pid: process.pid, host: hostname(), born: `long ago, ${n}` });

describe('the lock of a run folder', () => {
  it('keeps others out until it is given back, and leaves nothing behind', async () => {
    const release = await lockRun(dir);
    await expect(lockRun(dir)).rejects.toMatchObject({
      code: 'run-folder',
      message: expect.stringContaining('another turnrig is writing') as string,
    });
    await release();
    expect(await readdir(dir)).toEqual([]);
    await (
      await lockRun(dir)
    )();
  });

  it('is taken over from a process that was killed, from one whose id was given to another, and where it is cut off', async () => {
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(child, 'exit');
    for (const dead of [JSON.stringify({ pid: child.pid, host: hostname(), born: '1' }), stale(0), '{"pid":', '']) {
      await writeFile(lock(), dead);
      await (
        await lockRun(dir)
      )();
      expect(await readdir(dir)).toEqual([]);
    }
  });

  it('is not taken from a process of another host', async () => {
    await writeFile(lock(), JSON.stringify({ pid: 1, host: `not-${hostname()}`, born: '1' }));
    await expect(lockRun(dir)).rejects.toThrow(/another turnrig/);
  });

  it('is taken over also where somebody was killed while taking it over', async () => {
    await writeFile(lock(), stale(1));
    await writeFile(claimOn(lock(), stale(1)), stale(2));
    await writeFile(claimOn(claimOn(lock(), stale(1)), stale(2)), stale(3));
    await (
      await lockRun(dir)
    )();
    // What remains are claims that nobody reads any more.
    expect(await readdir(dir)).not.toContain('lock.json');
  });

  it('is left to the one who claims the dead one', async () => {
    await writeFile(lock(), stale(1));
    const live = { pid: process.ppid, host: hostname(), born: await bornAt(process.ppid) };
    await writeFile(claimOn(lock(), stale(1)), JSON.stringify(live));
    await expect(lockRun(dir)).rejects.toThrow(/another turnrig/);
    expect(await readFile(lock(), 'utf8')).toBe(stale(1));
  });

  it('that was replaced while one waited for the claim is not replaced again', async () => {
    await writeFile(lock(), stale(1));
    let winner: Promise<() => Promise<void>> | undefined;
    const slow: FileSystem = {
      ...nodeFileSystem,
      async read(path) {
        const bytes = await nodeFileSystem.read(path);
        // Between looking and claiming, another one takes it over from beginning to end.
        if (path === lock() && winner === undefined) {
          winner = lockRun(dir);
          await winner;
        }
        return bytes;
      },
    };
    await expect(lockRun(dir, slow)).rejects.toThrow(/another turnrig/);
    await (
      await winner
    )?.();
    expect(await readdir(dir)).toEqual([]);
  });

  it('works where there are no hard links', async () => {
    const noLinks: FileSystem = {
      ...nodeFileSystem,
      link: () => Promise.reject(Object.assign(new Error('operation not supported'), { code: 'ENOTSUP' })),
    };
    for (const before of [undefined, stale(1), '']) {
      if (before !== undefined) await writeFile(lock(), before);
      const release = await lockRun(dir, noLinks);
      await expect(lockRun(dir, noLinks)).rejects.toThrow(/another turnrig/);
      await release();
      expect(await readdir(dir)).toEqual([]);
    }
  });

  it('says what the disk says', async () => {
    const full: FileSystem = {
      ...nodeFileSystem,
      link: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    await expect(lockRun(dir, full)).rejects.toMatchObject({
      code: 'store',
      message: expect.stringContaining('the disk is full') as string,
    });
    expect(await readdir(dir)).toEqual([]);
  });
});

/** As the kernel tells it; '' where that cannot be known. */
async function bornAt(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

describe('of many who want a dead lock at the same time', () => {
  const PROCESSES = 4;
  const ROUNDS = 12;
  /** On a machine that others keep busy a process may be long in coming. */
  const BUSY_MS = 240_000;
  let script: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    script = join(await mkdtemp(join(tmpdir(), 'turnrig-lock-child-')), 'child.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'lock-child.ts')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(join(script, '..'), { recursive: true, force: true });
  });
  const start = (): ChildProcess => {
    const child = fork(script, { stdio: 'ignore' });
    children.push(child);
    return child;
  };
  async function tell(child: ChildProcess, order: LockOrder): Promise<string> {
    const answer = once(child, 'message');
    child.send(order);
    const [said] = (await answer) as [string];
    return said;
  }

  it(
    'one process gets it, also when the one before was killed with it',
    async () => {
      const racers = Array.from({ length: PROCESSES }, start);
      await writeFile(lock(), stale(0));
      for (let round = 0; round < ROUNDS; round++) {
        const said = await Promise.all(racers.map((child) => tell(child, { take: dir })));
        expect({ round, said: [...said].sort() }).toEqual({
          round,
          said: ['got it', ...Array.from({ length: PROCESSES - 1 }, () => 'refused')],
        });
        const first = said.indexOf('got it');
        const winner = racers[first];
        if (!winner) throw new Error('nobody');
        if (round % 3 === 0) {
          const gone = once(winner, 'exit');
          winner.kill('SIGKILL');
          await gone;
          racers[first] = start();
        } else {
          expect(await tell(winner, 'give back')).toBe('gave it back');
          // Now and then it is free.
          if (round % 3 === 1) await writeFile(lock(), stale(round));
        }
      }
    },
    BUSY_MS,
  );

  it('one call of one process gets it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await writeFile(lock(), stale(round));
      const got = await Promise.allSettled(Array.from({ length: 8 }, () => lockRun(dir)));
      const releases = got.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(releases).toHaveLength(1);
      for (const release of releases) await release();
    }
  });
});
