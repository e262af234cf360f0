import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './system-code.js';

/**
 * Makes a folder and those above it; one that is there is fine. Rejects with the system's error.
 *
 * Not Node's own `recursive`: where the system says ENOENT for a folder whose parent exists (/proc), that one tries for ever.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await makeOne(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  if (!(await makeOne(path)))
    throw Object.assign(new Error(`ENOENT: no such file or directory, mkdir '${path}'`), { code: 'ENOENT', path });
}

/** False when what should hold it is not there. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    // Read-only disks and the root answer with codes of their own for a folder that is there.
    const there = await stat(path).catch(() => undefined);
    if (there?.isDirectory() === true) return true;
    throw error;
  }
}
