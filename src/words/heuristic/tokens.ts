/** A text as the heuristic judge reads it: words without case, numbers as digits, and where a clause ends. */
import { digits } from './numbers.js';
import { hanDigits } from './han-numbers.js';

/** Stands where punctuation ends a clause. */
export const BREAK = '|';

const HAN = /\p{Script=Han}/u;

/** Words that tell nothing of what is said, wherever they stand. */
const SILENT = new Set(['oclock', 'uh', 'um', 'er', 'erm']);

/** Words (each Chinese character by itself) and `BREAK`s; numbers are digits. */
export function tokensOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])['’](?=[\p{L}\p{N}])/gu, '')
    .replace(/[$£€]\s?(\d[\d.,]*\d|\d)/gu, (_, amount: string) => `${amount} `)
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/\b([ap])\.?\s?m\b\.?/g, '$1m')
    .replace(/(?<=\d)(st|nd|rd|th)\b/g, '')
    // Between digits these join: 7:30, 7.30, 555-0147.
    .replace(/(?<=\d)[:.\-–](?=\d)/g, ' ')
    .replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ')
    .replace(/(?<=\d)点半/g, ' 30')
    .replace(/(?<=\d)点(?=\d)/g, ' ')
    .replace(HAN_NUMBER, (run) => ` ${hanDigits(run)} `)
    .replace(/[.,;:!?…—。，、；：！？]+/gu, ` ${BREAK} `)
    .replace(/[^\p{L}\p{M}\p{N}|]+/gu, ' ');
  const words = plain.split(/\s+/).flatMap((word) => (HAN.test(word) ? Array.from(word) : word === '' || SILENT.has(word) ? [] : [word]));
  // A number is not read across the end of a clause.
  const out: string[] = [];
  let clause: string[] = [];
  for (const word of words) {
    if (word !== BREAK) {
      clause.push(word);
      continue;
    }
    out.push(...digits(clause), BREAK);
    clause = [];
  }
  return [...out, ...digits(clause)];
}

const HAN_NUMBER = /[零〇一二两三四五六七八九十百千]+(?:点半|点[零〇一二三四五六七八九十]+|点)?/gu;

export const isNumber = (token: string | undefined): boolean => token !== undefined && /^\d+$/.test(token);
