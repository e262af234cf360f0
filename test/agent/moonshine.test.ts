import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LevelGate } from '../../agent/livekit/level-gate.js';
import { moonshineFiles } from '../../agent/livekit/moonshine/files.js';
import { Moonshine, MOONSHINE_RATE } from '../../agent/livekit/moonshine/model.js';
import { PieceCutter } from '../../agent/livekit/moonshine/pieces.js';
import { readAudio } from '../../src/media/audio-file.js';
import { resample } from '../../src/media/resample.js';

describe('Moonshine tiny', () => {
  it('understands a recorded question', async () => {
    const file = fileURLToPath(new URL('../../scenarios/clips/hours.flac', import.meta.url));
    const { rate, channels } = await readAudio(readFileSync(file), file);
    const moonshine = await Moonshine.load();
    const text = await moonshine.transcribe(resample(channels[0]!, rate, MOONSHINE_RATE));
    // Not the exact text: a small recogniser may write it in another way.
    expect(text.toLowerCase()).toMatch(/time|open/);
    expect(text.toLowerCase()).toContain('sunday');
  });

  it('makes nothing of next to nothing', async () => {
    const moonshine = await Moonshine.load();
    expect(await moonshine.transcribe(new Float32Array(800))).toBe('');
  });

  it('says how to get its files when they are missing', () => {
    expect(() => moonshineFiles({ TURNRIG_MOONSHINE: '/no/such/folder' })).toThrow(
      expect.objectContaining({
        code: 'missing',
        hint: expect.stringContaining('npm pack @moonshine-ai/moonshine-js@0.1.29') as string,
      }) as Error,
    );
  });
});

describe('PieceCutter', () => {
  const FRAME = 160;
  const play = (stretches: readonly number[]): (string | number)[] => {
    const gate = new LevelGate();
    const cutter = new PieceCutter(MOONSHINE_RATE);
    const out: (string | number)[] = [];
    for (const stretch of stretches)
      for (let at = 0; at < Math.abs(stretch); at += 10) {
        const samples = new Int16Array(FRAME).fill(stretch > 0 ? 3000 : 0);
        const cut = cutter.push(samples, gate.push(samples, MOONSHINE_RATE));
        if (cut !== undefined) out.push(cut === 'start' ? 'start' : Math.round(cut.length / 16));
      }
    return out;
  };

  it.each([
    ['with its lead and the silence that ended it', [-1000, 500, -1000], ['start', 200 + 500 + 300]],
    ['without a lead at the very beginning', [500, -1000], ['start', 800]],
    ['across a short silence', [-500, 200, -200, 200, -1000], ['start', 200 + 600 + 300]],
    ['twice', [-500, 200, -600, 300, -600], ['start', 700, 'start', 800]],
    ['cut when it never ends', [25_000], ['start', 20_000, 'start']],
  ])('cuts a piece %s', (_, stretches, pieces) => {
    expect(play(stretches)).toEqual(pieces);
  });
});
