/** Words of a conversation as text: joined with a space between words of scripts that have them, and compared without marks. */

/** Han and kana are written without spaces between words. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]`;
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');

/** "I", "am", "on" is "I am on"; "我", "明天" is "我明天". Pieces keep their own inner spaces. */
export function joinWords(words: readonly string[]): string {
  let text = '';
  for (const word of words.map((one) => one.trim())) {
    if (word === '') continue;
    const spaced = text !== '' && !ENDS_UNSPACED.test(text) && !BEGINS_UNSPACED.test(word);
    text += spaced ? ` ${word}` : word;
  }
  return text;
}

/** A text without its spaces and punctuation: what two transcripts of the same sound have in common. */
export const bare = (text: string): string => text.normalize('NFC').replace(/[\s\p{P}]/gu, '');
