/**
 * A model's decision after one line, read strictly: one JSON object with just `decision` and `answer`. Whatever else (prose, a code fence, another
 * key, a key twice, speech without words) is no decision: it is asked again, TRIES times in all, and is unscored after that.
 */
import { hasKeyTwice, oneLine, strictTexts } from '../words/index.js';

/** A decision longer than this is none, UTF-16 units; nobody says so much in one turn. Chosen. */
const LONGEST = 4000;
/** Of an answer so much is kept: what is said in 60 s at most (selective-participation.md, Schedule). Chosen. */
const KEPT = 2000;

export type Decision = { readonly speaks: true; readonly says: string } | { readonly speaks: false };

/** @returns the decision, or why there is none. */
export function parseDecision(answer: string): Decision | { readonly unusable: string } {
  const unusable = (why: string): { readonly unusable: string } => ({ unusable: why });
  const read = strictTexts(answer, ['decision', 'answer'], LONGEST);
  if (typeof read === 'string') return unusable(read);
  const { decision, answer: said } = read;
  if (decision !== 'speak' && decision !== 'silent') return unusable('its decision is neither "speak" nor "silent"');
  if (typeof said !== 'string') return unusable('its answer is not a text');
  if (hasKeyTwice(answer, 2)) return unusable('the answer has a key twice');
  const says = oneLine(said, KEPT);
  if (decision === 'silent') return says === '' ? { speaks: false } : unusable('it is silent, and its answer is not empty');
  return says === '' ? unusable('it speaks, and its answer is empty') : { speaks: true, says };
}
