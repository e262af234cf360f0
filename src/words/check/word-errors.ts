/** Word errors of a recogniser: substitutions, insertions and deletions of the least costly alignment, over the words that were said. */
import { tokensOf, BREAK } from '../heuristic/tokens.js';

export interface WordErrors {
  readonly errors: number;
  readonly words: number;
}

/** Case and punctuation decide nothing; numbers are compared as digits, however they are written. */
export function wordErrors(said: string, heard: string): WordErrors {
  const [a, b] = [wordsIn(said), wordsIn(heard)];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return { errors: row[b.length] ?? 0, words: a.length };
}

const wordsIn = (text: string): string[] => tokensOf(text).filter((token) => token !== BREAK);
