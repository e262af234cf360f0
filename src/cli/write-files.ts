import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../simulator/store/make-folder.js';
import { storeFailure } from '../../simulator/store/failures.js';

/** Writes files by name into a folder that is made. @throws TurnrigError `store`. */
export async function writeFiles(out: string, files: Readonly<Record<string, string>>): Promise<void> {
  try {
    await makeFolder(out);
    for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
  } catch (cause) {
    throw storeFailure(out, cause);
  }
}
