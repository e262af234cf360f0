import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodePcm16, encodePcm16, pcmSamples } from '../../src/media/pcm.js';

it('PCM comes back within half a step, and is clipped at full scale', () => {
  fc.assert(
    fc.property(fc.float32Array({ min: -2, max: 2, noNaN: true }), (samples) => {
      const payload = encodePcm16(samples);
      expect(pcmSamples(payload)).toBe(samples.length || undefined);
      decodePcm16(payload).forEach((s, i) => {
        expect(Math.abs(s - Math.max(-1, Math.min(32_767 / 32_768, samples[i]!)))).toBeLessThanOrEqual(0.5 / 32_768 + 1e-9);
      });
    }),
  );
});

it('is little endian', () => {
  expect([...encodePcm16(Float32Array.of(1 / 32_768, -1))]).toEqual([1, 0, 0, 0x80]);
});
