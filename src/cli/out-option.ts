/** `--out` of every command that takes one. */
import { TurnrigError } from '../error.js';

/** @param what goes there: "the logs go". @throws TurnrigError `input` for a folder that is named by nothing. */
export function refuseEmptyOut(out: string | undefined, what: string): void {
  if (out?.trim() === '') throw new TurnrigError('input', '--out is empty', { hint: `Name the folder where ${what}.` });
}
