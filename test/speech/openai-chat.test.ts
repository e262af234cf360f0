import { afterEach, describe, expect, it } from 'vitest';
import { openAiChat } from '../../simulator/speech/openai-chat.js';
import type { TurnrigError } from '../../src/error.js';
import { chatServer, completion, type Reply } from '../generate/fake-model.js';

const KEY = 'sk-secret-1234';
let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

async function asking(...replies: Reply[]) {
  const server = await chatServer((_, count) => replies[Math.min(count, replies.length) - 1]!);
  close = server.close;
  const chat = openAiChat({ baseUrl: `${server.url}/v1/`, model: 'm', apiKey: KEY, attempts: 3, backoff: 1, timeout: 1000 });
  return { server, chat, answer: () => chat.complete([{ role: 'user', content: 'Hello' }], { temperature: 0, seed: 1, json: true }) };
}
const failure = (promise: Promise<unknown>): Promise<TurnrigError> =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as TurnrigError,
  );

describe('a chat server', () => {
  it('that fails is told by the options that name it, whose ever they are', async () => {
    const given = { url: '--judge-url', model: '--judge', later: 'Later.' };
    const { server } = await asking({ status: 404, body: '' });
    const settings = { baseUrl: server.url, model: 'm', attempts: 1, backoff: 1, timeout: 1000 };
    const hint = async (chat: ReturnType<typeof openAiChat>) => (await failure(chat.complete([{ role: 'user', content: 'Hello' }]))).hint;
    expect(await hint(openAiChat({ ...settings, given }))).toContain('Check --judge-url and --judge:');
    expect(await hint(openAiChat(settings))).toContain('Check --chat-url and --chat-model:');
  });

  it('is asked as the API wants it, with the key as a bearer token and in no name', async () => {
    const { server, chat, answer } = await asking(completion('Hi'));
    expect(await answer()).toBe('Hi');
    expect(server.asked[0]).toMatchObject({
      authorization: `Bearer ${KEY}`,
      path: '/v1/chat/completions',
      body: {
        model: 'm',
        temperature: 0,
        seed: 1,
        response_format: { type: 'json_object' },
        messages: [{ role: 'user', content: 'Hello' }],
      },
    });
    expect(chat.name).toBe(`openai:m@${new URL(server.url).host}`);
  });

  it.each<[string, Reply]>([
    ['429', { status: 429, body: 'slow down', headers: { 'retry-after': '0' } }],
    ['a server error', { status: 503, body: 'busy' }],
    ['no answer in time', 'never'],
  ])('%s is tried again', async (_name, reply) => {
    const { server, answer } = await asking(reply, completion('Hi'));
    expect(await answer()).toBe('Hi');
    expect(server.asked).toHaveLength(2);
  });

  it.each<[string, Reply, number, RegExp]>([
    [
      '429 for ever',
      { status: 429, body: 'slow down', headers: { 'retry-after': '0' } },
      3,
      /^the chat server at 127\.0\.0\.1:\d+ answered 429: slow down$/,
    ],
    ['silence for ever', 'never', 3, /did not answer within 1 s$/],
    ['a wrong key, which it quotes', { status: 401, body: `bad key ${KEY}` }, 1, /answered 401: bad key \[key\]$/],
    ['a wrong model', { status: 404, body: 'no such model' }, 1, /answered 404: no such model$/],
    ['another API', { status: 200, body: '<html>' }, 1, /answered, but not as the chat API does$/],
    ['an empty list of choices', { status: 200, body: '{"choices":[]}' }, 1, /answered, but not as the chat API does$/],
  ])('%s ends in one clear message', async (_name, reply, tries, message) => {
    const { server, answer } = await asking(reply);
    const error = await failure(answer());
    expect(error.code).toBe('speech-service');
    expect(error.message).toMatch(message);
    expect(error.hint).not.toBe('');
    expect(`${error.message}${error.hint}`).not.toContain(KEY);
    expect(server.asked).toHaveLength(tries);
  });

  it('an answer without end is not read to its end', async () => {
    const { answer } = await asking({ status: 200, body: 'x'.repeat(5 * 2 ** 20) });
    expect((await failure(answer())).message).toMatch(/sent more than 4 MB/);
  });

  it('nobody there', async () => {
    const chat = openAiChat({ baseUrl: 'http://127.0.0.1:9', model: 'm', attempts: 2, backoff: 1 });
    expect((await failure(chat.complete([]))).message).toMatch(/cannot be reached/);
  });

  it('a base URL that is none is refused without being shown', () => {
    expect(() => openAiChat({ baseUrl: 'ftp://user:pass@host', model: 'm' })).toThrow(
      'the base URL of the chat server is not an http(s) URL',
    );
  });
});
