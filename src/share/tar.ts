/** Headers of a tar archive (POSIX.1-1988, ustar), the same bytes for the same names and sizes: no owner, no time. */
import { TurnrigError } from '../error.js';

export const TAR_BLOCK = 512;
const NAME = 100;
/** Eleven octal digits. */
const MOST_BYTES = 8 ** 11 - 1;

/** @param name ASCII, at most 100 characters @throws TurnrigError `internal` for others, `input` for files of 8 GiB and more. */
export function tarHeader(name: string, size: number): Uint8Array {
  if (!/^[ -~]{1,100}$/.test(name)) throw new TurnrigError('internal', `${JSON.stringify(name)} cannot stand in a tar archive`);
  if (size > MOST_BYTES)
    throw new TurnrigError('input', `${name} is too large for a tar archive`, { hint: 'Pack fewer turns with --turn.' });
  const header = new Uint8Array(TAR_BLOCK);
  const text = new TextEncoder();
  const put = (at: number, value: string): void => header.set(text.encode(value), at);
  put(0, name.padEnd(NAME, '\0'));
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(124, `${size.toString(8).padStart(11, '0')}\0`);
  put(136, '00000000000\0');
  put(148, '        ');
  put(156, '0');
  put(257, 'ustar\0');
  put(263, '00');
  const sum = header.reduce((all, byte) => all + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return header;
}

/** Zeros behind a file so long, up to the next block. */
export const tarPadding = (size: number): Uint8Array => new Uint8Array((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);
/** Two blocks of zeros end an archive. */
export const TAR_END = new Uint8Array(2 * TAR_BLOCK);
