/** What a recogniser may make of a line: numbers as digits, lost punctuation, words of the same sound, letters gone wrong in long words, an "uh". */
const SAME_SOUND: Readonly<Record<string, string>> = {
  four: 'for',
  two: 'too',
  eight: 'ate',
  one: 'won',
  there: 'their',
  right: 'write',
  hear: 'here',
  sure: 'shore',
  see: 'sea',
  know: 'no',
  week: 'weak',
  red: 'read',
  blue: 'blew',
};
const DIGITS: Readonly<Record<string, string>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, i) => [word, String(i)]),
);
const LETTERS = 'aeiourstlnmd';

/** Chances a word, or a line where it says so. Chosen: about one word in twelve goes wrong, as a small recogniser does on clean speech. */
const CHANCE = { digits: 0.5, plain: 0.35, sameSound: 0.12, letter: 0.1, filler: 0.15, lost: 0.02 };

export function noisy(text: string, random: () => number): string {
  const asDigits = random() < CHANCE.digits;
  const words = text.split(' ').flatMap((word) => {
    const bare = word.toLowerCase().replace(/[^\p{L}\p{N}'-]/gu, '');
    const put = (other: string): string => word.toLowerCase().replace(bare, other);
    const digit = DIGITS[bare];
    if (asDigits && digit !== undefined) return [put(digit)];
    const sound = SAME_SOUND[bare];
    if (sound !== undefined && random() < CHANCE.sameSound) return [put(sound)];
    if (random() < CHANCE.lost && bare.length < 4) return [];
    if (bare.length >= 6 && random() < CHANCE.letter) return [put(slipped(bare, random))];
    return [word];
  });
  if (random() < CHANCE.filler) words.splice(Math.floor(random() * words.length), 0, 'uh');
  const line = words.join(' ');
  return random() < CHANCE.plain ? line.toLowerCase().replace(/[.,!?:;]/g, '') : line;
}

/** A letter lost, doubled or another one. */
function slipped(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  const kind = Math.floor(random() * 3);
  const letter =
    kind === 0 ? '' : kind === 1 ? `${word[at] ?? ''}${word[at] ?? ''}` : (LETTERS[Math.floor(random() * LETTERS.length)] ?? '');
  return `${word.slice(0, at)}${letter}${word.slice(at + 1)}`;
}
