import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAnswer } from '../../src/words/heuristic/answer.js';
import { judgeIntrusion } from '../../src/words/heuristic/intrusion.js';
import { BREAK, tokensOf } from '../../src/words/heuristic/tokens.js';
import { mentions } from '../../src/words/heuristic/mention.js';

describe('tokensOf', () => {
  it.each([
    ['Seven thirty.', '7 30 |'],
    ['7:30', '7 30'],
    ['7.30 p.m.', '7 30 pm'],
    ['half past seven', '7 30'],
    ['quarter to eight', '7 45'],
    ['ten to one', '12 50'],
    ['from five to eight', 'from 5 to 8'],
    ['twenty-five', '25'],
    ['twenty 1', '21'],
    ['one hundred and five', '105'],
    ['twelve hundred', '1200'],
    ['two thousand three hundred', '2300'],
    ['a dozen', '12'],
    ['half a dozen', '6'],
    ['five five five, oh one four', '5 5 5 | 0 1 4'],
    ['Oh, okay', 'oh | okay'],
    ['the 3rd floor', 'the 3 floor'],
    ['the third floor', 'the 3 floor'],
    ['the twentieth', 'the 20'],
    ['1,200 euros', '1200 euros'],
    ['$12.50', '12 50'],
    ["It's o'clock", 'its'],
    ['B12', 'b 12'],
    ['七点半', '7 30'],
    ['三十五号', '35 号'],
    ['十二', '12'],
  ])('%s', (text, tokens) => {
    expect(tokensOf(text).join(' ')).toBe(tokens);
  });

  it('never throws, and its tokens have no space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => tokensOf(text).every((token) => token === BREAK || !/\s/.test(token))),
    );
  });
});

describe('mentions', () => {
  it.each([
    ['on platform four', ['four', '4'], true],
    ['on platform 4', ['four'], true],
    ['at four thirty', ['four'], false],
    ['at 4:00', ['four'], true],
    ['number 555-0147', ['five five five oh one four seven'], true],
    ['number 555 0 1 4', ['5550147'], false],
    ['in the libary', ['library'], true],
    ['at seven', ['eleven'], false],
    ['on Sunday', ['Monday'], false],
    ['on Thursday', ['Tuesday'], false],
    ['in the book store', ['bookstore'], true],
    ['the keys', ['key'], true],
    ['not in the attic', ['attic'], false],
    ['it is not level three it is level four', ['four'], true],
    ['it is not level three it is level four', ['three'], false],
    ['I do not think it is four', ['four'], false],
    ['I am not sure but it is four', ['four'], true],
    ['I cannot say whether it was four', ['four'], false],
    ['four or five', ['four'], false],
    ['four or five', ['five'], false],
    ['4 or four', ['four', '4'], true],
    ['either six euros or five euros', ['six'], false],
    ['four, or you can take the stairs', ['four'], true],
    ['No. 7', ['seven'], true],
    ['不是三号，是四号', ['四号'], true],
    ['不是三号，是四号', ['三号'], false],
  ])('%s: %j is %s', (text, ways, expected) => {
    expect(mentions(tokensOf(text), ways)).toBe(expected);
  });
});

describe('judgeAnswer', () => {
  const gold = {
    answer: 'At seven thirty, in the library.',
    mustMention: [['seven thirty', '7:30'], ['library']],
    mustNotMention: ['eight'],
  };
  it.each([
    ['At half past seven, in the library.', true],
    ['Sure! The library, at 7.30. Anything else?', true],
    ['In the library.', false],
    ['At seven thirty in the gym.', false],
    ['In the library at eight, no wait, at seven thirty.', true],
    ['In the library at seven thirty, no wait, at nine in the gym.', false],
    ['In the library at seven thirty, or at eight.', false],
    ['I do not know.', false],
    ['', false],
  ])('%s: %s', (heard, passes) => {
    expect(judgeAnswer({ kind: 'answer', language: 'en', request: 'Where?', gold, heard }).passes).toBe(passes);
  });

  it.each([
    [{ answer: 'Twelve euros.', mustMention: [], mustNotMention: [] }, '12', true],
    [{ answer: 'In the library.', mustMention: [], mustNotMention: [] }, 'The library.', true],
    [{ answer: 'In the library.', mustMention: [], mustNotMention: [] }, 'The gym.', false],
    [{ answer: 'Yes.', mustMention: [['yes']], mustNotMention: [] }, 'Yeah, that is so.', true],
    [{ answer: 'No.', mustMention: [['no']], mustNotMention: [] }, 'No, it is closed.', true],
  ])('goes by the gold answer without a rubric, and knows yes and no: %j %s', (plain, heard, passes) => {
    expect(judgeAnswer({ kind: 'answer', language: 'en', request: '', gold: plain, heard }).passes).toBe(passes);
  });

  it('finds a gold answer right by its own rubric whatever stands around it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Sure!', 'Of course.', 'Well,', ''),
        fc.constantFrom('Anything else?', 'Happy to help.', ''),
        (before, after) => {
          const heard = `${before} ${gold.answer} ${after}`;
          return judgeAnswer({ kind: 'answer', language: 'en', request: '', gold, heard }).passes;
        },
      ),
    );
  });
});

describe('judgeIntrusion', () => {
  const judge = (heard: string, turn = 'I left it at home.', assistant = 'Aria'): boolean =>
    judgeIntrusion({ kind: 'intrusion', language: 'en', assistant, turn, heard }).passes;
  it.each(['Mm-hm.', 'mhm', 'Hmm', 'Uh-huh.', 'Okay.', 'Okay, got it.', 'I see.', 'Sorry.', '嗯，好的。', 'Of course.', 'Yes.'])(
    'lets "%s" pass',
    (heard) => expect(judge(heard)).toBe(true),
  );
  it.each([
    'Twelve euros.',
    'Seven.',
    'Okay?',
    'Which one?',
    'Okay, and do not forget the milk.',
    'Okay okay okay okay.',
    'Okay, sure, I see, got it, no problem, thanks.',
    'Can I help?',
    '我觉得不行。',
  ])('does not let "%s" pass', (heard) => expect(judge(heard)).toBe(false));
  it.each(['Yes.', 'Sure.', 'Of course.', '是的'])('takes "%s" for an answer where a question was asked', (heard) => {
    expect(judge(heard, 'Ben, did you lock the door?')).toBe(false);
  });
  it.each(['Okay.', 'Mm-hm.'])('and "%s" for none', (heard) => {
    expect(judge(heard, 'Ben, did you lock the door?')).toBe(true);
  });
});
