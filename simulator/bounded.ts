/**
 * Waits of the shell that must end. A native library that never answers, a peer that has gone quiet, a process that was stopped: each may cost
 * the time that it is given and no more. Every wait for something outside this process's own JavaScript goes through here.
 */

/** What was waited for did not come in its time. */
export class Overdue extends Error {
  override readonly name = 'Overdue';
}

/** A process that was killed is gone at once; one that hangs in the kernel is left behind after so long, ms. */
const KILLED_MS = 2_000;

/**
 * Resolves or rejects as the work does; the work's own end is nobody's any more once the time is up.
 *
 * @param otherwise what is said when the time is up: "no answer to the join".
 * @param signal when it is given, its reason ends the wait.
 * @throws Overdue when the time is up.
 */
export async function within<T>(ms: number, otherwise: string, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Overdue(`${otherwise} within ${ms / 1000} s`)), ms);
    stop = () => reject(signal?.reason instanceof Error ? signal.reason : new Error('interrupted'));
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal?.removeEventListener('abort', stop);
  }
}

/**
 * For what is being left: its failure, or that it does not come, is nothing to the one who leaves. Never rejects.
 * @returns whether it came to an end of its own, good or bad.
 */
export async function settled(ms: number, work: Promise<unknown> | undefined): Promise<boolean> {
  if (work === undefined) return true;
  try {
    await within(ms, 'no end', work);
    return true;
  } catch (error) {
    return !(error instanceof Overdue);
  }
}

/**
 * Sees a process off: waits for its end, and kills it when it does not come. Never rejects.
 * @param gone resolves when the process has ended.
 */
export async function endedWithin(ms: number, gone: Promise<unknown>, kill: () => void): Promise<void> {
  if (await settled(ms, gone)) return;
  kill();
  await settled(KILLED_MS, gone);
}
