/** Answers and intrusions whose truth is known: what a judge is measured on (`turnrig judge-check`). Read with suspicion: users bring their own. */
import { z } from 'zod';
import { TurnrigError } from '../../error.js';
import type { Question } from '../model.js';
import { parseShape } from './parse.js';

export const SET_FORMAT = 'turnrig-judge-set';

const line = z.string().max(5000);
const common = {
  id: z.string().min(1).max(100),
  /** Items of one group share a matter, and are not independent. */
  group: z.string().min(1).max(100),
  /** `held`: by wordings that nobody looked at while rules were made; `open`: by those that one may look at. */
  part: z.enum(['open', 'held']),
  /** What kind of saying it is, for the list of what a judge gets wrong. */
  way: z.string().max(100),
  /** The truth: a right answer, or an acknowledgement that leaves the floor. */
  passes: z.boolean(),
  /** What was said, and what a recogniser may make of it. */
  said: line,
  heard: line,
};
const item = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    ...common,
    request: line,
    gold: z.strictObject({
      answer: line,
      mustMention: z.array(z.array(line).min(1).readonly()).readonly(),
      mustNotMention: z.array(line).readonly(),
    }),
  }),
  z.strictObject({ kind: z.literal('intrusion'), ...common, assistant: line, turn: line }),
]);
const schema = z.strictObject({
  format: z.literal(SET_FORMAT),
  version: z.literal(1),
  name: z.string().min(1).max(100),
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/),
  seed: z.int().optional(),
  items: z.array(item).min(1).max(100_000),
});

export type LabelledItem = z.infer<typeof item>;
export type LabelledSet = z.infer<typeof schema>;

/** @throws TurnrigError `input` naming the first places that are wrong. */
export function parseLabelledSet(text: string, name: string): LabelledSet {
  const set = parseShape(text, schema, name, 'no labelled set', HINT);
  const seen = new Set<string>();
  for (const { id } of set.items) {
    if (seen.has(id)) throw new TurnrigError('input', `${name}: the id "${id}" stands there twice`, { hint: HINT });
    seen.add(id);
  }
  return set;
}
const HINT = 'docs/words.md has the shape.';

export function questionOf(one: LabelledItem, language: string, heard: string): Question {
  return one.kind === 'answer'
    ? { kind: 'answer', language, request: one.request, gold: one.gold, heard }
    : { kind: 'intrusion', language, assistant: one.assistant, turn: one.turn, heard };
}
