/** `turnrig generate` as a user runs it: the built command, its files, a server on loopback. */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestsOf } from '../../src/generate/requests.js';
import { defaultVoices } from '../../src/generate/voices.js';
import { answerFor, chatServer, completion, type Reply } from '../generate/fake-model.js';
import { start, turnrig } from './turnrig.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-generate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const TIMEOUT = 120_000;
const CHAT = (url: string): string[] => ['--chat-url', url, '--chat-model'];

describe('turnrig generate', () => {
  it(
    'writes files that validate and plan accept, the same for the same seed, and says how different they are',
    async () => {
      const made = await turnrig('generate', '--out', folder, '--pairs', '5', '--per-file', '3', '--seed', '9', '--name', 'mine');
      expect(made, made.err).toMatchObject({ code: 0 });
      expect(made.out).toMatch(/^5 of 5 pairs by grammar, seed 9/);
      expect(made.out).toMatch(/evidence 5 of 5, evidence and wording 5 of 5/);
      const all = `${join(folder, 'mine-')}*.yaml`;
      expect(made.out).toContain(`next: turnrig validate ${all}\n      turnrig run ${all} --agent name:`);
      const files = ['mine-001.yaml', 'mine-002.yaml'];
      expect(await readdir(folder)).toEqual(files);
      const paths = files.map((file) => join(folder, file));
      const checked = await turnrig('validate', '--no-speech', '--json', ...paths);
      expect(checked.code, checked.out).toBe(0);
      expect((JSON.parse(checked.out) as { suite: { scenes: string[] } }[]).map(({ suite }) => suite.scenes.length)).toEqual([6, 4]);
      const planned = await turnrig('plan', '--no-speech', '--json', ...paths);
      expect((JSON.parse(planned.out) as { sessions: unknown[] }).sessions).toHaveLength(10);

      const again = join(folder, 'again');
      await turnrig('generate', '--out', again, '--pairs', '5', '--per-file', '3', '--seed', '9', '--name', 'mine');
      for (const file of files) expect(await readFile(join(again, file), 'utf8')).toBe(await readFile(join(folder, file), 'utf8'));
    },
    TIMEOUT,
  );

  it(
    'prints JSON, in Chinese too, and leaves files that are there alone',
    async () => {
      const args = ['generate', '--out', folder, '--pairs', '2', '--lang', 'zh', '--family', 'style,place', '--room', 'tracks', '--json'];
      const made = await turnrig(...args);
      expect(JSON.parse(made.out)).toMatchObject({
        generator: 'grammar',
        language: 'zh',
        asked: 2,
        givenUp: [],
        diversity: { pairs: 2, families: { activity: 0 } },
      });
      expect(await readFile(join(folder, 'generated.yaml'), 'utf8')).toMatch(/room: tracks\n {2}assistant: "小雅"/);
      const refused = await turnrig(...args);
      expect(refused.code).toBe(2);
      expect(refused.err).toMatch(/generated\.yaml exists already/);
      expect((await turnrig(...args, '--force')).code).toBe(0);
    },
    TIMEOUT,
  );

  it.each<[string, string[], RegExp]>([
    ['no pairs', ['--pairs', '0'], /a whole number from 1/],
    ['too many pairs', ['--pairs', '20001'], /from 1 to 20000/],
    ['a family that is none', ['--family', 'colour'], /"colour" is none of place/],
    ['flite for Chinese', ['--lang', 'zh', '--tts', 'flite'], /flite speaks English only/],
    ['three voices', ['--voices', 'slt,rms,awb'], /four different voices/],
    ['a server without a model', ['--chat-url', 'http://127.0.0.1:9'], /--chat-model is missing/],
    ['a URL with credentials', [...CHAT('http://user:SECRET@127.0.0.1:9'), 'm'], /has a user name or a password in it/],
    ['a URL with a user name', [...CHAT('http://SECRET@127.0.0.1:9'), 'm'], /a key goes into TURNRIG_CHAT_API_KEY/],
    ['a model that is two lines', [...CHAT('http://127.0.0.1:9'), 'SECRET\nsuite: evil'], /--chat-model is no name of a model/],
    ['a model without a name', [...CHAT('http://127.0.0.1:9'), ''], /--chat-model is no name of a model/],
    ['a voice that flite has not', ['--voices', 'slt,rms,awb,nosuch'], /no voice "nosuch"\n {2}flite has slt, rms, awb, kal, kal16\./],
    ['an empty voice', ['--voices', 'slt,rms,awb,'], /a name is empty\n {2}flite has slt/],
    ['an empty voice of a server', ['--tts', 'openai', '--voices', 'a,b,c,'], /a name is empty/],
    ['a timeout without end', ['--timeout', '99999999'], /from 1 to 3600/],
    ['a crowd of conversations', ['--parallel', '1000000'], /from 1 to 64/],
    ['a file without end', ['--per-file', '1e15'], /from 1 to 20000/],
    ['an empty number', ['--seed', ''], /a whole number from 0/],
    ['no folder', ['--out', ''], /--out is empty/],
  ])(
    '%s: exit 2 and one message',
    async (_name, args, message) => {
      const made = await turnrig('generate', '--out', folder, ...args);
      expect(made.code).toBe(2);
      expect(made.err).toMatch(message);
      expect(made.err).not.toMatch(/\n {4}at /);
      expect(made.err).not.toContain('SECRET');
      expect(await readdir(folder)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'folders and files that stand in the way: exit 2 in words',
    async () => {
      await mkdir(join(folder, 'generated.yaml'));
      const onFolder = await turnrig('generate', '--out', folder, '--pairs', '1', '--force');
      expect([onFolder.code, onFolder.err]).toEqual([2, expect.stringMatching(/^error: generated\.yaml in --out is a folder/)]);
      const file = join(folder, 'file');
      await writeFile(file, '');
      const onFile = await turnrig('generate', '--out', file, '--pairs', '1');
      expect([onFile.code, onFile.err]).toEqual([2, expect.stringMatching(/is a file, not a folder/)]);
    },
    TIMEOUT,
  );

  it(
    'a chat model: retries and repairs, and the key reaches nothing but the server',
    async () => {
      const requests = requestsOf({ pairs: 2, seed: 1, language: 'en', voices: defaultVoices('en', undefined) });
      const answers = await Promise.all(requests.map(answerFor));
      const server = await chatServer(({ body }, count): Reply => {
        if (count === 1) return { status: 429, body: 'slow down', headers: { 'retry-after': '0' } };
        const first = body.messages[1]!.content.startsWith('Scene 1.');
        if (first && body.messages.length === 2) return completion('Of course! Here is your scene.');
        return completion(answers[first ? 0 : 1]!);
      });
      try {
        const args = ['generate', '--out', folder, '--pairs', '2', '--chat-url', server.url, '--chat-model', 'm', '--parallel', '1'];
        const made = await start(args, { env: { TURNRIG_CHAT_API_KEY: 'sk-secret' } }).done;
        expect(made, made.err).toMatchObject({ code: 0 });
        expect(server.asked).toHaveLength(4);
        expect(server.asked[0]!.authorization).toBe('Bearer sk-secret');
        const file = await readFile(join(folder, 'generated.yaml'), 'utf8');
        expect(file).toMatch(/Made by turnrig generate \(openai:m@127\.0\.0\.1:\d+, prompt 1, seed 1\)/);
        expect(`${file}${made.out}${made.err}`).not.toContain('sk-secret');
        expect((await turnrig('validate', '--no-speech', join(folder, 'generated.yaml'))).code).toBe(0);
      } finally {
        await server.close();
      }
    },
    TIMEOUT,
  );

  it(
    'a server that sends the key back: it is stored and shown as [key]',
    async () => {
      const key = 'sk-secret/of-mine';
      const requests = requestsOf({ pairs: 3, seed: 1, language: 'en', voices: defaultVoices('en', undefined) });
      const right = await answerFor(requests[0]!);
      const escaped = key.replace('/', '\\/').replace('s', '\\u0073');
      const server = await chatServer(({ body, authorization = '' }): Reply => {
        const scene = /^Scene (\d)\./.exec(body.messages[1]!.content)?.[1];
        if (scene === '1') return completion(right.replace('"title":"', `"title":"${authorization} ${escaped} `));
        if (scene === '2') return completion(JSON.stringify({ [authorization]: authorization }));
        return { status: 400, body: `no such key: ${authorization}` };
      });
      try {
        const args = ['--pairs', '3', '--chat-url', server.url, '--chat-model', 'm', '--parallel', '1', '--repairs', '0'];
        for (const pairs of ['2', '3']) {
          const out = join(folder, pairs);
          const made = await start(['generate', '--out', out, ...args, '--pairs', pairs], { env: { TURNRIG_CHAT_API_KEY: key } }).done;
          expect(made.code, made.err).toBe(3);
          const file = await readFile(join(out, 'generated.yaml'), 'utf8');
          expect(file).toContain('Bearer [key] [key]');
          expect(`${file}${made.out}${made.err}`).not.toMatch(/sk-secret|of-mine/);
          if (pairs === '3') expect(made.err).toContain('no such key: Bearer [key]');
        }
        expect(server.asked.every(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
        expect(server.asked.every(({ body }) => !JSON.stringify(body).includes('sk-secret'))).toBe(true);
      } finally {
        await server.close();
      }
    },
    TIMEOUT,
  );

  it(
    'a model that never learns: what is right is written, the rest is said, exit 3',
    async () => {
      const requests = requestsOf({ pairs: 2, seed: 1, language: 'en', voices: defaultVoices('en', undefined) });
      const answer = await answerFor(requests[1]!);
      const server = await chatServer(({ body }) =>
        completion(body.messages[1]!.content.startsWith('Scene 1.') ? 'No JSON from me.' : answer),
      );
      try {
        const made = await turnrig(
          'generate',
          '--out',
          folder,
          '--pairs',
          '2',
          '--chat-url',
          server.url,
          '--chat-model',
          'm',
          '--repairs',
          '1',
        );
        expect(made.code, made.err).toBe(3);
        expect(made.out).toMatch(/^1 of 2 pairs/);
        expect(made.out).not.toContain('next:');
        expect(made.out).toMatch(/given up +pair 1: the answer is not a JSON object/);
        expect(await readdir(folder)).toEqual(['generated.yaml']);
      } finally {
        await server.close();
      }
    },
    TIMEOUT,
  );

  it(
    'a server that refuses: one message, exit 3',
    async () => {
      const server = await chatServer(() => ({ status: 401, body: 'who are you' }));
      try {
        const made = await turnrig('generate', '--out', folder, '--pairs', '2', '--chat-url', server.url, '--chat-model', 'm');
        expect(made.code).toBe(3);
        expect(made.err).toMatch(
          /^error: the chat server at 127\.0\.0\.1:\d+ answered 401: who are you\n {2}Check TURNRIG_CHAT_API_KEY\.$/m,
        );
      } finally {
        await server.close();
      }
    },
    TIMEOUT,
  );
});
