/** From what was heard to an opinion: an empty transcript asks nobody, a failure is no verdict. */
import { messageOf, TurnrigError } from '../error.js';
import type { Judge, Opinion, Question } from './model.js';
import { verdictKey, type OutputKey } from './outputs.js';
import { parseVerdict } from './verdict.js';

/** Where outputs come from and go to: the store of a run, or nothing. */
export interface Outputs {
  /** The stored output of that key, or the one that `make` gives, which is stored. */
  of(key: OutputKey, make: () => Promise<string>): Promise<string>;
}

/** Asks every time and keeps nothing. */
export const NOT_KEPT: Outputs = { of: (_key, make) => make() };

/** Whether a text has any word. */
export const saysNothing = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** @throws whatever is no failure of a service: a failure of one is an opinion, and is unscored. */
export async function opinionOf(judge: Judge, question: Question, outputs: Outputs = NOT_KEPT): Promise<Opinion> {
  if (saysNothing(question.heard)) return { kind: 'empty', passes: false, reason: 'nothing was understood' };
  try {
    return parseVerdict(await outputs.of(verdictKey(judge, question), () => judge.ask(question)), question.kind);
  } catch (error) {
    return { kind: 'failed', reason: failureOf(error) };
  }
}

const SERVICES: ReadonlySet<string> = new Set(['speech-service', 'missing', 'input', 'agent-start']);

/** The reason of a failure that is a service's. @throws the error, when it is another's. */
export function failureOf(error: unknown): string {
  if (error instanceof TurnrigError && SERVICES.has(error.code)) return messageOf(error);
  throw error;
}
