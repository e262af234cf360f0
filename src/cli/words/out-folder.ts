/** Where judge-check keeps outputs: whether it can is known before anybody is asked. */
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { storeFailure } from '../../../simulator/store/failures.js';
import { runFile } from '../../../simulator/store/layout.js';
import { makeFolder } from '../../../simulator/store/make-folder.js';
import { wordsFolder } from '../../../simulator/words/outputs.js';
import { TurnrigError } from '../../error.js';
import { refuseEmptyOut } from '../out-option.js';

const HINT = 'Choose another folder, a new one for example.';

/** Makes it. @throws TurnrigError `input` when it is no folder or belongs to a run, `store` when nothing can be written there. */
export async function makeOutFolder(given: string): Promise<void> {
  refuseEmptyOut(given, 'outputs are kept');
  if ((await stat(given).catch(() => undefined))?.isDirectory() === false)
    throw new TurnrigError('input', `--out ${given} is not a folder`, { hint: HINT });
  const path = await real(resolve(given));
  const run = runAround(path);
  if (run !== undefined && path !== wordsFolder(run))
    throw new TurnrigError('input', `--out ${given} lies in the run folder ${run}, which holds evidence and what was made of it`, {
      hint: HINT,
    });
  try {
    await makeFolder(path);
    // What is there may be read-only, or no place for files at all (/proc).
    await rmdir(await mkdtemp(join(path, '.turnrig-')));
  } catch (cause) {
    throw storeFailure(given, cause);
  }
}

/** With the symbolic links of what is there followed. */
async function real(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await real(parent), basename(path));
  }
}

/** The run folder that it is or lies in. */
function runAround(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(runFile(at))) return at;
    if (dirname(at) === at) return undefined;
  }
}
