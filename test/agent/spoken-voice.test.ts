import { expect, test } from 'vitest';
import { spokenVoice } from '../../agent/reference/spoken-voice.js';
import { msToSamples } from '../../src/time/position.js';
import type { RigPos } from '../../src/time/position.js';
import { detectSpeech } from '../../src/vad/detect.js';
import { findSpeech } from '../../src/vad/find.js';
import { sileroDetector } from '../../src/vad/silero.js';

test.each(['slt', 'awb'] as const)('%s: sample 0 is a hard onset of what Silero takes for speech to the end', async (name) => {
  const voice = await spokenVoice(name);
  expect(voice.length).toBeGreaterThan(msToSamples(800));
  expect(Math.max(...voice.map(Math.abs))).toBeCloseTo(0.5, 5);
  const before = msToSamples(1_000);
  const samples = new Float32Array(2 * before + voice.length);
  samples.set(voice, before);
  const audio = { from: 0 as RigPos, samples, placed: [], holes: [] };
  const { runs } = findSpeech(audio, 'a0', await detectSpeech(audio, await sileroDetector()));
  expect(runs).toHaveLength(1);
  // The edge finder's own limits on clean sound (facts.md: 2.6 ms).
  expect(Math.abs(runs[0]!.from - before)).toBeLessThan(msToSamples(2.6));
  expect(Math.abs(runs[0]!.to - (before + voice.length))).toBeLessThan(msToSamples(12));
  expect(runs[0]!.softOnset).toBe(false);
});

test('is the same every time', async () => {
  expect(await spokenVoice()).toBe(await spokenVoice());
});
