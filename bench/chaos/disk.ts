/** A disk of its own for a run, that can be filled and emptied. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { descendants } from './processes.js';

/** How a full disk is made: a small file system that is filled, or, where none can be mounted, a limit of 0 bytes on files. */
export type FullDiskKind = 'tmpfs' | 'file-size limit';

/** A run of some sessions takes 10 to 40 MB with its report. */
const SIZE = '192m';
const CHUNK = Buffer.alloc(1 << 20);

export interface Disk {
  readonly kind: FullDiskKind;
  /** Where the run folder may lie. */
  readonly folder: string;
  /** From now on nothing more can be written. @param pid of the run; the limit holds for it and what it has started */
  fill(pid: number): Promise<void>;
  /** There is space again. Processes that got the limit keep it. */
  empty(): void;
  /** Takes the disk away, with all that is on it. */
  remove(): void;
}

export function makeDisk(folder: string): Disk {
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'turnrig-chaos', folder], { stdio: 'ignore' });
  } catch {
    return limited(folder);
  }
  const ballast = join(folder, 'ballast');
  return {
    kind: 'tmpfs',
    folder,
    fill: () => {
      fillWith(ballast);
      return Promise.resolve();
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function fillWith(path: string): void {
  const file = openSync(path, 'a');
  try {
    // Smaller and smaller pieces, until not a byte more fits.
    for (let size = CHUNK.length; size >= 1;) {
      try {
        writeSync(file, CHUNK, 0, size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Node ignores SIGXFSZ: a write beyond the limit fails with EFBIG, as it would with a quota that is used up. */
function limited(folder: string): Disk {
  return {
    kind: 'file-size limit',
    folder,
    fill: async (pid) => {
      for (const id of [pid, ...(await descendants(pid)).map((line) => line.pid)]) {
        try {
          execFileSync('prlimit', ['--pid', String(id), '--fsize=0:0'], { stdio: 'ignore' });
        } catch {
          // It has ended meanwhile.
        }
      }
    },
    empty: () => undefined,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
