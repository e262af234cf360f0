/** English numbers and times of day as digits, however they are written: "seven thirty", "7:30" and "half past seven" are one thing. */

const UNITS = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
].flatMap((words) => words.split(' '));
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS: Readonly<Record<string, string>> = {
  first: 'one',
  second: 'two',
  third: 'three',
  fifth: 'five',
  eighth: 'eight',
  ninth: 'nine',
  twelfth: 'twelve',
};

const VALUES = new Map<string, number>([
  ...UNITS.map((word, i): [string, number] => [word, i]),
  ...TENS.map((word, i): [string, number] => [word, 20 + 10 * i]),
  ['nought', 0],
  ['noon', 12],
  ['fourty', 40],
]);

/** The cardinal of an ordinal: "twentieth" is "twenty", "fourth" is "four". */
function cardinal(word: string): string {
  const known = ORDINALS[word];
  if (known !== undefined) return known;
  if (!word.endsWith('th')) return word;
  const stem = word.slice(0, -2);
  const tens = stem.endsWith('ie') ? `${stem.slice(0, -2)}y` : stem;
  return VALUES.has(tens) ? tens : word;
}

const isNumeric = (word: string | undefined): boolean => word !== undefined && /^\d+$/.test(word);
const valueOf = (word: string | undefined): number | undefined => (word === undefined ? undefined : VALUES.get(cardinal(word)));

/** Number words as digits. A run of them is read as it is said: "twenty five" is 25, "seven thirty" 7 and 30, "one hundred and five" 105. */
export function digits(words: readonly string[]): string[] {
  return timesOfDay(zeros(cardinals(words)));
}

function cardinals(words: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < words.length;) {
    const read = numberAt(words, i);
    if (read === undefined) {
      out.push(words[i] ?? '');
      i += 1;
    } else {
      out.push(String(read.value));
      i = read.next;
    }
  }
  return out;
}

const MULTIPLES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000 };

function numberAt(words: readonly string[], from: number): { readonly value: number; readonly next: number } | undefined {
  let at = from;
  if (words[at] === 'half' && words[at + 1] === 'a' && words[at + 2] === 'dozen') return { value: 6, next: at + 3 };
  if (words[at] === 'a' && words[at + 1] === 'dozen') return { value: 12, next: at + 2 };
  const article = words[at] === 'a' && MULTIPLES[words[at + 1] ?? ''] !== undefined;
  let small = article ? { value: 1, next: at + 1 } : belowHundred(words, at);
  if (small === undefined) return words[at] === 'dozen' ? { value: 12, next: at + 1 } : undefined;
  let total = 0;
  for (;;) {
    at = small.next;
    const times = MULTIPLES[words[at] ?? ''];
    if (times === undefined) return { value: total + small.value, next: at };
    total += small.value * times;
    at += 1;
    const and = words[at] === 'and' && belowHundred(words, at + 1) !== undefined;
    const rest = belowHundred(words, and ? at + 1 : at);
    if (rest === undefined) return { value: total, next: at };
    small = rest;
  }
}

/** "twenty five" is one number, "seven thirty" and "five five" are two. */
function belowHundred(words: readonly string[], at: number): { readonly value: number; readonly next: number } | undefined {
  const word = words[at];
  const value = isNumeric(word) ? Number(word) : valueOf(word);
  if (word === undefined || value === undefined || (isNumeric(word) && MULTIPLES[words[at + 1] ?? ''] === undefined)) return undefined;
  const next = words[at + 1];
  // A recogniser may write "twenty 1".
  const unit =
    value >= 20 && value % 10 === 0 && !isNumeric(word) ? (/^[1-9]$/.test(next ?? '') ? Number(next) : valueOf(next)) : undefined;
  return unit !== undefined && unit >= 1 && unit <= 9 ? { value: value + unit, next: at + 2 } : { value, next: at + 1 };
}

/** "oh" beside a number is a nought; "point" between two is nothing that decides. */
function zeros(words: readonly string[]): string[] {
  const out: string[] = [];
  for (const [i, word] of words.entries()) {
    const [before, after] = [out.at(-1), words[i + 1]];
    if ((word === 'oh' || word === 'o') && (isNumeric(before) || isNumeric(after)) && after !== undefined) out.push('0');
    else if (word === 'point' && isNumeric(before) && isNumeric(after)) continue;
    else out.push(word);
  }
  return out;
}

/** "half past 7" is 7 30, "quarter to 8" and "15 to 8" are 7 45. "From 5 to 8" is no time of day. */
function timesOfDay(words: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < words.length;) {
    const minutes = words[i] === 'half' ? 30 : words[i] === 'quarter' ? 15 : isNumeric(words[i]) ? Number(words[i]) : undefined;
    const word = words[i + 1] === 'minutes' ? words[i + 2] : words[i + 1];
    const at = words[i + 1] === 'minutes' ? i + 3 : i + 2;
    const hour = isNumeric(words[at]) ? Number(words[at]) : undefined;
    const between = out.at(-1) === 'from' || out.at(-1) === 'between' || isNumeric(out.at(-1));
    const clock = minutes !== undefined && minutes > 0 && minutes < 60 && hour !== undefined && hour >= 1 && hour <= 12 && !between;
    if (clock && word === 'past') {
      out.push(String(hour), String(minutes).padStart(2, '0'));
      i = at + 1;
    } else if (clock && word === 'to' && minutes % 5 === 0 && minutes <= 30) {
      out.push(String(hour === 1 ? 12 : hour - 1), String(60 - minutes));
      i = at + 1;
    } else {
      out.push(words[i] ?? '');
      i += 1;
    }
  }
  return out;
}
