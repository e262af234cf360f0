/** A model's answer to a draft. The answer is hostile text: anything but the JSON object that was asked for is refused in a sentence. */
import { z } from 'zod';
import { TURN_LABELS } from '../../scenario/model.js';
import type { Drafted, PairRequest } from '../model.js';

/** Longer than any scene; more is not read. */
const LONGEST_ANSWER = 100_000;

const line = z.string().min(1).max(2000);
const schema = z.object({
  title: z.string().max(200).optional(),
  turns: z
    .array(z.object({ speaker: line, label: z.enum(TURN_LABELS), text: line, implicit: line.nullish() }))
    .min(1)
    .max(60),
  gold: z.object({
    answer: line,
    must_mention: z.array(z.union([line, z.array(line).min(1)])).min(1),
    must_not_mention: z.array(line).nullish(),
    evidence: z.array(z.int()).min(1),
  }),
});

export function parseDraft(answer: string, request: PairRequest): Drafted {
  const json = objectIn(answer);
  if (json === undefined) return { unusable: 'the answer is not a JSON object' };
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const told = parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'the object'}: ${message}`);
    return { unusable: `the JSON object has another shape than asked for: ${told.join('; ')}` };
  }
  const { title, turns, gold } = parsed.data;
  const names = request.people.map(({ name }) => name);
  const stranger = turns.find(({ speaker }) => !names.includes(speaker));
  if (stranger !== undefined) return { unusable: `"${stranger.speaker}" is none of the people ${names.join(', ')}` };
  const evidence = gold.evidence.map((number) => number - 1);
  if (evidence.some((index) => turns[index] === undefined))
    return { unusable: `"evidence" names a turn that is not there: count from 1 to ${turns.length}` };
  return {
    draft: {
      title: oneLine(title ?? request.family),
      turns: turns.map(({ speaker, label, text, implicit }) => ({
        speaker,
        label,
        text: oneLine(text),
        ...(label === 'T' && typeof implicit === 'string' ? { implicit: oneLine(implicit) } : {}),
      })),
      gold: {
        answer: oneLine(gold.answer),
        mustMention: gold.must_mention.map((group) => (typeof group === 'string' ? [group] : group).map(oneLine)),
        mustNotMention: (gold.must_not_mention ?? []).map(oneLine),
        evidence,
      },
    },
  };
}

/** Text as a file may hold it: one line, without control characters. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 2000);
}

/** The JSON object of an answer, in a code fence or with prose around it too; undefined when there is none. */
function objectIn(answer: string): unknown {
  const text = answer.slice(0, LONGEST_ANSWER);
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || to < from) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(from, to + 1));
    return value;
  } catch {
    return undefined;
  }
}
