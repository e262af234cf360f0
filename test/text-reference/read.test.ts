/** A model that reads who says what: what it is shown, what is taken from it, and what it is scored by. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import type { CompiledScene, TurnLabel } from '../../src/scenario/model.js';
import type { Chat, ChatMessage } from '../../src/speech/chat.js';
import { differsFromRun } from '../../src/text-reference/beside.js';
import { parseDecision } from '../../src/text-reference/decision.js';
import { parseTextReference } from '../../src/text-reference/document.js';
import { TRIES } from '../../src/text-reference/prompt.js';
import { readable, readScenes } from '../../src/text-reference/read.js';
import { scriptHash, scriptOf } from '../../src/text-reference/script.js';
import { heuristicJudge, NOT_KEPT } from '../../src/words/index.js';
import { planned, scene, turn } from '../recording/fixtures.js';

const gold = { answer: 'By the fountain.', mustMention: [['fountain']], mustNotMention: ['pump'], evidence: ['n2'] };
const SAID: readonly (readonly [string, TurnLabel, string])[] = [
  ['duty', 'user', 'Aria, answer when you are asked.'],
  ['n2', 'N2', 'The stall is by the fountain.'],
  ['q', 'N4Q', 'Aria, when does it close?'],
  ['r', 'N4R', 'At six, I looked it up.'],
  ['t', 'T', 'Aria, where is the stall?'],
  ['n1', 'N1', 'Aria has been useful.'],
];
const made = (more: Partial<CompiledScene> = {}): CompiledScene =>
  scene({
    ...{ id: 'market-explicit', scene: 'market-explicit', suite: 's', language: 'en', assistant: 'Aria', gold },
    pair: { id: 'market', condition: 'explicit' },
    speakers: [{ id: 'nora', name: 'Nora' }],
    turns: SAID.map(([id, label, text]) => turn({ id, label, text, speaker: 'nora' })),
    ...more,
  });

const SILENT = '{"decision":"silent","answer":""}';
const speak = (answer: string): string => JSON.stringify({ decision: 'speak', answer });

interface Asked {
  readonly conversation: readonly { readonly speaker: string; readonly says: string; readonly still_speaking?: boolean }[];
  readonly duty: string;
}

/** A model that answers by the last line, and by how often it was asked about it. */
function reader(answer: (last: string, messages: readonly ChatMessage[]) => string): Chat & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    name: 'openai:reader@host',
    asked,
    complete: (messages) => {
      const one = JSON.parse(messages[1]?.content ?? '') as Asked;
      asked.push(one);
      return Promise.resolve(answer(one.conversation.at(-1)?.says ?? '', messages));
    },
  };
}

const read = (chat: Chat, one = made()) => readScenes({ scenes: [one], chat, judge: heuristicJudge(), outputs: NOT_KEPT, parallel: 1 });
const verdicts = async (chat: Chat): Promise<Record<string, string>> => {
  const [only] = (await read(chat)).scenes;
  return Object.fromEntries((only?.windows ?? []).map(({ turn: id, measure, verdict }) => [`${id}/${measure}`, verdict]));
};
const byLine = (answers: Readonly<Record<string, string>>) =>
  reader((last) => answers[SAID.find(([, , text]) => text === last)?.[0] ?? ''] ?? SILENT);

describe('a model that reads', () => {
  it('sees the duty, names, and no more of the conversation than was said by then; its own lines are among it', async () => {
    const chat = byLine({ q: speak('Let me see.'), t: speak('By the fountain.') });
    await read(chat);
    expect(chat.asked.map(({ conversation }) => conversation.length)).toEqual([1, 2, 4, 5, 7]);
    expect(chat.asked[0]).toMatchObject({ assistant: 'Aria', duty: SAID[0]?.[2], conversation: [{ speaker: 'Nora', says: SAID[1]?.[2] }] });
    // What is taken back while it answers is heard by one who has not finished.
    expect(chat.asked[2]?.conversation[2]).toEqual({ speaker: 'Aria', says: 'Let me see.', still_speaking: true });
    expect(chat.asked[4]?.conversation[5]).toEqual({ speaker: 'Aria', says: 'By the fountain.' });
    // Neither labels nor the gold answer are shown before they are said.
    expect(JSON.stringify(chat.asked[0])).not.toMatch(/N2|gold|must_mention/);
  });

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    [
      'is right in all',
      { q: speak('One moment.'), t: speak('It is by the fountain.') },
      {
        ...{
          'n2/silence': 'pass',
          'n1/silence': 'pass',
          't/new-initiation': 'pass',
          't/response-presence': 'pass',
          't/answer-accuracy': 'pass',
        },
        ...{ 'r/answer-window-yield': 'pass', 'r/window-response': 'pass' },
      },
    ],
    [
      'is silent',
      {},
      {
        ...{
          'n2/silence': 'pass',
          'n1/silence': 'pass',
          't/new-initiation': 'fail',
          't/response-presence': 'fail',
          't/answer-accuracy': 'unscored',
        },
        ...{ 'r/answer-window-yield': 'unscored', 'r/window-response': 'fail' },
      },
    ],
    [
      'answers wrongly, goes on after the resolution, and advises where it should be silent; an acknowledgement passes',
      {
        n2: speak('Okay.'),
        q: speak('It closes at'),
        r: speak('No, it closes at nine.'),
        t: speak('At the pump.'),
        n1: speak('You could also ask me for the opening hours of the shops.'),
      },
      {
        ...{
          'n2/silence': 'pass',
          'n1/silence': 'fail',
          't/new-initiation': 'pass',
          't/response-presence': 'pass',
          't/answer-accuracy': 'fail',
        },
        ...{ 'r/answer-window-yield': 'fail', 'r/window-response': 'pass' },
      },
    ],
  ])('that %s', async (_what, answers, wanted) => {
    // prettier-ignore
    expect(await verdicts(byLine(answers))).toEqual(wanted);
  });

  it('is asked again where it gives no decision, says why, and is unscored after that, never a pass', async () => {
    const patient = reader((_last, messages) => (messages.length === 2 ? 'Sure! I would stay silent here.' : SILENT));
    const once = await read(patient);
    expect([patient.asked.length, once.decisions]).toEqual([10, { asked: 5, unusable: 0, failed: 0 }]);
    const prose = reader(() => 'I would answer: by the fountain.');
    const { decisions, selective, scenes } = await read(prose);
    expect([prose.asked.length, decisions]).toEqual([5 * TRIES, { asked: 5, unusable: 5, failed: 0 }]);
    expect(scenes[0]?.windows.every(({ verdict }) => verdict === 'unscored')).toBe(true);
    expect(selective.scores[0]).toMatchObject({
      responsePresence: { successes: 0, windows: 0, unscored: 1 },
      silence: { successes: 0, windows: 0, unscored: 2 },
      answerWindowYield: { windows: 0, unscored: 1 },
      funnel: { windows: 0, unscored: 1 },
    });
  });

  it('whose server fails is unscored there, and goes on', async () => {
    const chat = byLine({ t: speak('By the fountain.') });
    const failing: Chat = {
      ...chat,
      complete: async (messages) => {
        const answer = await chat.complete(messages);
        if (messages[1]?.content.endsWith(`${SAID[1]?.[2] ?? ''}"}]}`) === true) throw new TurnrigError('speech-service', 'gone\u001b[31m');
        return answer;
      },
    };
    const { decisions, failures, selective } = await read(failing);
    expect([decisions, failures]).toEqual([{ asked: 5, unusable: 0, failed: 1 }, ['gone [31m']]); // prettier-ignore
    expect(selective.scores[0]).toMatchObject({ responsePresence: { successes: 1, windows: 1 }, silence: { successes: 1, windows: 1, unscored: 1 } }); // prettier-ignore
  });

  it('is of those texts alone: another word, label or right answer is another script', () => {
    const hash = (one: CompiledScene): string => scriptHash(scriptOf(one)!, one);
    const before = hash(made());
    const other = SAID.map(([id, label, text]) => turn({ id, label, text: id === 'n1' ? `${text} So.` : text, speaker: 'nora' }));
    for (const one of [
      made({ turns: other }),
      made({ gold: { ...gold, answer: 'There.' } }),
      made({ assistant: 'Ari' }),
      made({ language: 'de' }),
    ])
      expect(hash(one)).not.toBe(before);
    // When it is played, and by which clips, is none of it.
    expect(hash(made({ repeats: 9 }))).toBe(before);
    expect(() => readable([made({ turns: [] })])).toThrow(/label T/);
  });

  it('stands beside a run of just those texts', async () => {
    const result = await read(byLine({}));
    const plan = [planned({ id: 's/market-explicit#1@a', suite: 's', scene: 'market-explicit' })];
    const against = (one: CompiledScene, more: readonly CompiledScene[] = []) =>
      differsFromRun(result, { plan: [...plan, ...more.map(({ id }) => planned({ id, suite: 's', scene: id }))], scenes: [one, ...more] });
    expect(against(made())).toBeUndefined();
    expect(against(made({ gold: { ...gold, answer: 'There.' } }))).toBe('other words, labels or answers than it has read are in s/market-explicit'); // prettier-ignore
    expect(against(made(), [made({ id: 'x' })])).toBe('it has not read s/x');
    expect(against(made({ id: 'y' }), [])).toBe('the run has no scene with a request to the assistant');
    expect(differsFromRun({ scenes: [...result.scenes, { suite: 's', scene: 'z', sha256: '' }] }, { plan, scenes: [made()] })).toBe('it has read s/z, which the run has not'); // prettier-ignore
  });

  it('has a result that is read back, and what is none is refused with its place', async () => {
    const text = JSON.stringify(await read(byLine({ t: speak('By the fountain.') })));
    expect(parseTextReference(text, 'x.json')).toMatchObject({ model: 'openai:reader@host', scores: [{ condition: 'explicit' }] });
    for (const [bad, message] of [
      ['{', /x\.json is not JSON/],
      ['{}', /no result of text-reference: format/],
      [text.replace('"successes":1', '"successes":-1'), /selective\.scores\.0\.\w+\.successes/],
    ] as const)
      expect(() => parseTextReference(bad, 'x.json')).toThrow(message);
  });
});

describe('a decision', () => {
  it.each([
    [SILENT, { speaks: false }],
    [speak(' By  the\nfountain. '), { speaks: true, says: 'By the fountain.' }],
    ['```json\n{"decision":"silent","answer":""}\n```', { unusable: 'the answer is not JSON alone' }],
    ['I stay silent.', { unusable: 'the answer is not JSON alone' }],
    ['["silent"]', { unusable: 'the answer is not a JSON object' }],
    ['{"decision":"silent"}', { unusable: 'its answer is not a text' }],
    ['{"decision":"speak","answer":"  "}', { unusable: 'it speaks, and its answer is empty' }],
    ['{"decision":"silent","answer":"hm"}', { unusable: 'it is silent, and its answer is not empty' }],
    ['{"decision":"maybe","answer":""}', { unusable: 'its decision is neither "speak" nor "silent"' }],
    ['{"decision":"silent","answer":"","why":"x"}', { unusable: 'the answer has other keys than decision and answer' }],
    ['{"decision":"speak","answer":"a","decision":"silent","answer":""}', { unusable: 'the answer has a key twice' }],
    [`{"decision":"silent","answer":"${'x'.repeat(4000)}"}`, { unusable: 'the answer is longer than 4000 characters' }],
  ])('%s', (answer, wanted) => {
    expect(parseDecision(answer)).toEqual(wanted);
  });

  it('is never made of anything else, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const found = parseDecision(text);
        if ('unusable' in found) return;
        const { decision } = JSON.parse(text) as { readonly decision: string };
        expect(decision).toBe(found.speaks ? 'speak' : 'silent');
      }),
    );
  });
});
