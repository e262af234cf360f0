/** What a machine may refuse: folders that cannot be made, files that cannot be opened. By the built binary. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFolder } from '../../simulator/store/make-folder.js';
import { BINARY, FIXTURES, ROOT, turnrig } from './turnrig.js';

vi.setConfig({ testTimeout: 180_000 });

const TINY = join(FIXTURES, 'tiny.yaml');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-limits-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a folder', () => {
  it('is made with those above it, and may be there', async () => {
    const deep = join(folder, 'a', 'b', 'c');
    await makeFolder(deep);
    await makeFolder(deep);
    expect((await stat(deep)).isDirectory()).toBe(true);
  });

  it('is made by many at once', async () => {
    const deep = join(folder, 'a', 'b', 'c');
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(deep)));
    expect(existsSync(deep)).toBe(true);
  });

  it('is not made over a file, below a file, or behind a link that leads nowhere', async () => {
    await writeFile(join(folder, 'file'), '');
    await symlink(join(folder, 'nowhere'), join(folder, 'link'));
    await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(folder, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makeFolder(join(folder, 'link'))).rejects.toMatchObject({ code: 'EEXIST' });
  });
});

// /proc is there on Linux only; elsewhere the path is one that cannot be made either.
it('--out where the system makes no folder is refused, and does not hang', async () => {
  const ran = await turnrig('run', TINY, '--memory', '--agent', 'reference:silent', '--out', '/proc/turnrig/run');
  expect(ran.code).toBe(3);
  expect(ran.err).toMatch(/^error: cannot write \/proc\/turnrig\/run: /);
  expect(ran.err).not.toMatch(/\n\s+at /);
});

it.each([
  ['analyze', join(ROOT, 'test/vectors/recordings/A1_clean-000.flac')],
  ['calibrate', '--memory', '--quick'],
])('%s says so of such an --out too, with --json as one object', async (...args) => {
  const ran = await turnrig(...args, '--json', '--out', '/proc/turnrig/below');
  expect(ran.code).toBe(3);
  expect(ran.err).toMatch(/^error: cannot write \/proc\/turnrig\/below: its folder cannot be made there/);
  expect((JSON.parse(ran.out) as { error: unknown }).error).toMatchObject({
    code: 'store',
    message: expect.stringContaining('/proc') as string,
  });
});

it('a folder of somebody else is not filled with a run', async () => {
  await writeFile(join(folder, 'thesis.txt'), 'mine');
  const ran = await turnrig('run', TINY, '--memory', '--agent', 'reference:silent', '--out', folder);
  expect([ran.code, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/^error: .* is there already and is not empty/);
  expect(await readdir(folder)).toEqual(['thesis.txt']);
});

it('wrong usage is one JSON object too where a program reads, and nothing is printed twice', async () => {
  const missing = await turnrig('run', '--json');
  expect(missing.code).toBe(2);
  expect((JSON.parse(missing.out) as { error: unknown }).error).toMatchObject({ code: 'input' });
  const unknown = await turnrig('eot', 'compute-metrics', '--json', '--nonsense');
  expect(unknown.code).toBe(2);
  expect((JSON.parse(unknown.out) as { error: unknown }).error).toMatchObject({ code: 'usage' });
});

it.each([25, 40, 100])('too few open files (%i) are told with what to do, not by a stack', (files) => {
  const ran = spawnSync('sh', ['-c', 'ulimit -n "$0"; exec "$1" "$2" validate "$3"', String(files), process.execPath, BINARY, TINY], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(ran.status).toBe(2);
  expect(ran.stderr).toMatch(/^error: this process may open only \d+ more files/);
  expect(ran.stderr).toContain('ulimit -n');
  expect(ran.stderr).not.toMatch(/\n\s+at /);
});

it('the entry imports nothing of turnrig before it can tell what is wrong', async () => {
  const entry = await readFile(join(ROOT, 'src/cli/main.ts'), 'utf8');
  expect(entry.match(/^import .*$/gm)).toEqual(["import { closeSync, openSync } from 'node:fs';"]);
});
