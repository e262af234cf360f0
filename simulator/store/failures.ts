/** What a failed system call means to a user. */
import { TurnrigError, messageOf } from '../../src/error.js';
import { systemCode } from './file-system.js';

const WHY: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ['the disk is full', 'free some space and go on with --resume; what was recorded so far is kept'],
  EDQUOT: ['the disk quota is used up', 'free some space and go on with --resume; what was recorded so far is kept'],
  EFBIG: ['the file would be too large for its disk', 'use another disk for the run folder'],
  EACCES: ['it may not be written', 'check the permissions of the run folder'],
  EPERM: ['it may not be written', 'check the permissions of the run folder'],
  EEXIST: ['a file lies where its folder should be', 'use another folder for the run'],
  EISDIR: ['a folder lies where its file should be', 'use another folder for the run'],
  ENOTDIR: ['a file lies where its folder should be', 'use another folder for the run'],
  // What Node says of a folder it cannot make on a read-only disk, and of a link that leads nowhere.
  ENOENT: ['its folder cannot be made there', 'check the path and that its disk is not read-only, or use another folder for the run'],
  EROFS: ['its disk is read-only', 'use another folder for the run'],
  EMFILE: ['this process has too many open files', 'raise the limit of open files (ulimit -n), or run fewer sessions at a time'],
};

/** @returns a TurnrigError `store` that says what could not be written and why; one that is already one stays as it is. */
export function storeFailure(path: string, cause: unknown): TurnrigError {
  if (cause instanceof TurnrigError) return cause;
  const [why, hint] = WHY[systemCode(cause)] ?? [messageOf(cause), 'check the disk that holds the run folder'];
  return new TurnrigError('store', `cannot write ${path}: ${why}`, { hint, cause });
}
