/**
 * One writer a run folder: `lock.json` names the process that has it. A lock whose process is gone (kill -9, power) is taken over.
 * Readers (`score`, `report`) need no lock for what was recorded; only runs take it.
 *
 * Of any number who come at the same time one gets it:
 *   free    the lock comes to be by a hard link to a file that is written already: it is there and whole, or not there.
 *   stale   only who holds the claim on this very text may replace it, and looks again whether it is still there once it holds the claim. The
 *           lock is replaced in one step (rename), so that there is no moment without one. Texts are never the same twice: a claim on one that
 *           was replaced meanwhile finds another there. A claim is a lock itself, and taken over like one when its holder was killed.
 * On a file system without hard links a lock is made empty and then written: one that is not whole is given a moment.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { TurnrigError } from '../../src/error.js';
import { storeFailure } from './failures.js';
import type { FileSystem } from './file-system.js';
import { nodeFileSystem, systemCode } from './file-system.js';
import { lockFile } from './layout.js';

/** `id` is absent in locks of older versions. */
const lockSchema = z.object({ pid: z.number().int().positive(), host: z.string(), born: z.string(), id: z.string().optional() });
type LockOwner = z.infer<typeof lockSchema>;
type Release = () => Promise<void>;

/** Each try ends because somebody else came or went just then. */
const TRIES = 50;
/** How long a lock that is not whole may still be being written. */
const WRITING_MS = 200;
/** What link() says on file systems that have no hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** @returns a function that gives the lock back. @throws TurnrigError `run-folder` when another live process has it. */
export async function lockRun(run: string, fs: FileSystem = nodeFileSystem): Promise<Release> {
  const path = lockFile(run);
  const release = await acquire(fs, path);
  if (release) return release;
  throw new TurnrigError('run-folder', `another turnrig is writing to ${run}`, {
    hint: `wait for it to end, or choose another folder; when you are sure that none is running, delete ${path}`,
  });
}

/** Refuses a run that a live process writes to; nothing is written. @throws TurnrigError `run-folder`. */
export async function refuseLocked(run: string, fs: FileSystem = nodeFileSystem): Promise<void> {
  const found = await readWhole(fs, lockFile(run));
  if (found === undefined || !(await isAlive(found))) return;
  throw new TurnrigError('run-folder', `another turnrig is writing to ${run}`, {
    hint: `wait for it to end; when you are sure that none is running, delete ${lockFile(run)}`,
  });
}

/** @returns how to give it back; undefined when somebody alive has it, or is taking it over. */
async function acquire(fs: FileSystem, path: string): Promise<Release | undefined> {
  const owner: LockOwner = { pid: process.pid, host: hostname(), born: await bornAt(process.pid), id: randomUUID() };
  const text = JSON.stringify(owner);
  const release = (): Promise<void> => giveBack(fs, path, text);
  for (let tries = 0; tries < TRIES; tries++) {
    if (await makeNew(fs, path, text)) return release;
    const found = await readWhole(fs, path);
    if (found === undefined) continue;
    if (await isAlive(found)) return undefined;
    const claim = await acquire(fs, claimOn(path, found));
    if (!claim) return undefined;
    try {
      if ((await readText(fs, path)) === found) {
        await replace(fs, path, text);
        return release;
      }
    } finally {
      await claim();
    }
  }
  throw new TurnrigError('run-folder', `cannot get ${path}: others are after it too`, { hint: 'try again' });
}

/** The file by which somebody says that the lock that holds `found` is theirs to replace. */
export const claimOn = (path: string, found: string): string => `${path}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`;

/** @returns whether it was made; false when there is one. */
async function makeNew(fs: FileSystem, path: string, text: string): Promise<boolean> {
  const whole = await writeBeside(fs, path, text);
  try {
    await fs.link(whole, path);
    return true;
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false;
    if (!NO_LINKS.has(systemCode(cause))) throw storeFailure(path, cause);
  } finally {
    await fs.remove(whole);
  }
  try {
    await write(fs, path, text);
    return true;
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false;
    throw storeFailure(path, cause);
  }
}

async function replace(fs: FileSystem, path: string, text: string): Promise<void> {
  const whole = await writeBeside(fs, path, text);
  try {
    await fs.rename(whole, path);
  } catch (cause) {
    await fs.remove(whole);
    throw storeFailure(path, cause);
  }
}

async function writeBeside(fs: FileSystem, path: string, text: string): Promise<string> {
  const beside = `${path}.${randomUUID()}.tmp`;
  try {
    await write(fs, beside, text);
    return beside;
  } catch (cause) {
    await fs.remove(beside);
    throw storeFailure(path, cause);
  }
}

async function write(fs: FileSystem, path: string, text: string): Promise<void> {
  const file = await fs.openFile(path, 'new');
  try {
    await file.write(new TextEncoder().encode(text));
  } finally {
    await file.close();
  }
}

async function giveBack(fs: FileSystem, path: string, text: string): Promise<void> {
  if ((await readText(fs, path)) === text) await fs.remove(path);
}

async function readText(fs: FileSystem, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await fs.read(path));
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return undefined;
    throw storeFailure(path, cause);
  }
}

/** What lies there, after a moment when it may still be being written. */
async function readWhole(fs: FileSystem, path: string): Promise<string | undefined> {
  const text = await readText(fs, path);
  if (text === undefined || ownerOf(text)) return text;
  await sleep(WRITING_MS);
  return readText(fs, path);
}

/** Undefined when nobody can be read in it: cut off while it was written. */
function ownerOf(text: string): LockOwner | undefined {
  try {
    return lockSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function isAlive(text: string): Promise<boolean> {
  const owner = ownerOf(text);
  if (!owner) return false;
  // Nothing can be asked about a process on another host: better to refuse than to write into its run.
  if (owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
  } catch (cause) {
    return systemCode(cause) === 'EPERM';
  }
  return owner.born === (await bornAt(owner.pid));
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
