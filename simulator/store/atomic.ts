import { dirname } from 'node:path';
import { storeFailure } from './failures.js';
import type { FileSystem } from './file-system.js';

/**
 * Writes a file so that a reader, and a kill, meet the old one or the new one and nothing between: a temporary file beside it,
 * synced, then renamed. A left-over temporary file is overwritten by the next try. @throws TurnrigError `store`.
 */
export async function writeAtomic(fs: FileSystem, path: string, bytes: Uint8Array | string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    await fs.makeFolder(dirname(path));
    const file = await fs.openFile(temporary, 'replace');
    try {
      await file.write(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temporary, path);
  } catch (cause) {
    throw storeFailure(path, cause);
  }
}
