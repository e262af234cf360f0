/** `turnrig sid from-run` and `turnrig entry-yield from-run` on a run in virtual time. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { turnrig } from './turnrig.js';

// Scoring loads a model, and the processor may be shared.
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'turnrig-from-run-'));
const run = join(folder, 'run');
const AGENT = 'reference:stops-after=300,notice=200,delay=1500,speak=9000';
beforeAll(async () => {
  const ran = await turnrig('run', 'cases', '--scene', 'c12', '--repeats', '2', '--memory', '--agent', AGENT, '--out', run);
  expect(ran.code, ran.err).toBeLessThan(2);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('from a run', () => {
  it('barge-ins', async () => {
    const ran = await turnrig('sid', 'from-run', run, '--json', '--items');
    expect(ran).toMatchObject({ code: 0 });
    const found = JSON.parse(ran.out) as { agents: { apt: number }[]; clips: { stopMs: number }[] };
    expect(found).toMatchObject({
      agents: [{ fir: null, counts: { clips: 2, withBreak: 2, cases: { late: 2 } }, yields: { breaks: 2, stopped: 2 }, invalid: [] }],
      clips: [
        { turn: 'stop', kind: 'barge-in', mustStop: true },
        { turn: 'stop', restarts: 0 },
      ],
    });
    for (const { stopMs } of found.clips) expect(Math.abs(stopMs - 300)).toBeLessThan(60);
    expect((await turnrig('sid', 'from-run', run)).out).toContain('stopped at 2 of 2 breaks (0 within 0.2 s, 2 within 0.5 s');
  });

  it('opportunities, and review lines for an agent that publishes frames', async () => {
    const out = join(folder, 'out');
    const ran = await turnrig('entry-yield', 'from-run', run, '--json', '--out', out);
    expect(ran).toMatchObject({ code: 0 });
    expect(JSON.parse(ran.out)).toMatchObject({
      sessions: 2,
      spoiled: 0,
      agents: [{ entry: { positives: 2, actedOnPositives: 2 }, yield: { positives: 2, actedOnPositives: 2, negatives: 0, ap: 1 } }],
    });
    expect(readFileSync(join(out, 'events.csv'), 'utf8').split('\n')[0]).toBe(
      'agent,session,scene,id,task,kind,label,anchor_s,horizon_ms,delay_ms,plus_minus_ms,score,p_wearer_score,excluded',
    );
    const reviews = readFileSync(join(out, 'reviews.jsonl'), 'utf8').trimEnd().split('\n');
    expect(reviews.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual([
      'ENTRY_WEARER',
      'INT_YIELD',
      'ENTRY_WEARER',
      'INT_YIELD',
    ]);
  });

  it('scores of another version of the scorer are made anew from the recording, and that is said', async () => {
    const before = (await turnrig('sid', 'from-run', run, '--json')).out;
    const file = join(run, 'derived', 'summary.json');
    const whole = readFileSync(file, 'utf8');
    const scores = join(run, 'sessions', 's0000-a1', 'derived', 'scores.json');
    const [first, old] = [readFileSync(scores, 'utf8'), /"scorer": \{\n *"version": \d+/];
    expect(whole).toMatch(old);
    writeFileSync(file, whole.replace(old, '"scorer": { "version": 1'));
    writeFileSync(scores, first.replaceAll('"pass"', '"fail"'));
    const again = await turnrig('sid', 'from-run', run, '--json');
    expect(again.err).toMatch(/was scored by scorer version 1; it is scored again from its recording, by version \d/);
    expect([again.out, readFileSync(file, 'utf8'), readFileSync(scores, 'utf8')]).toEqual([before, whole, first]);
    expect((await turnrig('sid', 'from-run', run, '--json')).err).toBe('');
  });

  it('what is no run is said', async () => {
    for (const command of ['sid', 'entry-yield']) {
      const ran = await turnrig(command, 'from-run', folder);
      expect(ran).toMatchObject({ code: 2 });
      expect(ran.err).toMatch(/^error: /);
    }
  });
});
