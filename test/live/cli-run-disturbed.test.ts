/** Live runs that are disturbed in the middle: a stall, a kill of each process, Ctrl-C. Nothing is lost, and no process stays. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { turnrig } from '../cli/turnrig.js';
import { AGENT, calibratedFolders, childOf, childrenOf, isAlive, json, noStack, run, untilLogged } from './cli-support.js';

const folder = calibratedFolders();
const scene = (id: string): string[] => ['--scene', id, ...AGENT, '--no-report', '--json'];

describe('a live room', () => {
  it('plays a session again that a stall of the rig spoiled, and counts the second attempt', async () => {
    const out = join(folder(), 'run');
    const running = run(out, scene('whole'));
    await untilLogged(out, 's0000-a1', 'turn-started');
    const worker = childOf(running, 'media-worker');
    // Far beyond the scene's limit of 250 ms. What the machine's other work adds can only spoil more.
    process.kill(worker, 'SIGSTOP');
    await sleep(700);
    process.kill(worker, 'SIGCONT');
    const ran = await running.done;
    noStack(ran);
    const first = await readFile(join(out, 'sessions', 's0000-a1', 'end.json'), 'utf8');
    expect(JSON.parse(first)).toMatchObject({ spoiled: { cause: 'late' } });
    expect(ran.err).toMatch(/spoiled by the rig \(late-frame of .*it is played again/);
    expect(json(ran).summary.sessions).toMatchObject([{ attempt: 's0000-a2', replays: 1 }]);
  });

  it('opens a new room server when the old one is killed in the middle, and plays the session again', async () => {
    const out = join(folder(), 'run');
    const running = run(out, scene('three'));
    await untilLogged(out, 's0000-a1', 'turn-started');
    process.kill(childOf(running, 'server/child.js'), 'SIGKILL');
    const ran = await running.done;
    noStack(ran);
    expect(json(ran).summary.sessions).toMatchObject([{ attempt: 's0000-a2', outcome: 'scored' }]);
    expect(await readdir(join(out, 'sessions'))).toEqual(['s0000-a1', 's0000-a2']);
  });

  it('makes a new attempt when a media worker is killed', async () => {
    const out = join(folder(), 'run');
    const running = run(out, scene('three'));
    await untilLogged(out, 's0000-a1', 'turn-started');
    process.kill(childOf(running, 'media-worker.js'), 'SIGKILL');
    const ran = await running.done;
    noStack(ran);
    expect(ran.err).toMatch(/attempt s0000-a1 was lost \(signal SIGKILL/);
    expect(json(ran).summary.sessions).toMatchObject([{ attempt: 's0000-a2', outcome: 'scored' }]);
  });

  it('leaves no process behind when the rig itself is killed, and goes on with --resume', async () => {
    const out = join(folder(), 'run');
    const running = run(out, [...AGENT, '--no-report']);
    await untilLogged(out, 's0001-a1', 'turn-started');
    const children = childrenOf(running.process.pid!);
    expect(children.length).toBeGreaterThanOrEqual(2);
    running.process.kill('SIGKILL');
    await running.done;
    await expect.poll(() => children.filter(({ pid }) => isAlive(pid)), { timeout: 10_000 }).toEqual([]);
    const resumed = await turnrig('run', '--resume', out, ...AGENT, '--no-report', '--json');
    noStack(resumed);
    expect(
      json(resumed)
        .summary.sessions.map(({ attempt }) => attempt)
        .sort(),
    ).toEqual(['s0000-a1', 's0001-a2']);
  });

  it('ends at Ctrl-C, with the session it was in kept whole', async () => {
    const out = join(folder(), 'run');
    const running = run(out, ['--scene', 'three', ...AGENT]);
    await untilLogged(out, 's0000-a1', 'turn-ended');
    const children = childrenOf(running.process.pid!);
    running.process.kill('SIGINT');
    const ran = await running.done;
    noStack(ran);
    expect(ran.code).toBe(130);
    expect(children.filter(({ pid }) => isAlive(pid))).toEqual([]);
    const end = z.object({ reason: z.string() }).parse(JSON.parse(await readFile(join(out, 'sessions', 's0000-a1', 'end.json'), 'utf8')));
    expect(end.reason).toBe('stopped');
  });
});
