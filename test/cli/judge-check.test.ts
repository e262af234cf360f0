/** `turnrig judge-check` by the built binary: what it measures, how it fails, and how it ends. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckDocument } from '../../src/words/check/document.js';
import { chatServer, completion } from '../generate/fake-model.js';
import { asrProgram } from './asr-program.js';
import { ROOT, start, turnrig } from './turnrig.js';

const PATIENT = 300_000;
let dir: string;

const asr = (body: string): Promise<string> => asrProgram(dir, body);
const hears = (text: string): Promise<string> => asr(`say({ text: ${JSON.stringify(text)} });`);

/** Three items of the set that ships. */
async function smallSet(): Promise<string> {
  const set = JSON.parse(await readFile(join(ROOT, 'assets/judge-check/en.json'), 'utf8')) as { readonly items: readonly unknown[] };
  const path = join(dir, 'small.json');
  await writeFile(path, JSON.stringify({ ...set, items: set.items.slice(0, 3) }));
  return path;
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-cli-judge-check-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('turnrig judge-check', () => {
  it('measures the embedded judge on the set that ships with turnrig', async () => {
    const ran = await turnrig('judge-check', '--json');
    expect(ran.code).toBe(0);
    const document = JSON.parse(ran.out) as CheckDocument;
    expect(document).toMatchObject({ judge: { kind: 'heuristic' }, set: { items: 720 } });
    const check = join(dir, 'check.json');
    await writeFile(check, ran.out);
    expect((await turnrig('judge-check')).out).toContain('answers, held');
  });

  it('ends with 3 when a server did not give all verdicts', async () => {
    const model = await chatServer(() => ({ status: 401, body: '{"error": "no such key sk-secret"}' }));
    try {
      const args = ['--judge', 'm', '--judge-url', model.url, '--json'];
      const ran = await start(['judge-check', ...args], { env: { TURNRIG_CHAT_API_KEY: 'sk-secret' } }).done;
      expect(ran.code).toBe(3);
      expect((JSON.parse(ran.out) as CheckDocument).answer.held).toMatchObject({ failed: 240, agreement: { of: 0 } });
      expect(model.asked.length).toBeLessThan(20);
      expect(`${ran.out}${ran.err}`).not.toContain('sk-secret');
    } finally {
      await model.close();
    }
  });

  it(
    'ends soon after one Ctrl-C while a server never answers, and keeps what was made',
    async () => {
      const verdict = completion('{"verdict": "right", "reason": ""}');
      const model = await chatServer((_, count) => (count <= 2 ? verdict : 'never'));
      const out = join(dir, 'interrupted');
      try {
        const running = start(['judge-check', '--judge', 'm', '--judge-url', model.url, '--out', out]);
        await expect.poll(() => model.asked.length, { timeout: 60_000 }).toBe(6);
        const from = performance.now();
        running.process.kill('SIGINT');
        const ran = await running.done;
        expect(performance.now() - from).toBeLessThan(5000);
        expect(ran.code, ran.err).toBe(130);
        expect(ran.err).toContain('is kept in');
        expect(await readdir(out)).toHaveLength(2);
        expect(model.asked).toHaveLength(6);
      } finally {
        await model.close();
      }
    },
    PATIENT,
  );

  it.each([
    [
      'refuses the key',
      { status: 401, body: `{"error": "no\u001b[31m such key sk-secret"}` },
      'answered 401: {"error": "no [31m such key [key]"}',
    ],
    ['redirects', { status: 302, body: '', headers: { location: '/elsewhere?key=sk-secret' } }, 'redirects (302) to http://127.0.0.1:'],
    ['is a page', { status: 200, body: '<html>It works!</html>' }, 'answered, but not as the chat API does'],
  ] as const)('says why there is no verdict: the server %s', async (_, reply, message) => {
    const model = await chatServer(() => reply);
    try {
      const args = ['--set', await smallSet(), '--judge', 'm', '--judge-url', model.url, '--json'];
      const ran = await start(['judge-check', ...args], { env: { TURNRIG_CHAT_API_KEY: 'sk-secret' } }).done;
      expect(ran.code, ran.err).toBe(3);
      expect(ran.err).toContain('no verdict for 3 items, the judge failed: the chat server at 127.0.0.1:');
      expect(ran.err).toContain(message);
      expect((JSON.parse(ran.out) as CheckDocument).failures?.reasons).toEqual([
        { of: 'judge', reason: expect.stringContaining(message) as string, items: 3 },
      ]);
      expect(`${ran.out}${ran.err}`).not.toContain('sk-secret');
      expect(`${ran.out}${ran.err}`).not.toContain('\u001b');
    } finally {
      await model.close();
    }
  });

  it('says why there is no verdict: nobody listens, or the process died', async () => {
    const { url, close } = await chatServer(() => 'never');
    await close();
    const small = await smallSet();
    const refused = await turnrig('judge-check', '--set', small, '--judge', 'm', '--judge-url', url);
    expect(refused.code, refused.err).toBe(3);
    expect(refused.err).toContain('cannot be reached: the connection was refused');
    const died = await turnrig(
      'judge-check',
      '--set',
      small,
      '--asr-cmd',
      await asr(`process.stderr.write('out of memory'); process.exit(7);`),
    );
    expect(died.code, died.err).toBe(3);
    expect(died.err).toContain("the ASR failed: the ASR's process failed: it ended (exit code 7): out of memory");
  });

  it('takes no line without an end from a process', async () => {
    const ran = await turnrig('judge-check', '--asr-cmd', 'cat /dev/zero');
    expect(ran.code, ran.err).toBe(3);
    expect(ran.err).toContain('it wrote a line of more than 1 MB');
    expect(ran.err).not.toContain('RangeError');
  });

  it('takes no transcript that nobody can have said', async () => {
    const ran = await turnrig('judge-check', '--set', await smallSet(), '--asr-cmd', await hears('x'.repeat(100_001)), '--json');
    expect(ran.code, ran.err).toBe(3);
    expect((JSON.parse(ran.out) as CheckDocument).asr).toMatchObject({ failed: 3 });
    expect(ran.err).toContain('no verdict for 3 items, the ASR failed: a transcript of process:test is too long: 100001 characters');
  });

  it(
    'refuses an --out that cannot be used before anything is asked',
    async () => {
      const model = await chatServer(() => completion('{"verdict": "right", "reason": ""}'));
      const run = join(dir, 'a-run');
      for (const folder of ['derived', 'sessions']) await mkdir(join(run, folder), { recursive: true });
      await writeFile(join(run, 'run.json'), '{}');
      const file = join(dir, 'a-file');
      await writeFile(file, 'mine');
      await symlink(join(run, 'derived'), join(dir, 'a-link'));
      const before = await readdir(run, { recursive: true });
      try {
        for (const [out, code, message] of [
          [file, 2, 'is not a folder'],
          [join(file, 'below'), 3, 'a file lies where its folder should be'],
          ['/proc/y', 3, 'its folder cannot be made there'],
          [join(run, 'derived'), 2, 'lies in the run folder'],
          [join(run, 'sessions', 'new', 'one'), 2, 'lies in the run folder'],
          [join(dir, 'a-link', 'new'), 2, 'lies in the run folder'],
          [' ', 2, '--out is empty'],
        ] as const) {
          const ran = await turnrig('judge-check', '--judge', 'm', '--judge-url', model.url, '--asr-cmd', 'exit 9', '--out', out);
          expect(ran.code, ran.err).toBe(code);
          expect(ran.err).toContain(message);
        }
        expect(model.asked).toEqual([]);
        expect(await readFile(file, 'utf8')).toBe('mine');
        expect(await readdir(run, { recursive: true })).toEqual(before);
      } finally {
        await model.close();
      }
    },
    PATIENT,
  );

  it('refuses what is no set', async () => {
    const ran = await turnrig('judge-check', '--set', 'package.json');
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.err).toContain('is no labelled set');
  });
});
