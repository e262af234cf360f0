import { describe, expect, it } from 'vitest';
import { placeholderTts, spokenSeconds } from '../../src/speech/placeholder.js';
import { says, wordsOf } from '../../src/speech/words.js';

describe('a phrase in a text', () => {
  it.each<[string, string, boolean]>([
    ['From platform nine, I think.', 'nine', true],
    ['Ninety of them.', 'nine', false],
    ['PLATFORM NINE!', 'platform nine', true],
    ['At 9:40.', '9:40', true],
    ["It's Nora's key.", "nora's", true],
    ["It's Nora’s key.", "Nora's", true],
    ['A well-known place', 'well known', true],
    ['九号站台', '九号', true],
    ['在 九 号 站台', '九号', true],
    ['请问Aria在吗', 'Aria', true],
    ['请问Arial在吗', 'Aria', false],
    ['小雅，你好', '小雅', true],
    ['anything', '', false],
    ['anything', '...', false],
  ])('%s | %s', (text, phrase, wanted) => {
    expect(says(text, phrase)).toBe(wanted);
  });

  it('counts words, and each Chinese letter', () => {
    expect(wordsOf("It's two, Ben.")).toEqual(['its', 'two', 'ben']);
    expect(wordsOf('买2张票')).toEqual(['买', '2', '张', '票']);
  });
});

describe('placeholder speech', () => {
  it('is as long as its words and the same each time', async () => {
    expect(spokenSeconds('one two three four')).toBeCloseTo(1.6);
    const [a, b] = await Promise.all(['one two', 'one two'].map((text) => placeholderTts().render(text, 'v', 'en')));
    expect(a).toEqual(b);
    expect(a!.samples.length).toBe(48_000 * (0.8 + 0.2));
    expect(Math.max(...a!.samples.slice(0, 4800))).toBe(0);
  });
});
