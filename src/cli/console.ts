import { TurnrigError, messageOf } from '../error.js';
import { EXIT } from './exit-codes.js';

/** Where a command prints. `out` is for results (a program may read it with --json), `err` for progress and messages. */
export interface Console {
  out(text: string): void;
  err(text: string): void;
  /** Whether `err` is a terminal: only then is there a progress line. */
  readonly live: boolean;
  /** Columns of the terminal, 80 where unknown. */
  readonly width: number;
}

/** The process's own standard streams. A reader that closes the pipe early (`| head`) is no error. */
export function processConsole(): Console {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      // Into a file on a full disk, for example. Nothing that follows could be read either.
      if (stream === process.stdout) process.stderr.write(`error: the output cannot be written: ${messageOf(error)}\n`);
      process.exit(EXIT.undecided);
    });
  }
  return {
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    live: process.stderr.isTTY && process.env['TERM'] !== 'dumb' && process.env['CI'] === undefined,
    width: process.stderr.columns || 80,
  };
}

/** One clear message for an error: what is wrong, what to do. Never a stack trace, nor what could steer a terminal. */
export function describeError(error: unknown): string {
  if (error instanceof TurnrigError)
    return plain([`error: ${error.message}`, ...(error.hint === '' ? [] : [`  ${error.hint}`])].join('\n'));
  return plain(
    `error: ${messageOf(error)}\n  This was not expected. Please report it with the command you ran; TURNRIG_DEBUG=1 prints the details.`,
  );
}

/** Removes control characters, those of writing direction too, from text that came from outside: it cannot steer a terminal. */
export function plain(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
