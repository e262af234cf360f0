/** Where judge-check keeps outputs: whether it can is known before anybody is asked. */
import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storeFailure } from '../../../simulator/store/failures.js';
import { makeFolder } from '../../../simulator/store/make-folder.js';
import { wordsFolder } from '../../../simulator/words/outputs.js';
import { TurnrigError } from '../../error.js';
import { refuseEmptyOut } from '../out-option.js';
import { inRun, realPath, runAround } from '../run-around.js';

const HINT = 'Choose another folder, a new one for example.';

/** Makes it. @throws TurnrigError `input` when it is no folder or belongs to a run, `store` when nothing can be written there. */
export async function makeOutFolder(given: string): Promise<void> {
  refuseEmptyOut(given, 'outputs are kept');
  if ((await stat(given).catch(() => undefined))?.isDirectory() === false)
    throw new TurnrigError('input', `--out ${given} is not a folder`, { hint: HINT });
  const path = await realPath(given);
  const run = runAround(path);
  if (run !== undefined && path !== wordsFolder(run)) throw new TurnrigError('input', `--out ${inRun(given, path, run)}`, { hint: HINT });
  try {
    await makeFolder(path);
    // What is there may be read-only, or no place for files at all (/proc).
    await rmdir(await mkdtemp(join(path, '.turnrig-')));
  } catch (cause) {
    throw storeFailure(given, cause);
  }
}
