import { describe, expect, it } from 'vitest';
import { chatGenerator } from '../../src/generate/chat/generator.js';
import { parseDraft } from '../../src/generate/chat/parse.js';
import { makePairs, type Made } from '../../src/generate/generate.js';
import { grammarGenerator } from '../../src/generate/grammar/build.js';
import type { PairRequest } from '../../src/generate/model.js';
import { requestsOf } from '../../src/generate/requests.js';
import { defaultVoices } from '../../src/generate/voices.js';
import type { Chat, ChatMessage } from '../../src/speech/chat.js';
import { answerFor, jsonOf } from './fake-model.js';

const voices = defaultVoices('en', undefined);
const suite = { name: 'g', title: 'g', room: 'mixed', voices } as const;
const requests = (pairs: number): PairRequest[] => requestsOf({ pairs, seed: 4, language: 'en', voices });

/** A model that gives the answers in turn, the last one for ever. */
function model(...answers: string[]): { chat: Chat; asked: (readonly ChatMessage[])[] } {
  const asked: (readonly ChatMessage[])[] = [];
  return {
    asked,
    chat: {
      name: 'fake',
      complete: (messages) => {
        asked.push([...messages]);
        return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1]!);
      },
    },
  };
}
const make = (chat: Chat, all = requests(1), repairs?: number): Promise<Made[]> =>
  makePairs(all, { generator: chatGenerator(chat, repairs), suite, parallel: 1 });
const right = await answerFor(requests(1)[0]!);

describe('pairs by a chat model', () => {
  it('takes a right scene at once, and tells the model whom, what and where', async () => {
    const { chat, asked } = model(right);
    expect('draft' in (await make(chat))[0]!).toBe(true);
    expect(asked).toHaveLength(1);
    const [system, user] = asked[0]!;
    expect(system!.content).toContain('Aria');
    for (const { name } of requests(1)[0]!.people) expect(user!.content).toContain(name);
  });

  it.each<[string, string, RegExp]>([
    ['prose', 'Sure! Here is a lovely scene about a train.', /not a JSON object/],
    ['half an object', right.slice(0, right.length / 2), /not a JSON object/],
    ['another shape', '{"scene": []}', /another shape than asked for: .*turns/],
    ['a stranger', right.replace(/"speaker":"[^"]*"/, '"speaker":"Zed"'), /"Zed" is none of the people/],
    ['evidence that is not there', right.replace(/"evidence":\[[^\]]*\]/, '"evidence":[99]'), /names a turn that is not there/],
    ['two requests', right.replace(/"label":"N3"/, '"label":"T"'), /a second T/],
    [
      'a gold answer never spoken',
      right.replace(/"must_mention":.*?\]\]/, '"must_mention":[["a zebra"]]'),
      /"a zebra" of the gold answer is never spoken/,
    ],
  ])('%s goes back with what is wrong, and the mended scene is taken', async (_name, wrong, told) => {
    const { chat, asked } = model(wrong, right);
    expect('draft' in (await make(chat))[0]!).toBe(true);
    expect(asked).toHaveLength(2);
    expect(asked[1]!.at(-1)!.content).toMatch(told);
    expect(asked[1]!.at(-2)!.content).toBe(wrong);
  });

  it('gives up after so many repairs, says why, and goes on with the next pair', async () => {
    const two = requests(2);
    const second = await answerFor(two[1]!);
    const { chat, asked } = model('no', 'no', 'no', second);
    const made = await make(chat, two, 2);
    expect(made[0]).toMatchObject({ problems: ['the answer is not a JSON object'] });
    expect('draft' in made[1]!).toBe(true);
    expect(asked).toHaveLength(4);
  });

  it('refuses the evidence of an earlier pair', async () => {
    const { chat, asked } = model(right);
    const [request] = requests(1);
    const made = await make(chat, [request!, { ...request!, index: 1 }], 1);
    expect(made[1]).toMatchObject({
      problems: expect.arrayContaining(['the evidence is worded as in an earlier pair: use other facts']) as unknown,
    });
    expect(asked).toHaveLength(3);
  });

  it('an error of the server ends the run with what was made', async () => {
    const told: Made[] = [];
    let calls = 0;
    const chat: Chat = { name: 'fake', complete: () => (++calls === 1 ? Promise.resolve(right) : Promise.reject(new Error('gone'))) };
    await expect(
      makePairs(requests(3), { generator: chatGenerator(chat), suite, parallel: 1, onMade: (made) => told.push(made) }),
    ).rejects.toThrow('gone');
    expect(told).toHaveLength(1);
  });

  it('stops between two pairs when it is asked to', async () => {
    let made = 0;
    const all = await makePairs(requests(9), {
      generator: grammarGenerator(),
      suite,
      parallel: 1,
      stopped: () => made >= 4,
      onMade: () => made++,
    });
    expect(all).toHaveLength(4);
  });
});

describe('an answer', () => {
  it('may stand in a code fence, and hold control characters that do not reach the file', () => {
    const [request] = requests(1);
    const dirty = right.replace(/"text":"/, '"text":"\\u001b[31m\\u202e ');
    const drafted = parseDraft(`Here:\n\`\`\`json\n${dirty}\n\`\`\`\nDone.`, request!);
    if (!('draft' in drafted)) throw new Error(drafted.unusable);
    // eslint-disable-next-line no-control-regex -- that none is left is what is tested
    expect(JSON.stringify(drafted.draft)).not.toMatch(/\\u001b|\u001b|\u202e/);
  });

  it('deep or long answers are refused in a sentence', () => {
    const [request] = requests(1);
    for (const answer of ['['.repeat(50_000), `{"turns":${'['.repeat(50_000)}`, 'x'.repeat(1_000_000), '{}', 'null', ''])
      expect('unusable' in parseDraft(answer, request!)).toBe(true);
  });

  it('the fake of these tests writes what the grammar makes', () => {
    expect(jsonOf({ title: 't', turns: [], gold: { answer: 'a', mustMention: [], mustNotMention: [], evidence: [0] } })).toContain(
      '"evidence":[1]',
    );
  });
});
