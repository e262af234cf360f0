/** JSON of a user's, held against a shape: every file that judge-check and `score --judge-check` read. */
import type { z } from 'zod';
import { TurnrigError } from '../../error.js';

/** So many places that are wrong are told at once. */
const MOST_TOLD = 5;

/**
 * @param noun what is said of it: "no labelled set".
 * @throws TurnrigError `input` when it is no JSON, or another shape; it names the first places that are wrong.
 */
export function parseShape<T>(text: string, schema: z.ZodType<T>, name: string, noun: string, hint: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new TurnrigError('input', `${name} is not JSON`, { hint, cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const told = parsed.error.issues.slice(0, MOST_TOLD).map(({ path, message }) => `${path.map(String).join('.') || 'its top'}: ${message}`);
  throw new TurnrigError('input', `${name} is ${noun}: ${told.join('; ')}`, { hint });
}
