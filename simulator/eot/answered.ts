/** What an adapter may take: one that hangs becomes an error with a hint. */
import { EotError } from '../../src/eot/error.js';
import { Overdue, within } from '../bounded.js';

/** @param who stands at the beginning of the message. Rejects with the signal's reason when it is given. @throws EotError */
export async function answered<T>(work: Promise<T>, timeoutMs: number, who: string, signal?: AbortSignal): Promise<T> {
  try {
    return await within(timeoutMs, `${who} did not answer`, work, signal);
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
    throw new EotError(error.message, { type: 'RuntimeError', hint: '--timeout sets how long it may take.' });
  }
}
