/**
 * A judge's answer, read strictly: one JSON object with just `verdict` and `reason`. Whatever else (prose, a code fence, another key, another
 * type, a key twice) is unusable: it does not pass, and is counted (selective-participation.md: "A verdict that cannot be parsed: wrong, and
 * counted"). A judge that cannot keep to a form is no judge, and guessing at what it meant would be one of our own.
 */
import { VERDICTS, type Opinion, type Question } from './model.js';
import { hasKeyTwice, strictTexts } from './strict.js';

/** An answer longer than this is no verdict, UTF-16 units. Chosen. */
export const LONGEST_VERDICT = 4000;
/** Of a reason so much is kept. */
const KEPT_REASON = 300;

export function parseVerdict(answer: string, kind: Question['kind']): Opinion {
  const unusable = (reason: string): Opinion => ({ kind: 'unusable', passes: false, reason });
  const read = strictTexts(answer, ['verdict', 'reason'], LONGEST_VERDICT);
  if (typeof read === 'string') return unusable(read);
  const { verdict, reason } = read;
  if (typeof reason !== 'string') return unusable('the answer has no reason that is a text');
  const [passing, failing] = VERDICTS[kind];
  if (verdict !== passing && verdict !== failing) return unusable(`the verdict is neither "${passing}" nor "${failing}"`);
  if (hasKeyTwice(answer, 2)) return unusable('the answer has a key twice');
  return { kind: 'verdict', passes: verdict === passing, reason: oneLine(reason, KEPT_REASON) };
}

/** Hostile text as a file or a page may hold it: one line, without what steers a terminal or turns the writing round. */
export function oneLine(text: string, most: number): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '');
}
