/** Where the page of a comparison may go: into a folder of its own, and never over anything else. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../../simulator/store/system-code.js';
import { TurnrigError } from '../../error.js';
import { inRun, realPath, runAround } from '../run-around.js';

/** Written first, and what a folder is told by. */
export const COMPARE_FILE = 'compare.json';
export const INDEX_FILE = 'index.html';
export const CELLS_FOLDER = 'cells';
const OWN: ReadonlySet<string> = new Set([COMPARE_FILE, INDEX_FILE, CELLS_FOLDER]);

/** Enough of a CompareDocument to tell it from other files of the name. */
const written = z.object({ version: z.number(), systems: z.array(z.unknown()), comparisons: z.array(z.unknown()) });

/** A folder outside of runs that is not there, is empty, or holds an earlier comparison and nothing else. @throws TurnrigError `input`. */
export async function refuseForeignFolder(folder: string): Promise<void> {
  const path = await realPath(folder);
  const run = runAround(path);
  if (run !== undefined) throw refused(inRun(folder, path, run));
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (cause) {
    if (systemCode(cause) === 'ENOTDIR') throw refused(`${folder} is not a folder`, cause);
    // Not there yet; what else is wrong with it is told when it is made.
    return;
  }
  if (names.length === 0) return;
  const foreign = names.find((name) => !OWN.has(name));
  if (foreign !== undefined) throw refused(`${folder} holds something that is not of a comparison (${foreign})`);
  if (!(await holdsDocument(folder))) throw refused(`${folder} is not empty, and its ${COMPARE_FILE} is not one of turnrig compare`);
}

async function holdsDocument(folder: string): Promise<boolean> {
  try {
    return written.safeParse(JSON.parse(await readFile(join(folder, COMPARE_FILE), 'utf8'))).success;
  } catch {
    return false;
  }
}

function refused(what: string, cause?: unknown): TurnrigError {
  return new TurnrigError('input', `the page cannot go there: ${what}`, {
    hint: 'Name an empty folder, or an earlier comparison, by --out; or do without a page: --no-page.',
    ...(cause === undefined ? {} : { cause }),
  });
}
