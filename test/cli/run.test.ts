/** `turnrig run` and what follows it, by the built binary: in memory, so that no room and no processor decides the outcome. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sizeAt } from '../score/pointer.js';
import { FIXTURES, noStack, start, turnrig, type Ran } from './turnrig.js';

const TINY = join(FIXTURES, 'tiny.yaml');
const printed = z.object({
  run: z.string(),
  report: z.string().nullable(),
  gate: z.object({ result: z.string(), exitCode: z.number(), reason: z.string() }),
  summary: z.object({
    sessions: z.array(
      z.object({
        attempt: z.string(),
        session: z.string(),
        outcome: z.string(),
        reason: z.string(),
        tally: z.object({ pass: z.number(), fail: z.number() }),
      }),
    ),
    outcomes: z.array(z.looseObject({ agent: z.string() })),
    measures: z.array(
      z.object({
        agent: z.string(),
        measure: z.string(),
        tally: z.object({ pass: z.number(), fail: z.number() }),
        value: z.object({ medianMs: z.number() }).optional(),
      }),
    ),
  }),
});
const json = (ran: Ran) => printed.parse(JSON.parse(ran.out));

// A test starts processes that load models, several times.
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-cli-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** SHA-256 of every file below a folder, by its relative name. */
async function hashes(dir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found[path.slice(dir.length)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return found;
}

describe('turnrig run', () => {
  it('tells an agent that cuts into a pause from one that waits, and measures both to the millisecond', async () => {
    const out = join(folder, 'run');
    const ran = await turnrig(
      'run',
      TINY,
      '--memory',
      '--agent',
      'reference:answer-after=1500',
      '--agent',
      'reference:premature=400',
      '--out',
      out,
      '--json',
    );
    noStack(ran);
    expect(ran.code).toBe(1);
    const { gate, summary, report } = json(ran);
    expect(gate.result).toBe('failed');
    const of = (agent: string, measure: string) => summary.measures.find((row) => row.agent === agent && row.measure === measure);
    // A turn without a pause is a window too: nobody may cut into it.
    expect(of('answer-after=1500', 'false-cutoff')?.tally).toMatchObject({ pass: 2, fail: 0 });
    expect(of('premature=400', 'false-cutoff')?.tally).toMatchObject({ pass: 1, fail: 1 });
    // The edge that a person would call the onset lies within 10 ms of where the agent's clip begins.
    expect(Math.abs((of('answer-after=1500', 'reply')?.value?.medianMs ?? 0) - 1500)).toBeLessThan(10);
    expect(report).toBe(join(out, 'report', 'index.html'));
    const page = await readFile(join(out, 'report', 'index.html'), 'utf8');
    expect(page).toContain('A pause in the middle');
    // Every list of the page is as long as the number that it stands behind.
    const block = /class="windows-data">([^<]*)</.exec(page)?.[1] ?? '{}';
    const { lists } = z.object({ lists: z.record(z.string(), z.array(z.number())) }).parse(JSON.parse(block));
    const whole: unknown = (JSON.parse(ran.out) as { summary: unknown }).summary;
    expect(Object.keys(lists)).toContain('/measures/0/tally/pass');
    for (const [pointer, { length }] of Object.entries(lists)) expect([pointer, sizeAt(whole, pointer)]).toEqual([pointer, length]);
    const planned = z.object({ planned: z.object({ reach: z.object({ power: z.number() }) }) }).parse(JSON.parse(ran.out));
    expect(planned.planned.reach.power).toBe(0.9);
    expect(page).toContain('What this run can show: ');
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  });

  it('exits 0 only when something was measured and all of it was met', async () => {
    const ran = await turnrig(
      'run',
      TINY,
      '--memory',
      '--agent',
      'reference:answer-after=1500',
      '--out',
      join(folder, 'run'),
      '--no-report',
    );
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/met: all \d+ decided expectations were met/);
    // No terminal, no progress; what the run is about, and what it can see.
    expect(ran.err).toMatch(/^what this run can show, 9 times in 10: [^\n]{1,160}\n$/);
    expect(ran.out).toContain('primary measure of tiny: reply after the turn');
    const stored = JSON.parse(await readFile(join(folder, 'run', 'derived', 'summary.json'), 'utf8')) as {
      statistics: { primary: unknown };
    };
    expect(stored.statistics.primary).toEqual([{ suite: 'tiny', measure: 'reply' }]);
  });

  it('counts a silent agent as failed expectations, never as a missing number', async () => {
    const ran = await turnrig(
      'run',
      TINY,
      '--memory',
      '--agent',
      'reference:silent',
      '--out',
      join(folder, 'run'),
      '--no-report',
      '--json',
    );
    const { summary } = json(ran);
    expect(ran.code).toBe(1);
    expect(summary.measures.find((row) => row.measure === 'reply')?.tally).toMatchObject({ pass: 0, fail: 2 });
    expect(ran.out).not.toMatch(/NaN|null,\s*"n"/);
  });

  it('scores a stored run again to the same bytes, also without its VAD outputs', async () => {
    const out = join(folder, 'run');
    await turnrig('run', TINY, '--memory', '--agent', 'reference:premature=400', '--out', out);
    const first = await hashes(out);
    expect((await turnrig('score', out, '--report')).code).toBe(1);
    expect(await hashes(out)).toEqual(first);
    for (const attempt of await readdir(join(out, 'sessions'))) await rm(join(out, 'sessions', attempt, 'derived'), { recursive: true });
    await rm(join(out, 'derived'), { recursive: true });
    await turnrig('score', out, '--report');
    expect(await hashes(out)).toEqual(first);
  });

  it('keeps no key and no path of a server in a run folder', async () => {
    const out = join(folder, 'run');
    const secret = 'a-secret-that-must-not-be-kept-anywhere-0123';
    await start(['run', TINY, '--memory', '--agent', 'reference:silent', '--out', out], {
      env: { LIVEKIT_URL: 'ws://127.0.0.1:9', LIVEKIT_API_KEY: 'key-of-mine', LIVEKIT_API_SECRET: secret },
    }).done;
    for (const name of Object.keys(await hashes(out)))
      expect(await readFile(join(out, name), 'latin1')).not.toMatch(/a-secret-that-must|key-of-mine|127\.0\.0\.1:9/);
  });

  it('goes on after a kill -9 and neither loses nor doubles a session', async () => {
    const out = join(folder, 'run');
    const args = ['--memory', '--agent', 'reference:answer-after=1500', '--concurrency', '1'];
    const running = start(['run', TINY, ...args, '--repeats', '6', '--out', out, '--no-report']);
    // Killed as soon as something is recorded.
    await expect
      .poll(async () => (await readdir(join(out, 'sessions')).catch(() => [])).length, { timeout: 20_000, interval: 20 })
      .toBeGreaterThanOrEqual(2);
    running.process.kill('SIGKILL');
    await running.done;
    const before = (await readdir(join(out, 'sessions'))).sort();
    const resumed = await turnrig('run', '--resume', out, ...args, '--no-report', '--json');
    noStack(resumed);
    expect(resumed.code).toBe(0);
    const { summary } = json(resumed);
    expect(summary.sessions).toHaveLength(12);
    expect(new Set(summary.sessions.map(({ session }) => session)).size).toBe(12);
    expect((await readdir(join(out, 'sessions'))).sort()).toEqual(expect.arrayContaining(before));
  });

  it('plays again on --resume what the rig spoiled, keeps the spoiled attempt and does not count it', async () => {
    const out = join(folder, 'run');
    const args = ['--memory', '--agent', 'reference:answer-after=1500', '--no-report', '--json'];
    await turnrig('run', TINY, ...args, '--out', out);
    const spoil = async (attempt: string, starvedBy: string) => {
      const file = join(out, 'sessions', attempt, 'end.json');
      const end = z.looseObject({ health: z.looseObject({}) }).parse(JSON.parse(await readFile(file, 'utf8')));
      const health = {
        ...end.health,
        maxLateness: 9_600,
        lateFrames: 20,
        processors: 2,
        hostCpu: 2,
        agentCpu: starvedBy === 'agent' ? 1.9 : 0.1,
      };
      await writeFile(file, JSON.stringify({ ...end, health, spoiled: { cause: 'late', detail: 'late-frame of 200 ms', starvedBy } }));
    };
    await spoil('s0000-a1', 'others');
    await spoil('s0001-a1', 'agent');
    const before = json(await turnrig('score', out, '--json'));
    expect(before.gate).toMatchObject({ result: 'undecided', exitCode: 3 });
    expect(before.summary.sessions[0]?.reason).toMatch(/200 ms late.*busy with other work/);
    const resumed = await turnrig('run', '--resume', out, ...args);
    noStack(resumed);
    const { summary } = json(resumed);
    expect(summary.sessions.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      ['s0000-a2', 'scored'],
      // What the agent's own load may have spoiled is told, and not played until it passes.
      ['s0001-a1', 'rig_invalid'],
    ]);
    expect(summary.sessions[1]?.reason).toMatch(/the agent itself used most of this machine/);
    expect(summary.outcomes).toMatchObject([{ rigInvalid: 1, replays: 1, failureBounds: { spoiled: 1, lowest: 0, highest: 0.5 } }]);
    expect(resumed.code).toBe(3);
    expect(await readdir(join(out, 'sessions', 's0000-a1'))).toContain('end.json');
    const told = await turnrig('score', out);
    expect(told.out).toMatch(/1 of 2 \(50%\), 1 attempt played again/);
    expect(told.out).toMatch(/The agent itself used most of this machine: run it on another one/);
  });

  it('ends cleanly on Ctrl-C, keeps what was recorded and says how to go on', async () => {
    const out = join(folder, 'run');
    const running = start([
      'run',
      TINY,
      '--memory',
      '--agent',
      'reference:answer-after=1500',
      '--repeats',
      '200',
      '--out',
      out,
      '--no-report',
    ]);
    await expect
      .poll(async () => (await readdir(join(out, 'sessions')).catch(() => [])).length, { timeout: 20_000, interval: 20 })
      .toBeGreaterThanOrEqual(3);
    running.process.kill('SIGINT');
    const ran = await running.done;
    noStack(ran);
    expect(ran.code).toBe(130);
    expect(ran.err).toContain(`turnrig run --resume ${out}`);
    expect(ran.out).toMatch(/not played/);
    const attempts = await readdir(join(out, 'sessions'));
    expect(attempts.length).toBeLessThan(400);
    for (const attempt of attempts) expect(await readdir(join(out, 'sessions', attempt))).toContain('end.json');
  });
});

it('keeps no clip of scenes that were not chosen', async () => {
  const out = join(folder, 'run');
  await turnrig('run', TINY, '--memory', '--agent', 'reference:silent', '--scene', 'whole', '--out', out, '--no-report');
  expect(await readdir(join(out, 'clips'))).toHaveLength(1);
});
