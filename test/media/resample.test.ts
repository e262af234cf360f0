import { describe, expect, it } from 'vitest';
import { resample } from '../../src/media/resample.js';

/** Samples of a Gaussian pulse of 1 ms with its middle at `atS` seconds: an impulse that every rate here can carry. */
const pulse = (rate: number, lengthS: number, atS: number): Float32Array =>
  Float32Array.from({ length: Math.round(rate * lengthS) }, (_, i) => Math.exp(-(((i / rate - atS) / 0.001) ** 2)));

const RATES: [number, number][] = [
  [48_000, 16_000],
  [16_000, 48_000],
  [24_000, 48_000],
  [22_050, 48_000],
  [44_100, 48_000],
  [48_000, 44_100],
  [8_000, 48_000],
];

describe('resample', () => {
  it.each(RATES)('%i to %i Hz moves an impulse by nothing, wherever it lies', async (from, to) => {
    for (const at of [0.004, 0.1, 0.2345]) {
      const out = await resample(pulse(from, 0.24, at), from, to);
      expect(out.length).toBe(Math.round(0.24 * to));
      const expected = pulse(to, 0.24, at);
      const worst = out.reduce((max, x, i) => Math.max(max, Math.abs(x - expected[i]!)), 0);
      expect(worst).toBeLessThan(2e-3);
    }
  });

  it('keeps the tail of a clip that the binding resamples in pieces (over 4 MB)', async () => {
    const out = await resample(pulse(48_000, 30, 29.99), 48_000, 16_000);
    const expected = pulse(16_000, 30, 29.99);
    expect(out.length).toBe(expected.length);
    expect(out.reduce((max, x, i) => Math.max(max, Math.abs(x - expected[i]!)), 0)).toBeLessThan(2e-3);
  });

  it('copies at equal rates and takes nothing', async () => {
    const samples = Float32Array.of(1, 2);
    const out = await resample(samples, 16_000, 16_000);
    expect(out).toEqual(samples);
    expect(out).not.toBe(samples);
    expect((await resample(new Float32Array(0), 16_000, 48_000)).length).toBe(0);
  });

  it.each([0, -1, 1.5, NaN])('refuses the rate %d', async (rate) => {
    await expect(resample(new Float32Array(1), rate, 48_000)).rejects.toThrow(RangeError);
  });
});
