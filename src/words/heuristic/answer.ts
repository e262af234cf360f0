/**
 * Is an answer right, by its rubric: everything that must be mentioned is said, and nothing that must not be (facts.md: "a rubric (must
 * mention, with synonyms and normalised numbers; must not mention)"). Courtesies and slips of the recogniser decide nothing.
 */
import type { AnswerQuestion } from '../model.js';
import { mentions } from './mention.js';
import { BREAK, isNumber, tokensOf } from './tokens.js';

export interface HeuristicVerdict {
  readonly passes: boolean;
  readonly reason: string;
}

/** Who says one of these takes back what was said before. */
const TAKES_BACK: readonly (readonly string[])[] = [
  'no wait',
  'wait no',
  'no sorry',
  'sorry no',
  'i mean',
  'scratch that',
  'make that',
  'correction',
  'actually no',
  'no actually',
  '不对',
  '说错了',
].map((words) => (/\p{Script=Han}/u.test(words) ? Array.from(words) : words.split(' ')));

/** Ways to say what a rubric says in one word. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  yes: ['yes', 'yeah', 'yep', 'correct', 'that is right', 'thats right', 'indeed'],
  no: ['no', 'nope'],
};

/** Words of a gold answer that carry nothing of it, where there is no rubric. */
const EMPTY = new Set(
  'a an the in on at to of by for with and it is was its are be that this there from into as we you i they he she your our my his her their do did'.split(
    ' ',
  ),
);

export function judgeAnswer({ gold, heard }: AnswerQuestion): HeuristicVerdict {
  const tokens = tokensOf(heard);
  const after = tokens.slice(afterTakingBack(tokens));
  const wrong = gold.mustNotMention.find((one) => mentions(after, [one], true));
  if (wrong !== undefined) return { passes: false, reason: `says "${wrong}", which is wrong` };
  const groups = gold.mustMention.length > 0 ? gold.mustMention : rubricOf(gold.answer);
  const ways = groups.map((group) => group.flatMap((way) => SAME[way.trim().toLowerCase()] ?? [way]));
  const missing = ways.findIndex((group) => !said(tokens, group));
  if (missing >= 0) return { passes: false, reason: `does not say "${(groups[missing] ?? []).join('" or "')}"` };
  if (!ways.some((group) => said(after, group))) return { passes: false, reason: 'takes back what is right' };
  return { passes: true, reason: `says ${groups.map((group) => `"${group[0] ?? ''}"`).join(' and ')}` };
}

/** A bare "no" denies nothing else. */
function said(tokens: readonly string[], ways: readonly string[]): boolean {
  if (ways.includes('nope')) return tokens.some((token) => token === 'no' || token === 'nope');
  return mentions(tokens, ways);
}

/** Where what counts begins: behind the last words that take something back, if anything follows them. */
function afterTakingBack(tokens: readonly string[]): number {
  let from = 0;
  for (let at = 0; at < tokens.length; at++) {
    const words = tokens.filter((token, i) => i >= at && token !== BREAK).slice(0, 2);
    const found = TAKES_BACK.find((one) => tokens[at] === one[0] && startsWith(one.length > 2 ? tokens.slice(at) : words, one));
    if (found !== undefined && tokens.slice(at + found.length).some((token) => token !== BREAK)) from = at;
  }
  return from;
}

const startsWith = (words: readonly string[], wanted: readonly string[]): boolean => wanted.every((word, i) => words[i] === word);

/** Without a rubric, what the gold answer itself carries must be said: its numbers, or else all of its words that mean something. */
function rubricOf(answer: string): string[][] {
  const tokens = tokensOf(answer).filter((token) => token !== BREAK);
  const numbers = tokens.filter(isNumber);
  if (numbers.length > 0) return [[numbers.join(' ')]];
  const words = tokens.filter((token) => !EMPTY.has(token));
  return (words.length > 0 ? words : tokens).map((word) => [word]);
}
