/** `turnrig text-reference` by the built binary, against a chat server on loopback that knows the labels, and against bad ones. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scenarioIo, withoutSpeech } from '../../simulator/scenario-io.js';
import { loadSuite } from '../../src/scenario/index.js';
import type { TextReference } from '../../src/text-reference/index.js';
import { chatServer, completion, type Asked, type Reply } from '../generate/fake-model.js';
import { FIXTURES, start, turnrig } from './turnrig.js';

// Processes are started, and a server that is silent is waited for.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const KEY = 'sk-very-secret-key';

let dir: string;
/** A pair of the grammar: it has no clips to open. */
let suite: string;
let scenes: string[] = [];
/** What is right after each line of the scenes: speak, with the gold answer after the request. */
const right = new Map<string, string>();
let counts = { lines: 0, silences: 0, resolutions: 0 };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-text-reference-'));
  expect((await turnrig('generate', '--out', dir, '--pairs', '1', '--seed', '3', '--name', 'tiny')).code).toBe(0);
  suite = join(dir, 'tiny.yaml');
  const loaded = await loadSuite(suite, withoutSpeech(scenarioIo()));
  if (!('suite' in loaded)) throw new Error('the suite is wrong');
  scenes = loaded.suite.scenes.map(({ id }) => id);
  const turns = loaded.suite.scenes.flatMap(({ turns: own, gold }) => own.map((turn) => ({ turn, gold })));
  for (const { turn, gold } of turns) {
    if (turn.label === 'T') right.set(turn.text, gold?.answer ?? '');
    if (turn.label === 'N4Q') right.set(turn.text, 'Let me see, I think that');
  }
  const of = (...labels: string[]): number => turns.filter(({ turn }) => labels.includes(turn.label)).length;
  counts = { lines: turns.length - of('user'), silences: of('N1', 'N2', 'N3'), resolutions: of('N4R') };
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const lastOf = ({ body }: Asked): string => {
  const { conversation } = JSON.parse(body.messages[1]?.content ?? '') as { readonly conversation: readonly { readonly says: string }[] };
  return conversation.at(-1)?.says ?? '';
};
/** Decides as the labels have it. */
function knows(asked: Asked): Reply {
  const answer = right.get(lastOf(asked));
  return completion(JSON.stringify({ decision: answer === undefined ? 'silent' : 'speak', answer: answer ?? '' }));
}

const read = (url: string, ...more: readonly string[]) =>
  start(['text-reference', suite, '--chat-url', url, '--chat-model', 'm', ...more], { env: { TURNRIG_CHAT_API_KEY: KEY } }).done;
const document = (out: string): TextReference => JSON.parse(out) as TextReference;

describe('turnrig text-reference', () => {
  it('scores a model that reads as an agent is scored, and asks nobody again for what is kept', async () => {
    const model = await chatServer(knows);
    const out = join(dir, 'kept');
    const ran = await read(model.url, '--out', out, '--json');
    await model.close();
    expect(ran.code, ran.err).toBe(0);
    // Two scenes begin alike: what one of them has asked, the other may find.
    expect(model.asked.length).toBeLessThanOrEqual(counts.lines);
    expect(model.asked[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: `Bearer ${KEY}`,
      body: { model: 'm', temperature: 0 },
    });
    const found = document(ran.out);
    expect(found).toMatchObject({
      format: 'turnrig-text-reference',
      judge: { name: 'heuristic' },
      decisions: { asked: counts.lines, unusable: 0, failed: 0 },
    });
    expect(found.scenes.map(({ scene }) => scene)).toEqual(scenes);
    for (const { condition, ...one } of found.selective.scores) {
      const [silences, resolutions] = [counts.silences / 2, counts.resolutions / 2];
      expect([condition, one]).toMatchObject([
        condition,
        {
          newInitiation: { successes: 1, windows: 1 },
          responsePresence: { successes: 1, windows: 1 },
          answerAccuracy: { successes: 1, windows: 1 },
          silence: { successes: silences, windows: silences },
          answerWindowYield: { successes: resolutions, windows: resolutions },
          identity: { alreadySpeaking: 0, holds: true },
        },
      ]);
    }
    expect(found.selective.pairs?.[0]).toMatchObject({ pairs: 1, onlyA: 0, onlyB: 0 });
    // The server is gone: all of it is kept, and the result is the same.
    const file = await readFile(join(out, 'text-reference.json'), 'utf8');
    expect(JSON.parse(file)).toEqual(found);
    const again = await read(model.url, '--out', out);
    expect(again.code, again.err).toBe(0);
    expect(again.out).toContain('text reference, upper bound: openai:m@127.0.0.1:');
    expect(again.out).toMatch(/right answers .* 1 of 1 +1 of 1/);
    expect(await readFile(join(out, 'text-reference.json'), 'utf8')).toBe(file);
    for (const name of await readdir(out, { recursive: true, withFileTypes: true }))
      if (name.isFile()) expect(await readFile(join(name.parentPath, name.name), 'utf8')).not.toContain(KEY);
  });

  it('stands beside runs of just what it has read, in report and compare', async () => {
    const model = await chatServer(knows);
    const [all, one] = [join(dir, 'all'), join(dir, 'one')];
    expect((await read(model.url, '--out', all)).code).toBe(0);
    expect((await read(model.url, '--out', one, '--scene', scenes[0] ?? '')).code).toBe(0);
    await model.close();
    const [a, b] = [join(dir, 'a'), join(dir, 'b')];
    for (const [out, agent] of [
      [a, 'reference:silent'],
      [b, 'reference:answers-t'],
    ] as const)
      // prettier-ignore
      expect((await turnrig('run', suite, '--memory', '--agent', agent, '--out', out, '--no-report')).code).toBeLessThanOrEqual(1);
    const file = (out: string): string => join(out, 'text-reference.json');
    const reported = await turnrig('report', a, '--text-reference', file(all));
    expect(reported.code, reported.err).toBe(0);
    const page = await readFile(join(a, 'report/index.html'), 'utf8');
    expect(page.match(/text reference, upper bound/g)).toHaveLength(2);
    const compared = await turnrig('compare', a, b, '--text-reference', file(all), '--out', join(dir, 'compared'));
    expect(compared.code, compared.err).toBe(0);
    expect(compared.out).toMatch(/openai:m@[\d.:]+ \(text reference, upper bound\) +1 of 1 +1 of 1 +1 of 1/);
    expect(compared.out).toContain('The text reference was judged by heuristic');
    expect(await readFile(join(dir, 'compared/index.html'), 'utf8')).toContain('text reference, upper bound');
    for (const [given, message] of [
      [file(one), /cannot stand beside .*it has not read/],
      [suite, /is not JSON/],
      [join(dir, 'none.json'), /cannot be read/],
    ] as const) {
      const refused = await turnrig('compare', a, b, '--text-reference', given, '--no-page');
      expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(message)]);
    }
  });

  it('asks again for prose, and leaves unscored what never was a decision', async () => {
    const once = new Set<string>();
    const repaired = await chatServer((asked) => {
      const key = asked.body.messages.slice(0, 2).map(({ content }) => content).join(); // prettier-ignore
      if (once.has(key)) return knows(asked);
      once.add(key);
      return completion('I think I should stay silent here.');
    });
    const patient = await read(repaired.url, '--json');
    await repaired.close();
    expect([patient.code, document(patient.out).decisions.unusable]).toEqual([0, 0]);
    expect(repaired.asked.length).toBeGreaterThan(counts.lines);
    const prose = await chatServer((asked) => (right.has(lastOf(asked)) ? completion('Sure! Let me help.') : knows(asked)));
    const ran = await read(prose.url, '--json');
    await prose.close();
    expect(ran.code).toBe(3);
    expect(ran.err).toContain('unscored: the model gave no decision in the form asked for');
    for (const one of document(ran.out).selective.scores)
      expect(one).toMatchObject({ responsePresence: { successes: 0, windows: 0, unscored: 1 }, silence: { unscored: 0 } });
  });

  it('waits where the server is busy, and is unscored where it never answers', async () => {
    const busy = new Set<string>();
    const model = await chatServer((asked) => {
      const last = lastOf(asked);
      if (busy.has(last)) return knows(asked);
      busy.add(last);
      return { status: 429, body: '{"error":"slow down"}', headers: { 'retry-after': '0' } };
    });
    const ran = await read(model.url, '--json');
    await model.close();
    expect([ran.code, document(ran.out).decisions.failed]).toEqual([0, 0]);
    const [request = ''] = right.keys();
    const late = await chatServer((asked) => (lastOf(asked) === request ? 'never' : knows(asked)));
    const timed = await read(late.url, '--scene', scenes[0] ?? '', '--timeout', '1', '--json');
    await late.close();
    expect(timed.code).toBe(3);
    expect(timed.err).toContain('did not answer within 1 s');
    const found = document(timed.out);
    expect(found.decisions.failed).toBe(1);
    expect(found.selective.scores[0]).toMatchObject({
      responsePresence: { successes: 0, windows: 0, unscored: 1 },
      silence: { successes: counts.silences / 2, unscored: 0 },
    });
  });

  it('says that the key is wrong without showing it, and soon asks no more', async () => {
    const model = await chatServer(() => ({ status: 401, body: `{"error":"no such key ${KEY}\u001b[31m"}` }));
    const out = join(dir, 'refused');
    const ran = await read(model.url, '--json', '--out', out);
    await model.close();
    expect(ran.code).toBe(3);
    expect(ran.err).toContain('answered 401');
    expect(model.asked.length).toBeLessThan(20);
    const written = await readFile(join(out, 'text-reference.json'), 'utf8');
    expect(`${ran.out}${ran.err}${written}`).not.toContain(KEY);
    expect(`${ran.out}${ran.err}${written}`).not.toContain('\u001b');
    expect(document(ran.out).selective.scores.every(({ responsePresence: { windows } }) => windows === 0)).toBe(true);
  });

  it('refuses what cannot be read, before anybody is asked', async () => {
    const model = await chatServer(knows);
    const server = ['--chat-url', model.url, '--chat-model', 'm'];
    for (const [args, message] of [
      [[suite], /--chat-url/],
      [[join(FIXTURES, 'tiny.yaml'), ...server], /none of the scenes has a request[^]*selective/],
      [[suite, '--scene', 'nowhere', ...server], /there is no scene "nowhere"[^]*explicit/],
      [[suite, '--chat-url', 'http://u:p@127.0.0.1:1', '--chat-model', 'm'], /user name or a password/],
      [[suite, '--chat-url', model.url, '--chat-model', 'm\u001b'], /no name of a model/],
      [[suite, ...server, '--judge', 'other'], /--judge-url is missing/],
      [[suite, ...server, '--out', ''], /--out is empty/],
    ] as const) {
      const ran = await turnrig('text-reference', ...args);
      expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(message)]);
      expect(ran.err).not.toMatch(/\n\s+at .*[:(]/);
    }
    await model.close();
    expect(model.asked).toEqual([]);
  });
});
