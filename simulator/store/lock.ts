/**
 * One writer a run folder: `lock.json` names the process that has it. A lock whose process is gone (kill -9, power) is taken over.
 * Readers (`score`, `report`) need no lock for what was recorded; only runs take it.
 */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { TurnrigError } from '../../src/error.js';
import { storeFailure } from './failures.js';
import type { FileSystem } from './file-system.js';
import { nodeFileSystem, systemCode } from './file-system.js';
import { lockFile } from './layout.js';

const lockSchema = z.object({ pid: z.number().int().positive(), host: z.string(), born: z.string() });
type LockOwner = z.infer<typeof lockSchema>;

/** @returns a function that gives the lock back. @throws TurnrigError `run-folder` when another live process has it. */
export async function lockRun(run: string, fs: FileSystem = nodeFileSystem): Promise<() => Promise<void>> {
  const path = lockFile(run);
  const mine: LockOwner = { pid: process.pid, host: hostname(), born: await bornAt(process.pid) };
  const text = JSON.stringify(mine);
  for (let tries = 0; tries < 3; tries++) {
    if (await tryCreate(fs, path, text)) return () => release(fs, path, text);
    const found = await readText(fs, path);
    if (found === undefined) continue;
    if (await isAlive(found)) {
      throw new TurnrigError('run-folder', `another turnrig is writing to ${run}`, {
        hint: `wait for it to end, or choose another folder; when you are sure that none is running, delete ${path}`,
      });
    }
    await takeAway(fs, path, found);
  }
  throw new TurnrigError('run-folder', `cannot get the lock of ${run}: others are after it too`, { hint: 'try again' });
}

async function tryCreate(fs: FileSystem, path: string, text: string): Promise<boolean> {
  try {
    const file = await fs.openFile(path, 'new');
    try {
      await file.write(new TextEncoder().encode(text));
    } finally {
      await file.close();
    }
    return true;
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false;
    throw storeFailure(path, cause);
  }
}

/** Moves a dead lock aside under a name of its own, so that of two takers only one gets it, and puts back one that is not the dead one. */
async function takeAway(fs: FileSystem, path: string, dead: string): Promise<void> {
  const aside = `${path}.${process.pid}.stale`;
  try {
    await fs.rename(path, aside);
  } catch {
    return; // Somebody else was faster; the next try looks again.
  }
  const moved = await readText(fs, aside);
  if (moved !== undefined && moved !== dead) await tryCreate(fs, path, moved);
  await fs.remove(aside);
}

async function release(fs: FileSystem, path: string, text: string): Promise<void> {
  if ((await readText(fs, path)) === text) await fs.remove(path);
}

async function readText(fs: FileSystem, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await fs.read(path));
  } catch {
    return undefined;
  }
}

async function isAlive(text: string): Promise<boolean> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return false; // Cut off while it was written: its writer died with it.
  }
  const owner = lockSchema.safeParse(json);
  if (!owner.success) return false;
  // Nothing can be asked about a process on another host: better to refuse than to write into its run.
  if (owner.data.host !== hostname()) return true;
  try {
    process.kill(owner.data.pid, 0);
  } catch (cause) {
    return systemCode(cause) === 'EPERM';
  }
  return owner.data.born === (await bornAt(owner.data.pid));
}

/** When the process started, in the kernel's ticks, so that a reused process id is not taken for it; '' where that cannot be known. */
async function bornAt(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
