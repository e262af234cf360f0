/** `eot live` in a real room, and frames of p_wearer that an agent publishes there. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, start, turnrig } from '../cli/turnrig.js';
import { calibratedFolders, noStack, run } from './cli-support.js';

const folder = calibratedFolders();
const DATA = join(ROOT, 'scenarios/eot-live');
const WEARER = ['--agent', 'wait', '--agent-cmd', `"${process.execPath}" "${join(ROOT, 'bench/wearer-agent.mjs')}"`];

interface Document {
  readonly points: readonly {
    readonly sessions: Readonly<Record<string, number>>;
    readonly spans: {
      readonly cutoffs: { readonly count: number; readonly of: number };
      readonly latency: { readonly n: number; readonly mean_s: number };
    };
  }[];
}

describe('a live room', () => {
  it('gives an agent its point', async () => {
    const out = join(folder(), 'run');
    // The third turn is one without a pause: whatever the machine does, an agent that waits for 2 s of silence cuts into nothing.
    const ran = await start([
      'eot',
      'live',
      DATA,
      '--limit',
      '3',
      '--timeout',
      '4',
      '--agent',
      'reference:answer-after=2400',
      '--out',
      out,
      '--json',
    ]).done;
    noStack(ran);
    const { points } = JSON.parse(ran.out) as Document;
    const [point] = points;
    // A machine that stalls spoils sessions; they count for nobody, and those that count say what is true.
    expect(Object.values(point!.sessions).reduce((sum, n) => sum + n, 0)).toBe(3);
    expect(point!.spans.cutoffs.count).toBe(0);
    if (point!.sessions['scored']! > 0) {
      expect(ran.code === 0 || ran.code === 3, ran.err).toBe(true);
      expect(Math.abs(point!.spans.latency.mean_s - 2.4)).toBeLessThan(0.25);
    }
    expect((await readdir(join(out, 'eot'))).sort()).toEqual(['index.html', 'live.json', 'live.png', 'live.svg']);
  });

  it('says of an agent that never comes that it failed', async () => {
    const ran = await start(['eot', 'live', DATA, '--limit', '1', '--agent', 'name:nobody', '--out', join(folder(), 'run')]).done;
    noStack(ran);
    expect(ran.code).toBe(4);
    expect(ran.out).toContain('agent-failed: the agent failed in all 1 sessions that count');
  });

  it('keeps p_wearer where it arrived, refuses what is none, and scores opportunities from it', async () => {
    const out = join(folder(), 'run');
    noStack(await run(out, ['--scene', 'whole', '--no-report', ...WEARER]).done);
    const [attempt] = await readdir(join(out, 'sessions'));
    const session = join(out, 'sessions', attempt!);
    const events = (await readFile(join(session, 'timeline.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type?: string; at: number; ages: number[]; p: number[]; text?: string });
    const frames = events.filter(({ type }) => type === 'p-wearer');
    expect(frames.length).toBeGreaterThan(20);
    expect(frames.every(({ ages, p }) => ages[0] === 1920 && ages[1] === 0 && p[0] === 0)).toBe(true);
    expect(events.filter(({ text }) => text?.includes('turnrig.p_wearer was refused: not of the shape'))).toHaveLength(1);
    // No frame can arrive before it was sent: the sender's own log has the same clock.
    const { zeroNs } = JSON.parse(await readFile(join(session, 'session.json'), 'utf8')) as { readonly zeroNs: string };
    const [log] = await readdir(join(out, 'logs'));
    const sent = new Map(
      [...(await readFile(join(out, 'logs', log!), 'utf8')).matchAll(/sent (\d+) ([\d.]+)/g)].map(([, ns, p]) => [Number(p), BigInt(ns!)]),
    );
    for (const { at, p } of frames) {
      const ns = sent.get(p[1]!);
      if (ns !== undefined) expect(at / 48 - Number(ns - BigInt(zeroNs)) / 1e6).toBeGreaterThan(-1);
    }
    const scored = await turnrig('entry-yield', 'from-run', out, '--json', '--out', join(folder(), 'scored'));
    expect(JSON.parse(scored.out)).toMatchObject({ agents: [{ frames: { sessions: 1, plusMinusMs: 20 } }] });
    expect((await readFile(join(folder(), 'scored/frames.csv'), 'utf8')).split('\n')[0]).toBe('session,t,p_wearer');
  });
});
