/** What is wrong with a command line or a run folder gets one clear message, by the built binary. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BINARY, FIXTURES, noStack, turnrig } from './turnrig.js';

const TINY = join(FIXTURES, 'tiny.yaml');
// A test starts processes that load models, several times.
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-cli-bad-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('a command that does not exist is told at once, before anything is measured or made', async () => {
  const out = join(folder, 'no-such-command');
  const ran = await turnrig('run', TINY, '--agent-cmd', 'no-such-program-here start', '--out', out);
  expect(ran.code).toBe(4);
  expect(ran.err).toMatch(/there is no program "no-such-program-here"/);
  expect(existsSync(out)).toBe(false);
  noStack(ran);
});

describe('bad input gets one clear message and exit code 2', () => {
  it.each([
    [['run', TINY], /no agent was given/],
    [['run', TINY, '--agent', 'preset:vad-olny'], /Did you mean "vad-only"/],
    [['run', TINY, '--memory', '--agent', 'wait'], /--memory has no room/],
    [['run', TINY, '--agent', 'reference:silent', '--agent-cmd', 'true'], /--agent-cmd starts one agent/],
    [['run', '--agent', 'wait'], /no scenario file was given/],
    [['run', 'nowhere.yaml', '--agent', 'wait'], /nowhere\.yaml:1:1/],
    [['run', TINY, '--agent', 'wait', '--scene', 'phnoe'], /there is no scene "phnoe"/],
    [['run', TINY, '--agent', 'wait', '--repeats', '0'], /whole number from 1/],
    [['run', TINY, '--agent', 'a=wait', '--agent', 'a=auto'], /agent/],
    [['score', 'nowhere'], /nowhere is not a run folder/],
    [['report', FIXTURES], /is not a run folder/],
    [['validate'], /missing required argument/],
    [['plan', TINY, '--seed', '-1'], /whole number/],
    [['fly'], /unknown command/],
    [['run', TINY, '--fly'], /unknown option/],
  ])('%j', async (args, message) => {
    const ran = await turnrig(...args);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(message);
    expect(ran.out).toBe('');
    noStack(ran);
  });

  it('a run folder of a newer version', async () => {
    const out = join(folder, 'run');
    await turnrig('run', TINY, '--memory', '--agent', 'reference:silent', '--out', out, '--no-report');
    const file = join(out, 'run.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"version": \d+/, '"version": 99'));
    const ran = await turnrig('score', out);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/version 99/);
    noStack(ran);
  });

  it('a folder that holds a run already', async () => {
    const out = join(folder, 'run');
    await turnrig('run', TINY, '--memory', '--agent', 'reference:silent', '--out', out, '--no-report');
    const ran = await turnrig('run', TINY, '--memory', '--agent', 'reference:silent', '--out', out);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/already holds a run.*\n.*--resume/);
  });

  it('--resume with other agents than the run has', async () => {
    const out = join(folder, 'run');
    await turnrig('run', TINY, '--memory', '--agent', 'reference:silent', '--out', out, '--no-report');
    const ran = await turnrig('run', '--resume', out, '--memory', '--agent', 'reference:always-on');
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/the run has the agents silent/);
  });
});

it('says which attempts are damaged, and that the output cannot be written', async () => {
  const out = join(folder, 'run');
  await turnrig('run', TINY, '--memory', '--agent', 'reference:silent', '--out', out, '--no-report');
  await writeFile(join(out, 'sessions', 's0000-a1', 'end.json'), '{}');
  const ran = await turnrig('score', out);
  expect(ran.err).toMatch(/s0000-a1 is damaged and does not count: .*end\.json/);
  noStack(ran);
  const full = spawnSync('sh', ['-c', '"$0" "$1" plan "$2" > /dev/full', process.execPath, BINARY, TINY], { encoding: 'utf8' });
  expect(full.status).toBe(3);
  expect(full.stderr).toMatch(/^error: the output cannot be written: .*\n$/);
});
