/**
 * Waits of the shell that must end: a native library that never answers may cost the moment it is given, and no more.
 */

/** Resolves as the work does, or rejects with what was waited for when the time is up. The work's own end is then nobody's any more. */
export async function within<T>(ms: number, otherwise: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${otherwise} within ${ms / 1000} s`)), ms);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** For what is being left: its failure, or that it does not come, is nothing to the one who leaves. Never rejects. */
export async function settled(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  if (work !== undefined) await within(ms, 'no end', work).catch(() => undefined);
}
