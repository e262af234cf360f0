/** Words of a conversation as text: joined with a space between words of scripts that have them, and compared without marks. */

/** Han, kana and hangul syllables are written without spaces between words (hangul has them, but not inside what one row of ASR says). */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** "I", "am", "on" is "I am on"; "我", "明天" is "我明天". Pieces keep their own inner spaces. */
export function joinWords(words: readonly string[]): string {
  let text = '';
  for (const word of words.map((one) => one.trim())) {
    if (word === '') continue;
    const last = [...text].at(-1);
    const [first] = [...word];
    const spaced = last !== undefined && first !== undefined && !UNSPACED.test(last) && !UNSPACED.test(first);
    text += spaced ? ` ${word}` : word;
  }
  return text;
}

/** A text without its spaces and punctuation: what two transcripts of the same sound have in common. */
export const bare = (text: string): string => text.replace(/[\s\p{P}]/gu, '');
