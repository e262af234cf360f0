import { describe, expect, it } from 'vitest';
import { FLITE_VOICES, fliteTts } from '../../simulator/speech/flite.js';

const rms = (samples: Float32Array): number => Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);

describe('flite', () => {
  const tts = fliteTts();

  it.each(FLITE_VOICES)('speaks with the voice %s', async (voice) => {
    const { rate, samples } = await tts.render('What time do you open?', voice, 'en-US');
    expect([8000, 16000]).toContain(rate);
    expect(samples.length / rate).toBeGreaterThan(0.8);
    expect(samples.length / rate).toBeLessThan(4);
    expect(rms(samples)).toBeGreaterThan(0.01);
    expect(samples.every((x) => Math.abs(x) <= 1)).toBe(true);
  });

  it('gives the same samples again', async () => {
    const once = await tts.render('The same again.', 'rms', 'en');
    const twice = await tts.render('The same again.', 'rms', 'en');
    expect(twice).toEqual(once);
  });

  // node:wasi crashes the process after a number of instances (facts.md): that is why there is a shim.
  it('survives many lines in one process', async () => {
    for (let i = 0; i < 60; i++) expect((await tts.render(`Line ${i}.`, 'slt', 'en')).samples.length).toBeGreaterThan(0);
  });

  it('does not take text for options', async () => {
    const { samples } = await tts.render('-version', 'slt', 'en');
    expect(samples.length).toBeGreaterThan(4000);
  });

  it.each([
    ['Hello.', 'slt', 'de', 'input', /English only/],
    ['Hello.', 'slt', 'enm', 'input', /English only/],
    ['Hello.', 'nobody', 'en', 'input', /no voice "nobody"/],
    ['  ', 'slt', 'en', 'input', /no text/],
  ])('refuses %j with voice %j in %j', async (text, voice, language, code, message) => {
    await expect(tts.render(text, voice, language)).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
  });
});
