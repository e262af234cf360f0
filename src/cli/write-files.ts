import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TurnrigError, messageOf } from '../error.js';

/** Writes files by name into a folder that is made. @throws TurnrigError `store`. */
export async function writeFiles(out: string, files: Readonly<Record<string, string>>): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
  } catch (cause) {
    throw new TurnrigError('store', `the results cannot be written to ${out}: ${messageOf(cause)}`, {
      hint: 'Check the path after --out.',
      cause,
    });
  }
}
