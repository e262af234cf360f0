/** A folder that is there whole or not at all: made beside its place under a hidden name, and renamed once everything is in it. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { TurnrigError } from '../../src/error.js';
import { storeFailure } from '../store/failures.js';
import { makeFolder } from '../store/make-folder.js';
import { systemCode } from '../store/system-code.js';

/** @throws TurnrigError `input` when something is there, `store` when that cannot be told. */
export async function refuseExisting(path: string): Promise<void> {
  try {
    await lstat(path);
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return;
    throw storeFailure(path, cause);
  }
  throw new TurnrigError('input', `${path} is there already`, { hint: 'Name another place with --out; nothing is written over.' });
}

/** A run is only read: nothing is put into it. @throws TurnrigError `input` */
export function refuseInside(path: string, run: string): void {
  const way = relative(resolve(run), resolve(path));
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return;
  throw new TurnrigError('input', `${path} lies in the run ${run}, which is only read`, { hint: 'Name a place outside of it with --out.' });
}

/**
 * @param make writes into the folder that it is given
 * @throws what `make` throws, with nothing left behind; TurnrigError `input` when `path` is there, `store`.
 */
export async function newFolder<T>(path: string, make: (folder: string) => Promise<T>): Promise<T> {
  const target = resolve(path);
  await refuseExisting(target);
  return beside(target, async (folder) => {
    await mkdir(folder);
    const made = await make(folder);
    await refuseExisting(target);
    await rename(folder, target);
    return made;
  });
}

/** Gives a hidden name beside `target`, of which nothing is left however `make` ends. @throws TurnrigError `store`. */
export async function beside<T>(target: string, make: (hidden: string) => Promise<T>): Promise<T> {
  const hidden = join(dirname(target), `.${basename(target)}.${randomUUID()}.partial`);
  try {
    await makeFolder(dirname(target));
    return await make(hidden);
  } catch (cause) {
    if (systemCode(cause) === '') throw cause;
    throw storeFailure(target, cause);
  } finally {
    await rm(hidden, { recursive: true, force: true });
  }
}
