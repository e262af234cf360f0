/** What is wrong with a parquet file, as one sentence for a user. */
import { TurnrigError, messageOf } from '../../error.js';

/** Bytes that are not what parquet wants there; the message says which, in our own words. */
export class BrokenParquet extends RangeError {}

/** A file that is not read for a reason of its own: the message is the reason. */
export class RefusedParquet extends Error {}

const WHOLE = 'Is it whole? A parquet file begins and ends with PAR1.';
const MEMORY = 'Give the process more memory, or the table in several files.';

/** Whatever a file makes a reader throw becomes one sentence. Errors that are sentences already stay as they are. */
export function brokenParquet(name: string, cause: unknown): TurnrigError {
  if (cause instanceof TurnrigError) return cause;
  const why = reason(cause);
  const hint = cause instanceof RefusedParquet ? '' : isMemory(cause) ? MEMORY : WHOLE;
  return new TurnrigError('input', `${name} cannot be read as parquet: ${why}`, { hint, cause });
}

function reason(cause: unknown): string {
  if (cause instanceof RefusedParquet) return cause.message;
  if (cause instanceof BrokenParquet) return `it is not whole parquet (${cause.message})`;
  if (isMemory(cause)) return 'it needs more memory than there is';
  // The disk's own words: ENOENT, EIO.
  if (cause instanceof Error && 'syscall' in cause) return messageOf(cause);
  return fromHyparquet(messageOf(cause));
}

/** Typed arrays that find no memory throw so. */
export const isMemory = (cause: unknown): boolean => cause instanceof RangeError && /allocation failed/i.test(cause.message);

/** What hyparquet says on purpose begins so and is plain text; all else it throws is what JavaScript says of a damaged value. */
const ON_PURPOSE = /^parquet ([\x20-\x7e]{1,120})$/;

function fromHyparquet(message: string): string {
  const said = ON_PURPOSE.exec(message)?.[1];
  // A name it does not know is undefined to it.
  if (said === undefined || said.includes('undefined')) return 'it is not whole parquet';
  return /unsupported|not supported/.test(said)
    ? `a part of it is of a kind that is not read (${said})`
    : `it is not whole parquet (${said})`;
}
