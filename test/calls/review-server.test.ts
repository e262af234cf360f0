/** The server of the review page: who is answered, what is told, and what is on the disk afterwards. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { COMPANION } from '../../src/calls/companion.js';
import { TABLES } from '../../src/calls/model.js';
import type { ReviewItemJson } from '../../src/calls/review-json.js';
import { SOUND_RATE } from '../../simulator/calls/call-sounds.js';
import { readCallFolder } from '../../simulator/calls/folder.js';
import type { ReviewStore } from '../../simulator/calls/review-store.js';
import { nodeFileSystem, type FileSystem } from '../../simulator/store/file-system.js';
import { EXAMPLE } from './example.js';
import { reviewedFolder, sit, type Sitting } from './sitting.js';

const root = mkdtempSync(join(tmpdir(), 'turnrig-review-server-'));
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folder = (): string => reviewedFolder(root);

async function sitting(dir: string, annotator = 'anna', fs?: FileSystem): Promise<Sitting> {
  const made = await sit(dir, { annotator, ...(fs ? { fs } : {}) });
  ends.push(made.end);
  return made;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  readonly json: () => ReviewItemJson;
}

function ask(url: URL, method = 'GET', headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const all = Buffer.concat(pieces);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: all, json: () => JSON.parse(all.toString('utf8')) as ReviewItemJson }); // prettier-ignore
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const at = (url: URL, path: string): URL => new URL(path, url);
const label = (url: URL, index: number, reason: string, confidence: string | null = null): Promise<Answer> =>
  ask(at(url, `items/${index}/label`), 'POST', {}, JSON.stringify({ reason, confidence }));
const file = (store: ReviewStore, name: string): string => readFileSync(join(store.dir, name), 'utf8');

describe('who is answered', () => {
  it('nobody without the key, of another host or from another page', async () => {
    const { url } = await sitting(folder());
    expect(url.hostname).toBe('127.0.0.1');
    const key = url.pathname.split('/')[1] ?? '';
    expect(key.length).toBeGreaterThanOrEqual(32);
    for (const path of ['/', '/start', `/${key.slice(0, -1)}/`, `/${key}x/start`, '/../start'])
      expect((await ask(new URL(path, url.origin))).status).toBe(403);
    for (const host of [
      'evil.example',
      `evil.example:${url.port}`,
      '127.0.0.1',
      `127.0.0.1:${Number(url.port) ^ 1}`,
      `127.0.0.1.:${url.port}`,
    ])
      expect((await ask(at(url, 'start'), 'GET', { host })).status).toBe(403);
    for (const origin of ['null', 'https://evil.example', `https://127.0.0.1:${url.port}`, 'http://127.0.0.1'])
      expect((await ask(at(url, 'items/0/label'), 'POST', { origin }, '{"reason":"hesitation","confidence":null}')).status).toBe(403);
    for (const host of [`127.0.0.1:${url.port}`, `localhost:${url.port}`])
      expect((await ask(at(url, 'start'), 'GET', { host, origin: `http://${host}` })).status).toBe(200);
  });

  it('with a policy that runs no inline script and loads nothing from elsewhere', async () => {
    const { url } = await sitting(folder());
    const page = await ask(url);
    expect(page.status).toBe(200);
    expect(String(page.headers['content-security-policy'])).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/,
    );
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(page.body.toString('utf8')).not.toMatch(/<script>|style=|onclick/);
    expect(page.body.toString('utf8')).not.toContain('demo');
    expect((await ask(at(url, 'page.js'))).headers['content-type']).toContain('text/javascript');
    expect((await ask(at(url, 'style.css'))).headers['content-type']).toContain('text/css');
  });

  it.each([
    ['GET', 'nothing', '', 404],
    ['GET', 'items/0/label', '', 404],
    ['DELETE', 'items/0', '', 404],
    ['GET', 'items/-1', '', 404],
    ['GET', 'items/99999999999', '', 404],
    ['GET', 'items/7', '', 409],
    ['POST', 'items/0/label', '{"reason":"hesitation","confidence":null}', 409],
    ['POST', 'items/0/reveal', '', 409],
    ['GET', 'items/0/sound', '', 409],
    ['POST', 'undo', '', 409],
  ])('%s %s is refused before anything was opened', async (method, path, body, status) => {
    const { url, store } = await sitting(folder());
    expect((await ask(at(url, path), method, {}, body)).status).toBe(status);
    expect(store.review.labelled).toBe(0);
  });

  it.each([
    '',
    'no json',
    '[]',
    '{"reason":"tired","confidence":null}',
    '{"reason":"hesitation"}',
    `{"reason":"hesitation","confidence":"${'x'.repeat(9_000)}"}`,
  ])('a label %s is none', async (body) => {
    const { url, store } = await sitting(folder());
    await ask(at(url, 'items/0'));
    expect((await ask(at(url, 'items/0/label'), 'POST', {}, body)).status).toBe(400);
    expect(store.review.labelled).toBe(0);
  });
});

describe('what is told', () => {
  it('nothing later than the decision: no word, no sound, no later pause', async () => {
    const { url } = await sitting(folder());
    const first = await ask(at(url, 'items/0'));
    expect(first.json()).toMatchObject({
      index: 0,
      count: 3,
      labelled: 0,
      callId: 'demo',
      decisionMs: 5_200,
      pauseStartMs: 4_400,
      label: null,
      next: null,
    });
    expect(first.json().history.map(({ text }) => text)).toEqual(['您什么时候方便接电话？', '我明天下午']);
    for (const later of ['后天', '可以', '5600', '7100', '7300', '9400', 'hold', 'mid_turn_pause'])
      expect(first.body.toString('utf8')).not.toContain(later);
    expect(first.json().sound).toEqual({ fromMs: 0, toMs: 5_200, rate: SOUND_RATE });
    expect((await ask(at(url, 'items/0/sound'))).body.length).toBe((5_200 * SOUND_RATE * 4) / 1000);
    expect((await ask(at(url, 'items/1'))).status).toBe(409);
    expect((await ask(at(url, 'items/1/sound'))).status).toBe(409);
    expect((await label(url, 0, 'mid_turn_pause')).json().next).toBe(1);
    expect((await ask(at(url, 'items/1'))).json().history).toHaveLength(3);
  });

  it('what follows, once it is asked for; that it was is kept with the label', async () => {
    const dir = folder();
    const { url, store } = await sitting(dir);
    await ask(at(url, 'items/0'));
    const shown = (await ask(at(url, 'items/0/reveal'), 'POST')).json();
    expect(shown).toMatchObject({ revealed: true, labelledKnowing: false, sound: { fromMs: 0, toMs: 7_600 } });
    expect(shown.history.map(({ text }) => text)).toEqual(['您什么时候方便接电话？', '我明天下午', '不行，后天可以']);
    expect((await ask(at(url, 'items/0/sound'))).body.length).toBe((7_600 * SOUND_RATE * 4) / 1000);
    expect((await label(url, 0, 'hesitation')).json()).toMatchObject({ labelledKnowing: true });
    expect(JSON.parse(file(store, 'review.json'))).toMatchObject({ annotator: 'anna', pauses: [{ callId: 'demo', decisionMs: 5_200, revealed: true, labelledKnowing: true }] }); // prettier-ignore
  });

  it('the sound of both channels, where it lies', async () => {
    const { url } = await sitting(folder());
    await ask(at(url, 'items/0'));
    const { body } = await ask(at(url, 'items/0/sound'));
    let apart = 0;
    for (let i = 1_000; i < 60_000; i++) {
      const wanted = 0.5 * Math.sin(i / 100);
      apart = Math.max(apart, Math.abs(body.readInt16LE(4 * i) / 32_768 - wanted), Math.abs(body.readInt16LE(4 * i + 2) / 32_768 + wanted));
    }
    expect(apart).toBeLessThan(0.01);
  });
});

describe('what is kept', () => {
  it('a folder of labelled calls that is valid after every label', async () => {
    const dir = folder();
    const { url, store } = await sitting(dir);
    for (const [i, reason] of ['mid_turn_pause', 'completed_turn', 'completed_answer'].entries()) {
      await ask(at(url, `items/${i}`));
      expect((await label(url, i, reason, 'high')).status).toBe(200);
      const { problems, tables } = await readCallFolder(store.dir);
      expect(problems).toEqual([]);
      expect(tables.points).toHaveLength(i + 1);
    }
    expect(file(store, TABLES.points)).toBe(EXAMPLE.points?.replaceAll(',A\n', ',anna\n'));
    expect(file(store, TABLES.turns)).toBe(EXAMPLE.turns?.replaceAll(',A\n', ',anna\n'));
    expect(file(store, TABLES.spans)).toBe(EXAMPLE.spans?.replaceAll(',A\n', ',anna\n'));
    expect(file(store, TABLES.history)).toBe(EXAMPLE.history);
    expect(file(store, COMPANION)).toContain('../demo.wav');
    // The calls themselves are as they were, and no half-written file is left.
    expect(readFileSync(join(dir, TABLES.points), 'utf8')).toBe(EXAMPLE.points);
    expect(readdirSync(store.dir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('goes on where it was left; each annotator for himself, one process at a time', async () => {
    const dir = folder();
    const { url, store, end } = await sitting(dir);
    await ask(at(url, 'items/0'));
    await label(url, 0, 'hesitation', 'low');
    await ask(at(url, 'items/1'));
    await expect(sitting(dir)).rejects.toThrow('another turnrig is writing');
    const before = file(store, 'review.json');
    await end();
    const again = await sitting(dir);
    expect((await ask(at(again.url, 'start'))).json() as unknown).toEqual({ annotator: 'anna', at: 1 });
    expect(file(again.store, 'review.json')).toBe(before);
    expect((await ask(at(again.url, 'items/0'))).json()).toMatchObject({
      label: { reason: 'hesitation', confidence: 'low' },
      canUndo: false,
    });
    const other = await sitting(dir, 'ben');
    expect((await ask(at(other.url, 'start'))).json() as unknown).toEqual({ annotator: 'ben', at: 0 });
  });

  it('undo takes labels back one by one', async () => {
    const { url, store } = await sitting(folder());
    await ask(at(url, 'items/0'));
    await label(url, 0, 'hesitation');
    await label(url, 0, 'completed_turn');
    expect((await ask(at(url, 'undo'), 'POST')).json()).toMatchObject({ index: 0, label: { reason: 'hesitation' } });
    expect((await ask(at(url, 'undo'), 'POST')).json()).toMatchObject({ index: 0, label: null, labelled: 0, canUndo: false });
    expect(file(store, TABLES.points)).toBe(`${EXAMPLE.points?.split('\n')[0]}\n`);
  });

  it('a label that the disk does not take was not given, and the page is told', async () => {
    let full = false;
    const fs: FileSystem = {
      ...nodeFileSystem,
      openFile: (path, how) =>
        full ? Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })) : nodeFileSystem.openFile(path, how),
    };
    const { url, store } = await sitting(folder(), 'anna', fs);
    await ask(at(url, 'items/0'));
    full = true;
    const failed = await label(url, 0, 'hesitation');
    expect([failed.status, failed.body.toString('utf8')]).toEqual([500, expect.stringContaining('the disk is full')]);
    expect(store.review.labelled).toBe(0);
    full = false;
    expect((await label(url, 0, 'hesitation')).status).toBe(200);
    expect((await readCallFolder(store.dir)).problems).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    [TABLES.points, 'nonsense\n', /labels of an earlier sitting cannot be read/],
    [
      TABLES.points,
      `${EXAMPLE.points?.split('\n')[0]}\ndemo,1,,0,,hesitation,anna\n`,
      /has a label of demo at 1 ms, and the calls have no such point/,
    ],
    ['review.json', '{', /review\.json is damaged/],
  ])('a damaged %s is told, and kept', async (name, text, message) => {
    const dir = folder();
    const { store, end } = await sitting(dir);
    await end();
    writeFileSync(join(store.dir, name), text);
    await expect(sitting(dir)).rejects.toThrow(message);
    expect(file(store, name)).toBe(text);
  });
});
