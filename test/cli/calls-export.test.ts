/** `turnrig calls export` and `import` as a user runs them. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDataset } from '../../simulator/eot/dataset.js';
import { hubFromEnvironment } from '../../simulator/eot/hub.js';
import { writeWav } from '../../src/media/wav.js';
import { EXAMPLE } from '../calls/example.js';
import { callFolders, RATE } from './call-folders.js';
import { turnrig } from './turnrig.js';

// Each test starts the program several times, and the processor may be shared.
vi.setConfig({ testTimeout: 120_000 });

const { root, folder, file } = callFolders();
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('calls export and import', () => {
  /** 8 kHz; the user a tone while a turn sounds, the agent noise all the time. */
  function spoken(dir: string): void {
    const user = Float32Array.from({ length: (RATE * 9_800) / 1000 }, (_, i) => {
      const ms = (1000 * i) / RATE;
      const sounds = (ms >= 3_000 && ms < 4_400) || (ms >= 5_600 && ms < 7_100) || (ms >= 9_000 && ms < 9_250);
      return sounds ? 0.5 * Math.sin((2 * Math.PI * 440 * i) / RATE) : 0;
    });
    const agent = Float32Array.from({ length: user.length }, (_, i) => (i % 2 === 0 ? 0.9 : -0.9));
    writeFileSync(join(dir, 'demo.wav'), writeWav([user, agent], RATE));
  }

  it('the user alone at 16 kHz, read by eot, and back to the millisecond', async () => {
    const dir = folder();
    spoken(dir);
    const out = join(root, 'exported');
    const ran = await turnrig('calls', 'export', dir, '--out', out, '--json');
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(ran.out)).toEqual({ out, turns: 2, padded: 0, scorePointMs: 200, tail: 'drop', excluded: {} });

    const dataset = await openDataset({ path: out, name: 'all', split: 'validation', hub: hubFromEnvironment({}) });
    const turns = [];
    for await (const turn of dataset.turns(true)) turns.push({ turn, audio: await dataset.decode(turn) });
    expect(turns.map(({ turn, audio }) => [turn.id, turn.language, audio.rate, audio.samples.length])).toEqual([
      ['demo--u001', 'zh', 16_000, 78_400],
      ['demo--u002', 'zh', 16_000, 12_800],
    ]);
    const level = (samples: Float32Array, fromMs: number, toMs: number): number =>
      samples.subarray(16 * fromMs, 16 * toMs).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const [first] = turns;
    expect(level(first?.audio.samples ?? new Float32Array(), 100, 1_300)).toBeCloseTo(0.5, 1);
    expect(level(first?.audio.samples ?? new Float32Array(), 1_450, 2_550)).toBeLessThan(0.01);

    const back = join(root, 'imported');
    expect(await turnrig('calls', 'import', out, '--out', back)).toMatchObject({ code: 0, out: `2 turns and 3 silences in ${back}\n` });
    const columns = (text: string): string[] =>
      text
        .trim()
        .split('\n')
        .map((line) => line.split(',').slice(0, 6).join(','));
    for (const [name, table] of [
      ['user_turns.csv', EXAMPLE.turns],
      ['silence_spans.csv', EXAMPLE.spans],
    ] as const)
      expect(columns(readFileSync(join(back, name), 'utf8')).map((row) => row.replace(/,(?:A|imported|annotator)$/, ''))).toEqual(
        columns(table ?? '').map((row) => row.replace(/,(?:A|imported|annotator)$/, '')),
      );
    expect((await turnrig('calls', 'validate', back)).code).toBe(0);
    const again = await turnrig('calls', 'export', dir, '--out', out);
    expect(again.code).toBe(2);
    expect(again.err).toContain('is there already');
  });

  it('what cannot be exported leaves nothing behind', async () => {
    const without = folder({ companion: 'version: 1\ncalls: { demo: { language: zh } }\n' });
    const ran = await turnrig('calls', 'export', without, '--out', join(root, 'none'));
    expect(ran.code).toBe(3);
    expect(ran.out).toContain('excluded 2: no recording of the call');
    const blocked = await turnrig('calls', 'export', folder(), '--out', join(file('a-file', 'x'), 'out'));
    expect(blocked.code).toBe(3);
    expect(blocked.err).toContain('cannot write');
    expect(readdirSync(root).filter((name) => name.includes('.part-') || name === 'none')).toEqual([]);
  });

  it.each([
    [['--score-point', '0.2'], 'a whole number from 0 to 86400000 is wanted'],
    [['--tail', 'cut'], 'Allowed choices are drop, pad'],
  ])('%j', async (args, told) => {
    const ran = await turnrig('calls', 'export', folder(), '--out', join(root, 'wrong'), ...args);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(told);
  });
});
