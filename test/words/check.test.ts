import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeJudgeSet, textOf } from '../../bench/judge-set/make.js';
import { HELD, OPEN, type Ways } from '../../bench/judge-set/ways.js';
import { checkJudge } from '../../simulator/words/check.js';
import { TurnrigError } from '../../src/error.js';
import { checkFailures, type Failure } from '../../src/words/check/failures.js';
import { checkFigures } from '../../src/words/check/figures.js';
import { checkedOf, parseChecked } from '../../src/words/check/document.js';
import { parseLabelledSet, type LabelledItem } from '../../src/words/check/items.js';
import { wordErrors } from '../../src/words/check/word-errors.js';
import { heuristicJudge } from '../../src/words/heuristic/judge.js';
import type { Judge, Opinion } from '../../src/words/model.js';
import { NOT_KEPT } from '../../src/words/opinion.js';

const file = readFileSync(new URL('../../assets/judge-check/en.json', import.meta.url), 'utf8');
const set = parseLabelledSet(file, 'en.json');

describe('the labelled set', () => {
  it('is what its generator makes of its seed', async () => {
    expect(textOf(await makeJudgeSet(set.seed ?? 0))).toBe(file);
  });

  it('has at least 200 held answers and intrusions, half of each right, some with the slips of a recogniser, short and long', () => {
    for (const kind of ['answer', 'intrusion'] as const) {
      const held = set.items.filter((one) => one.kind === kind && one.part === 'held');
      expect(held.length).toBeGreaterThanOrEqual(200);
      expect(held.filter(({ passes }) => passes).length).toBe(held.length / 2);
      expect(held.filter(({ said, heard }) => said !== heard).length).toBeGreaterThan(held.length / 10);
      expect(held.some(({ said }) => said.split(' ').length <= 2)).toBe(true);
      expect(held.some(({ said }) => said.split(' ').length >= 20)).toBe(true);
    }
  });

  it('shares no wording and no matter between what is open and what is held', () => {
    const texts = (ways: Ways): Set<string> =>
      new Set([ways.right, ways.wrong, ways.acknowledgement, ways.intrusion].flat().map(({ text }) => text));
    // "{gold}" and the like are a matter's own words, and matters are apart.
    const bare = (text: string): boolean => /^\{\w+\}\.?$/.test(text);
    const held = [...texts(HELD)].filter((text) => texts(OPEN).has(text) && !bare(text));
    expect(held).toEqual(['Okay.']);
    const groups = (part: string): Set<string> => new Set(set.items.filter((one) => one.part === part).map(({ group }) => group));
    expect([...groups('open')].filter((group) => groups('held').has(group))).toEqual([]);
  });

  it.each([
    ['{', 'not JSON'],
    ['{"format": "x"}', 'no labelled set'],
    [JSON.stringify({ ...set, items: [set.items[0], set.items[0]] }), 'stands there twice'],
    [JSON.stringify({ ...set, items: [{ ...set.items[0], more: 1 }] }), 'no labelled set'],
  ])('is refused when it is none: %s', (text, message) => {
    expect(() => parseLabelledSet(text, 'mine.json')).toThrow(expect.objectContaining({ code: 'input' }) as Error);
    expect(() => parseLabelledSet(text, 'mine.json')).toThrow(message);
  });
});

const item = (id: string, passes: boolean, part: 'held' | 'open' = 'held'): LabelledItem => ({
  kind: 'answer',
  id,
  group: `g${id}`,
  part,
  passes,
  way: 'bare',
  said: 'Four.',
  heard: 'four',
  request: 'Which?',
  gold: { answer: 'Four.', mustMention: [['four']], mustNotMention: [] },
});
const verdict = (passes: boolean): Opinion => ({ kind: 'verdict', passes, reason: '' });

describe('checkFigures', () => {
  it('counts what is right, what is wrong and what is none', () => {
    const judged = [
      ...Array.from({ length: 12 }, (_, i) => ({ item: item(`r${i}`, true), heard: 'four', opinion: verdict(i < 9) })),
      ...Array.from({ length: 8 }, (_, i) => ({ item: item(`w${i}`, false), heard: 'five', opinion: verdict(i < 1) })),
      { item: item('e', true), heard: '', opinion: { kind: 'empty', passes: false, reason: '' } as const },
      { item: item('u', false), heard: 'x', opinion: { kind: 'unusable', passes: false, reason: '' } as const },
      { item: item('f', true), heard: '', opinion: { kind: 'failed', reason: '' } as const },
      { item: item('o', true, 'open'), heard: 'four', opinion: verdict(true) },
    ];
    const { held, open } = checkFigures(judged, 'answer');
    expect(held).toMatchObject({
      items: 23,
      agreement: { right: 9 + 7 + 1, of: 22 },
      sensitivity: { right: 9, of: 13 },
      specificity: { right: 8, of: 9, groups: 9 },
      empty: 1,
      unusable: 1,
      failed: 1,
    });
    expect(held.wrong).toEqual([
      { way: 'bare', passes: true, wrong: 4, of: 13 },
      { way: 'bare', passes: false, wrong: 1, of: 9 },
    ]);
    // Wilson's interval of 9 of 13: Brown, Cai and DasGupta's formula worked out by hand.
    expect(held.sensitivity.low).toBeCloseTo(0.4237, 3);
    expect(held.sensitivity.high).toBeCloseTo(0.8732, 3);
    expect(held.specificity.note).toContain('an interval over scenes wants');
    expect(open).toMatchObject({ items: 1, agreement: { right: 1, of: 1 } });
    expect(checkFigures(judged, 'intrusion').held).toMatchObject({ items: 0, agreement: { of: 0 } });
  });
});

describe('checkJudge', () => {
  it('gives the same for the embedded judge every time, well above chance on what it was not made with', async () => {
    const options = { set, sha256: 'a'.repeat(64), judge: heuristicJudge(), outputs: NOT_KEPT };
    const one = await checkJudge({ ...options, parallel: 1 });
    expect(await checkJudge({ ...options, parallel: 7 })).toEqual(one);
    for (const { held } of [one.answer, one.intrusion]) expect(held.agreement.rate).toBeGreaterThan(0.75);
    expect(checkedOf(one)).toEqual(parseChecked(JSON.stringify(one), 'x'));
  });

  it('counts the items of a judge that fails, and throws what is no failure of a service', async () => {
    const judge = (error: Error): Judge => ({ name: 'j', kind: 'chat', version: 'v', ask: () => Promise.reject(error) });
    const options = { set, sha256: 'a'.repeat(64), outputs: NOT_KEPT, parallel: 3 };
    const failed = await checkJudge({ ...options, judge: judge(new TurnrigError('speech-service', 'gone')) });
    expect(failed.answer.held).toMatchObject({ failed: 240, agreement: { of: 0 } });
    // Of one item nothing is left in the transcript: nobody is asked about it.
    expect(failed.failures).toEqual({ reasons: [{ of: 'judge', reason: 'gone', items: 719 }], others: 0 });
    await expect(checkJudge({ ...options, judge: judge(new Error('bug')) })).rejects.toThrow('bug');
  });
});

describe('checkFailures', () => {
  const judge = (reason: string): Failure => ({ of: 'judge', reason });
  it('tells each reason once, the first five, as text that steers no terminal', () => {
    const hostile = `answered 401:\u001b]0;x\u0007 \u202eno\nsuch key`;
    const many = Array.from({ length: 7 }, (_, i) => judge(`reason ${i}`));
    expect(checkFailures([])).toBeUndefined();
    expect(checkFailures([judge(hostile), { of: 'asr', reason: 'gone' }, judge(hostile), ...many, judge('reason 2')])).toEqual({
      reasons: [
        { of: 'judge', reason: 'answered 401: ]0;x no such key', items: 2 },
        { of: 'asr', reason: 'gone', items: 1 },
        { of: 'judge', reason: 'reason 0', items: 1 },
        { of: 'judge', reason: 'reason 1', items: 1 },
        { of: 'judge', reason: 'reason 2', items: 2 },
      ],
      others: 4,
    });
  });
});

describe('parseChecked', () => {
  it.each(['nothing', '{}', '{"format":"turnrig-judge-check","version":1}'])('refuses %s', (text) => {
    expect(() => parseChecked(text, 'f')).toThrow(expect.objectContaining({ code: 'input' }) as Error);
  });
});

describe('wordErrors', () => {
  it.each([
    ['Platform four.', 'platform 4', 0, 2],
    ['On level nine.', 'on level five', 1, 3],
    ['On level nine.', 'level nine', 1, 3],
    ['On level nine.', '', 3, 3],
    ['', 'invented words', 2, 0],
  ])('%s heard as "%s": %d of %d', (said, heard, errors, words) => {
    expect(wordErrors(said, heard)).toEqual({ errors, words });
  });
});
