/** `turnrig shrink` as a user runs it, in virtual time. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShrinkDocument } from '../../src/shrink/result.js';
import { noStack, ROOT, start, turnrig } from './turnrig.js';

const folder = await mkdtemp(join(tmpdir(), 'turnrig-shrink-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, 'call.yaml');
const at = (name: string): string => join(folder, name);
const AGENT = ['--agent', 'reference:premature=500'];
const shrink = (...args: readonly string[]) => turnrig('shrink', file, ...args);

beforeAll(() =>
  writeFile(
    file,
    `version: 1
suite: call
clips: ${JSON.stringify(join(ROOT, 'scenarios/clips'))}
speakers: { ana: Ana }
scenes:
  - id: phone
    tail: 500
    turns:
      - { id: hours, speaker: ana, text: Opening hours., clip: hours.flac }
      - id: number
        speaker: ana
        parts: [{ text: "My number is five five five,", clip: phone-1.flac }, { pause: 900 }, { text: "oh one four.", clip: phone-2.flac }, { pause: 700 }, { text: nine, clip: phone-3.flac }]
`,
  ),
);

describe('turnrig shrink', () => {
  it('writes the smallest scenario, which anyone can run; a search that was stopped ends at the same', async () => {
    const once = await shrink(...AGENT, '--out', at('once'), '--json');
    expect(once.code).toBe(0);
    const document = JSON.parse(once.out) as ShrinkDocument & { folder: string };
    expect(document).toMatchObject({
      format: 'turnrig-shrink',
      version: 1,
      outcome: 'minimal',
      certain: true,
      stopped: null,
      notMonotone: [],
    });
    expect(document.fault).toEqual({ kind: 'cutoff', turn: 'number', pause: 1 });
    expect(document.after).toMatchObject({ turns: 1, noises: 0, speakers: 1, pieces: 2 });
    // Its ear hears a voice some milliseconds longer than the clip's labelled edges.
    expect(document.after!.pausesMs).toBeGreaterThanOrEqual(490);
    expect(document.after!.pausesMs).toBeLessThanOrEqual(520);
    expect(document.steps.every(({ answer }) => answer.sessions === 1)).toBe(true);
    expect(document.sessions).toBe(document.steps.length + 1);
    const { folder: written, ...stored } = document;
    expect(written).toBe(at('once'));
    expect(JSON.parse(await readFile(at('once/shrink.json'), 'utf8'))).toEqual(stored);
    const page = await readFile(at('once/index.html'), 'utf8');
    expect(page.match(/<audio /g)).toHaveLength(2);
    for (const { key } of document.steps) expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(page.match(/<tr>/g)!.length).toBeGreaterThan(document.steps.length);

    const run = await turnrig('run', at('once/scenario.yaml'), '--memory', ...AGENT, '--no-report', '--out', at('run'));
    expect(run.code).toBe(1);
    expect(run.out).toMatch(/false-cutoff/);

    const stopped = await shrink(...AGENT, '--out', at('again'), '--budget', '6');
    expect(stopped.code).toBe(0);
    expect(stopped.out).toMatch(/^stopped: /);
    expect(stopped.err).toContain('the budget is spent; go on with: turnrig shrink');
    const resumed = await shrink(...AGENT, '--out', at('again'), '--resume');
    expect(resumed.code).toBe(0);
    expect(await readFile(at('again/scenario.yaml'), 'utf8')).toBe(await readFile(at('once/scenario.yaml'), 'utf8'));
    expect((await readFile(at('again/journal.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(document.sessions + 1);
  }, 600_000);

  it('keeps what was played when it is interrupted', async () => {
    const out = at('interrupted');
    const running = start(['shrink', file, '--agent', 'reference:premature=500,probability=0.9', '--rate', '0.5', '--out', out]);
    await expect
      .poll(async () => (await readFile(join(out, 'journal.jsonl'), 'utf8').catch(() => '')).split('\n').length, {
        timeout: 300_000,
        interval: 20,
      })
      .toBeGreaterThan(3);
    running.process.kill('SIGINT');
    const ran = await running.done;
    expect(ran.code).toBe(130);
    expect(ran.err).toContain('interrupted; go on with: turnrig shrink');
    expect(JSON.parse(await readFile(join(out, 'shrink.json'), 'utf8'))).toMatchObject({ outcome: 'stopped', stopped: 'interrupted' });
    noStack(ran);
  }, 600_000);

  it('says so where the agent has no such fault', async () => {
    const ran = await shrink('--agent', 'reference:answer-after=1500', '--out', at('none'));
    expect(ran.code).toBe(3);
    expect(ran.out).toMatch(/^not-shown: /);
    const again = await shrink('--agent', 'reference:answer-after=1500', '--out', at('none'));
    expect(again.code).toBe(2);
    expect(again.err).toContain('holds a search already');
    const other = await shrink('--agent', 'reference:answer-after=1400', '--out', at('none'), '--resume');
    expect(other.code).toBe(2);
    expect(other.err).toContain('another input, agent or rate');
  }, 300_000);

  it.each([
    [[], 'one agent is wanted'],
    [[...AGENT, '--turn', 'numbr'], 'Did you mean "number"?'],
    [[...AGENT, '--scene', 'fone'], 'no scene "fone"'],
    [[...AGENT, '--rate', '1.5'], 'a share from 0.1 to 1'],
    [[...AGENT, '--fault', 'cough'], 'Allowed choices are'],
    [[...AGENT, '--budget', 'soon'], 'sessions ("200") or minutes'],
    [[...AGENT, '--resume'], '--resume goes on with the folder that --out names'],
    [['--agent', 'reference:cuts-in=600', '--live'], 'no room can do'],
  ])('refuses %j', async (args, says) => {
    const ran = await shrink(...args);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(says);
    noStack(ran);
  });
});
