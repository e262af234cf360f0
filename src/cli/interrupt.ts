/** Ctrl-C: the first asks sessions to end and keeps the evidence, the second ends the program at once. */
import { EXIT } from './exit-codes.js';
import type { Console } from './console.js';

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Gives the signals back to Node's own handling. */
  release(): void;
}

export function onInterrupt(console: Console, said = 'stopping: sessions end and keep what they recorded (again: at once)'): Interrupt {
  const abort = new AbortController();
  const handler = (): void => {
    if (abort.signal.aborted) process.exit(EXIT.interrupted);
    console.err(`\n${said}`);
    abort.abort();
  };
  process.on('SIGINT', handler);
  process.on('SIGTERM', handler);
  return {
    signal: abort.signal,
    release: () => {
      process.off('SIGINT', handler);
      process.off('SIGTERM', handler);
    },
  };
}
