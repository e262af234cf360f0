/**
 * Whether a text says a thing: the phrase's words in order, numbers by their digits, other words with the slips of a recogniser. A thing that
 * is denied ("not the attic"), doubted ("whether it was four") or left open ("four or five") is not said.
 */
import { BREAK, isNumber, tokensOf } from './tokens.js';

/** So many edits of a word are a slip of the recogniser, by its length: "Marlow" for "Marlowe". Shorter words must be right. Chosen. */
const SLIPS: readonly { readonly from: number; readonly edits: number }[] = [
  { from: 9, edits: 2 },
  { from: 5, edits: 1 },
];
/** A denial reaches so many words ahead. Chosen. */
const REACH = 5;

const DENIES = new Set(
  'not never no isnt wasnt arent werent dont doesnt didnt cant cannot without neither nor unless except 不 没 别 非'.split(' '),
);
const DOUBTS = new Set(['whether', 'if']);
/** Here another clause begins, and a denial before it is not its. */
const CLAUSE = new Set(['it', 'its', 'thats', 'that', 'they', 'hes', 'shes', 'theyre', 'youre', 'we', '是']);
/** Behind these the clause hangs on what was denied: "I do not think it is four". */
const CARRIES = new Set(['think', 'believe', 'say', 'said', 'sure', 'certain', 'know']);
const ARTICLES = new Set(['the', 'a', 'an', 'in', 'on', 'at', 'to', 'with', 'of', 'by', 'for', 'maybe', 'perhaps', 'was', 'it', 'is']);
const PEOPLE = new Set(['i', 'you', 'we', 'they', 'he', 'she', 'shall', 'should', 'do', 'would', 'can', 'so', 'something', 'thereabouts']);

export interface Place {
  readonly from: number;
  readonly to: number;
}

/** Places where the phrase is said as it is, however it is meant. @param exact without the recogniser's slips. */
export function placesOf(tokens: readonly string[], phrase: readonly string[], exact = false): Place[] {
  const places: Place[] = [];
  if (phrase.length === 0) return places;
  for (let from = 0; from < tokens.length; from++) {
    const to = matchAt(tokens, from, phrase, exact);
    if (to !== undefined) places.push({ from, to });
  }
  return places;
}

/** Whether any of the ways to say a thing stands there and is meant. */
export function mentions(tokens: readonly string[], ways: readonly string[], exact = false): boolean {
  const phrases = ways.map((way) => tokensOf(way).filter((token) => token !== BREAK));
  return phrases.some((phrase) =>
    placesOf(tokens, phrase, exact).some((place) => !isDenied(tokens, place.from) && !isOpen(tokens, place, phrases, exact)),
  );
}

function matchAt(tokens: readonly string[], from: number, phrase: readonly string[], exact: boolean): number | undefined {
  let at = from;
  for (let p = 0; p < phrase.length;) {
    if (!isNumber(phrase[p])) {
      const step = wordAt(tokens, at, phrase[p] ?? '', exact);
      if (step === undefined) return undefined;
      at += step;
      p += 1;
      continue;
    }
    let wanted = '';
    for (; isNumber(phrase[p]); p++) wanted += phrase[p] ?? '';
    const next = numberAt(tokens, at, wanted);
    if (next === undefined) return undefined;
    at = next;
  }
  return at;
}

/** A word, or two that the recogniser wrote apart; how many tokens it takes. */
function wordAt(tokens: readonly string[], at: number, word: string, exact: boolean): number | undefined {
  const one = tokens[at];
  if (one === undefined || one === BREAK) return undefined;
  if (same(one, word, exact)) return 1;
  const next = tokens[at + 1];
  return next !== undefined && one + next === word ? 2 : undefined;
}

/** Digits are compared as they are said one after the other: "555 0147" and "5 5 5 0 1 4 7". The number must not go on at either side. */
function numberAt(tokens: readonly string[], from: number, wanted: string): number | undefined {
  if (isNumber(tokens[from - 1])) return undefined;
  let said = '';
  let at = from;
  while (said.length < wanted.length) {
    const token = tokens[at];
    // A phone number is said in groups.
    if (token === BREAK && said !== '' && isNumber(tokens[at + 1])) at += 1;
    else if (isNumber(token)) {
      said += token ?? '';
      at += 1;
    } else return undefined;
  }
  // "7" and "7 00" are one time.
  if (tokens[at] === '00') at += 1;
  return said === wanted && !isNumber(tokens[at]) ? at : undefined;
}

function same(heard: string, wanted: string, exact: boolean): boolean {
  if (heard === wanted) return true;
  if (isNumber(heard) || stem(heard) === stem(wanted)) return !isNumber(heard);
  if (exact) return false;
  const edits = SLIPS.find(({ from }) => wanted.length >= from)?.edits ?? 0;
  return edits > 0 && Math.abs(heard.length - wanted.length) <= edits && distance(heard, wanted) <= edits;
}

/** Without the ending of a plural or a possessive; words of Latin letters only. */
const stem = (word: string): string => (/^[a-z]{4,}$/.test(word) ? word.replace(/(?<=[sxz]|[cs]h)es$|(?<=[^s])s$/, '') : word);

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}

function isDenied(tokens: readonly string[], at: number): boolean {
  for (let i = at - 1, steps = 0; i >= 0 && steps < REACH; i--, steps++) {
    const token = tokens[i] ?? '';
    if (token === BREAK || token === 'but') return false;
    if (DOUBTS.has(token)) return true;
    // "No 7" is a number of something.
    if (DENIES.has(token)) return !(token === 'no' && isNumber(tokens[i + 1]));
    if (CLAUSE.has(token) && !hangs(tokens[i - 1] ?? '')) return false;
  }
  return false;
}

/** Whether a clause behind this word belongs to the one before it. */
const hangs = (word: string): boolean => CARRIES.has(word) || DOUBTS.has(word) || CLAUSE.has(word) || word === '不';

/** "Four or five" leaves it open, but for two ways to say one thing; "either" says so ahead, and a unit may stand between: "six euros or five". */
function isOpen(tokens: readonly string[], { from, to }: Place, phrases: readonly (readonly string[])[], exact: boolean): boolean {
  const again = (at: number): boolean => phrases.some((phrase) => matchAt(tokens, at, phrase, exact) !== undefined);
  const or = orAfter(tokens, from, to);
  if (or !== undefined) {
    let after = or;
    while (ARTICLES.has(tokens[after] ?? '')) after += 1;
    if (tokens[after] !== undefined && !PEOPLE.has(tokens[after] ?? '') && !again(after)) return true;
  }
  let before = from - 1;
  while (ARTICLES.has(tokens[before] ?? '')) before -= 1;
  if (tokens[before] !== 'or') return false;
  const end = before - (tokens[before - 1] === BREAK ? 1 : 0);
  return !phrases.some((phrase) => again(end - phrase.length));
}

/** Where the other choice begins, if there is one. */
function orAfter(tokens: readonly string[], from: number, to: number): number | undefined {
  const at = tokens[to] === BREAK ? to + 1 : to;
  if (tokens[at] === 'or') return at + 1;
  if (tokens[at] === '还' && tokens[at + 1] === '是') return at + 2;
  // A number's unit stands between, and another number follows.
  const unit = tokens.indexOf('or', to);
  if (isNumber(tokens[to - 1]) && unit >= 0 && unit - to <= 2 && tokens.slice(unit + 1, unit + 4).some(isNumber)) return unit + 1;
  const either = tokens.lastIndexOf('either', from);
  const clause = tokens.slice(to).findIndex((token) => token === BREAK);
  const or = tokens.indexOf('or', to);
  const near = either >= 0 && !tokens.slice(either, from).includes(BREAK) && or >= 0 && (clause < 0 || or < to + clause);
  return near ? or + 1 : undefined;
}
