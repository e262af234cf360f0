import { createHash } from 'node:crypto';
import { openRecording } from '../analysis/recording-file.js';

/** Whether two recordings are the same bytes. @throws TurnrigError `audio` when one cannot be read. */
export async function sameFile(a: string, b: string): Promise<boolean> {
  return a === b || (await sha256Of(a)) === (await sha256Of(b));
}

async function sha256Of(path: string): Promise<string> {
  const file = await openRecording(path);
  try {
    const hash = createHash('sha256');
    for await (const piece of file.bytes) hash.update(piece);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}
