/** A JSON file in a run folder that says what a run was planned as, beside the manifest. */
import { z } from 'zod';
import { TurnrigError } from '../error.js';

export interface PlanFile<T> {
  readonly write: (value: T) => string;
  /** @throws TurnrigError `run-folder` for anything else than a plan. */
  readonly read: (text: string) => T;
}

/** @param file its name @param verb of the command that makes it */
export function planFile<T>(file: string, verb: string, schema: z.ZodType<T>): PlanFile<T> {
  const damaged = (what: string, cause: unknown): TurnrigError =>
    new TurnrigError('run-folder', `${file} ${what}`, {
      hint: `Give a run folder that \`turnrig ${verb}\` made, or restore the file from a copy.`,
      cause,
    });
  return {
    write: (value) => `${JSON.stringify(value, null, 1)}\n`,
    read: (text) => {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch (cause) {
        throw damaged('is not JSON', cause);
      }
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      throw damaged(`is damaged: ${z.prettifyError(parsed.error).split('\n')[0] ?? ''}`, parsed.error);
    },
  };
}
