/** `turnrig validate` and `turnrig plan` as a user runs them: the built binary, files on disk. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tone, wav } from '../scenario/fixture.js';
import { start } from './turnrig.js';

vi.setConfig({ testTimeout: 120_000 });

let folder = '';
const SUITE = `version: 1
suite: disk
clips: clips
speakers: { ana: Ana }
scenes:
  - { id: x, turns: [{ speaker: ana, clip: hello.wav }] }
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-validate-'));
  await mkdir(join(folder, 'clips'));
  await writeFile(join(folder, 'clips', 'hello.wav'), wav(tone(300)));
  await writeFile(join(folder, 'right.yaml'), SUITE);
  await writeFile(join(folder, 'wrong.yaml'), SUITE.replace('hello.wav', 'helo.wav').replace('clips: clips', 'clips: clips\nlevle: -20'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => start(args, { cwd: folder, env: { TURNRIG_CACHE: join(folder, 'cache') } }).done;

it('validates a right file, and plans it', async () => {
  expect(await run('validate', 'right.yaml')).toMatchObject({ code: 0, out: 'right.yaml: valid (suite disk, 1 scene, 1 clip)\n', err: '' });
  const planned = await run('plan', 'right.yaml', '--agent', 'mine', '--repeats', '2');
  expect(planned.code).toBe(0);
  expect(planned.out).toContain('disk/x#2@mine');
});

it('tells all problems of a wrong one and exits 2, without a stack trace', async () => {
  const { code, out, err } = await run('validate', 'wrong.yaml');
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toBe(
    [
      'wrong.yaml:4:1: unknown key "levle" (levle)',
      '    Did you mean "level"?',
      'wrong.yaml:7:44: the clip "helo.wav" does not exist (scenes[0].turns[0].clip)',
      '    Did you mean "hello.wav"?',
      'wrong.yaml: 2 problems',
      '',
    ].join('\n'),
  );
});

it.each([
  [['validate'], /missing required argument/],
  [['plan', 'right.yaml', '--seed', 'x'], /whole number/],
  [['plan', 'right.yaml', '--agent', 'a', '--agent', 'a'], /two agents are named "a"/],
  [['validate', 'clips/hello.wav'], /not UTF-8/],
  [['validate', 'clips'], /is a folder/],
])('%j exits 2', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
  expect(err).not.toMatch(/\n\s+at .*[:(]/);
});
