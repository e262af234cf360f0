/** Errors of the benchmark: what the public tool raises, with the same type and first line, so that scripts that look for them go on. */
import { TurnrigError, type ErrorCode } from '../error.js';

/** The exception's name in the public tool. */
export type EotErrorType = 'ValueError' | 'TypeError' | 'FileNotFoundError' | 'NotADirectoryError' | 'FileExistsError' | 'RuntimeError';

export class EotError extends TurnrigError {
  readonly type: EotErrorType;
  constructor(
    message: string,
    options: { readonly type?: EotErrorType; readonly code?: ErrorCode; readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super(options.code ?? 'input', message, options);
    this.name = 'EotError';
    this.type = options.type ?? 'ValueError';
  }
}

/** `repr` of a list of names. */
export function listRepr(names: readonly string[]): string {
  return `[${names.map((name) => `'${name.replace(/['\\]/g, '\\$&')}'`).join(', ')}]`;
}
