/** Ctrl-C: the first asks sessions to end and keeps the evidence, the second ends the program at once. */
import { EXIT, type ExitCode } from './exit-codes.js';
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

/** Does what Ctrl-C may stop, and sets the exit code. @param stopped what is said where it was @throws what the work throws by itself */
export async function interruptible(console: Console, stopped: string, work: (signal: AbortSignal) => Promise<ExitCode>): Promise<void> {
  const interrupt = onInterrupt(console, 'stopping (again: at once)');
  try {
    process.exitCode = await work(interrupt.signal);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    console.err(stopped);
    process.exitCode = EXIT.interrupted;
  } finally {
    interrupt.release();
  }
}
