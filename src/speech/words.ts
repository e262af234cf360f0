/**
 * Whether a phrase is said in a text, whatever the case, the punctuation and the width of its letters. It decides what the validator
 * holds to be spoken (selective-participation.md, "evidence for the answer is spoken before T").
 *
 * Words are matched whole ("nine" is not said in "ninety"). Chinese and Japanese have no spaces between words: a phrase with such a
 * letter is looked for anywhere.
 */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Lower case, NFKC, and one space for whatever is neither letter, mark nor digit. An apostrophe inside a word goes without one. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])['’](?=[\p{L}\p{N}])/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

export function says(text: string, phrase: string): boolean {
  const wanted = plainWords(phrase);
  if (wanted === '') return false;
  const said = plainWords(text);
  if (WITHOUT_SPACES.test(wanted)) return said.replaceAll(' ', '').includes(wanted.replaceAll(' ', ''));
  // A Latin name in a Chinese sentence has no space around it either.
  const apart = said.replace(/([a-z0-9]+)/g, ' $1 ').replace(/ +/g, ' ');
  return ` ${WITHOUT_SPACES.test(said) ? apart.trim() : said} `.includes(` ${wanted} `);
}

/** Words of a text as a person counts them: runs of letters, and each Chinese or Japanese letter by itself. */
export function wordsOf(text: string): readonly string[] {
  return (
    plainWords(text).match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu,
    ) ?? []
  );
}
