/**
 * Errors a user may meet: a code, one sentence on what is wrong, one on what to do, and the cause (design.md, rule 10).
 * The command line prints them as one clear message and never as a stack trace.
 */
export type ErrorCode =
  /** The file or flag the user gave is wrong. Exit 2. */
  | 'input'
  /** A run folder that this version cannot read, or that is damaged. Exit 2. */
  | 'run-folder'
  /** A file that should be audio is not, or is empty. Exit 2. */
  | 'audio'
  /** The room server cannot be reached or started. Exit 3. */
  | 'room-unreachable'
  | 'room-refused'
  /** A speech service (TTS, ASR) that a file names cannot be reached, or refuses. Exit 3. */
  | 'speech-service'
  /** The agent's own process could not be started. Exit 4. */
  | 'agent-start'
  /** The disk is full or not writable. Exit 3. */
  | 'store'
  /** A model or native library is missing on this machine. Exit 2. */
  | 'missing'
  | 'internal';

export class TurnrigError extends Error {
  readonly code: ErrorCode;
  /** What the user can do about it, an imperative sentence. Empty when nothing is known. */
  readonly hint: string;
  constructor(code: ErrorCode, message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TurnrigError';
    this.code = code;
    this.hint = options.hint ?? '';
  }
}

/** The message of anything thrown, on one line, for logs and reasons. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').trim();
}
