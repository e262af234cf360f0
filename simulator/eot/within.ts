/** A bound on what an adapter may take: one that hangs becomes an error. */
import { EotError } from '../../src/eot/error.js';

/** @param who stands at the beginning of the message. Rejects with the signal's reason when it is given. */
export async function within<T>(work: Promise<T>, timeoutMs: number, who: string, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      work.then(resolve, reject);
      timer = setTimeout(
        () =>
          reject(
            new EotError(`${who} did not answer within ${timeoutMs / 1000} s`, {
              type: 'RuntimeError',
              hint: '--timeout sets how long it may take.',
            }),
          ),
        timeoutMs,
      );
      stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('interrupted'));
      signal.addEventListener('abort', stop, { once: true });
    });
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}
