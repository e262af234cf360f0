/** Two small things about child processes that both kinds of server need. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Bytes of error output that are kept. */
const TAIL = 8192;

/** Keeps the end of a stream; the function returned reads it. The stream does not keep the rig alive. */
export function logTail(stream: Readable | null): () => string {
  let text = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => (text = (text + chunk).slice(-TAIL)));
  if (stream !== null && 'unref' in stream && typeof stream.unref === 'function') (stream as Readable & { unref(): void }).unref();
  return () => text;
}

/** Resolves when a process has ended, also when it could not be started at all. */
export function processExit(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: child.exitCode ?? -1, signal: child.signalCode }));
  });
}
