/** `turnrig sid` as a user runs it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { jsonl } from '../sid/vectors.js';
import { turnrig } from './turnrig.js';

// Each test starts the program several times, and the processor may be shared.
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'turnrig-sid-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, bytes: Uint8Array | string): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const vectors = JSON.parse(readFileSync(fileURLToPath(new URL('../vectors/statistics/sid.json', import.meta.url)), 'utf8')) as {
  gt: { audio: string }[];
  pred: object[];
};

describe('turnrig sid score', () => {
  it('one JSON object: all at the top, then per split', async () => {
    const en = file('en_test_lines.jsonl', jsonl(vectors.gt.filter(({ audio }) => audio.includes('_en_'))));
    const rest = file('rest.jsonl', jsonl(vectors.gt.filter(({ audio }) => !audio.includes('_en_'))));
    const predictions = file('predictions.jsonl', jsonl(vectors.pred));
    const args = ['--truth', en, `zh=${rest}`, '--predictions', predictions, '--json'];
    const ran = await turnrig('sid', 'score', ...args);
    expect(ran).toMatchObject({ code: 0, err: '' });
    const found = JSON.parse(ran.out) as Record<string, unknown>;
    expect(found).toMatchObject({
      definition: 'text',
      fir: 0.15,
      counts: { clips: 172, withoutBreak: 80, fir: { of: 80, falseAlarms: 12 }, irl: { of: 33 }, apt: { of: 172 } },
      intervals: { fir: { level: 0.95, method: 'wilson' }, apt: { method: 'bootstrap-t' } },
      splits: { en: { counts: { clips: 69 } }, zh: {}, silence_noise: { counts: { withBreak: 0, irl: { of: 0 } }, irl: null } },
    });
    const notebook = await turnrig('sid', 'score', ...args, '--definition', 'notebook');
    expect((JSON.parse(notebook.out) as { fir: number }).fir).toBeCloseTo(0.11046511627906977, 12);
    const table = await turnrig('sid', 'score', ...args.slice(0, -1));
    expect(table.out).toContain('12/80');
    expect(table.out).toMatch(/silence_noise.*none/);
  });

  it('names everything that is wrong, with its place', async () => {
    const truth = file('t.jsonl', '{"audio":"a","total_nonbreak":true,"duration":1,"break_time":-1}\n{"audio":"b"\n');
    const predictions = file('p.jsonl', '{"audio":"a","total_nonbreak":true,"break_time":NaN}\n');
    const ran = await turnrig('sid', 'score', '--truth', truth, '--predictions', predictions);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('t.jsonl:2:13: this is not valid JSON');
    expect(ran.err).toContain('p.jsonl:1:49: this is not valid JSON');
    expect(ran.err).not.toContain('    at ');
  });

  it('names the clips that do not match', async () => {
    const truth = file('t2.jsonl', jsonl(['a', 'b'].map((audio) => ({ audio, total_nonbreak: true, duration: 1, break_time: -1 }))));
    const predictions = file('p2.jsonl', jsonl(['a', 'a', 'c'].map((audio) => ({ audio, total_nonbreak: true, break_time: -1 }))));
    const ran = await turnrig('sid', 'score', '--truth', truth, '--predictions', predictions);
    expect(ran.code).toBe(2);
    for (const told of ['1 clip without a prediction:\n    b', 'not in the truth:\n    c', 'more than once:\n    a'])
      expect(ran.err).toContain(told);
  });
});
