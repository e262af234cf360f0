/** Lines of somebody else's program, none longer than was agreed: one that never ends its line would fill this process's memory. */
import type { Readable } from 'node:stream';

const NEWLINE = 10;

/**
 * Tells each line, the last one too where nothing ends it.
 *
 * @param longest of a line, bytes.
 * @param onLong there is a longer one; the stream was destroyed, and nothing more is told.
 */
export function boundedLines(stream: Readable, longest: number, onLine: (line: string) => void, onLong: () => void): void {
  let parts: Buffer[] = [];
  let length = 0;
  /** @returns whether it may go on. */
  const take = (part: Buffer): boolean => {
    length += part.length;
    if (length <= longest) {
      parts.push(part);
      return true;
    }
    parts = [];
    stream.removeAllListeners('data').removeAllListeners('end').destroy();
    onLong();
    return false;
  };
  const tell = (): void => {
    const line = Buffer.concat(parts).toString('utf8');
    parts = [];
    length = 0;
    onLine(line);
  };
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      if (!take(chunk.subarray(from, at))) return;
      tell();
      from = at + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  });
  stream.on('end', () => {
    if (length > 0) tell();
  });
}
