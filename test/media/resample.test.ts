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

  it('keeps the tail of a long clip', async () => {
    const out = await resample(pulse(48_000, 30, 29.99), 48_000, 16_000);
    const expected = pulse(16_000, 30, 29.99);
    expect(out.length).toBe(expected.length);
    expect(out.reduce((max, x, i) => Math.max(max, Math.abs(x - expected[i]!)), 0)).toBeLessThan(2e-3);
  });

  /** Level of what comes out for a sine of full scale, and of all in it that is not that sine, dB. */
  async function response(from: number, to: number, hz: number): Promise<{ gain: number; rest: number }> {
    const out = await resample(
      Float32Array.from({ length: from }, (_, i) => Math.sin((2 * Math.PI * hz * i) / from)),
      from,
      to,
    );
    // A tenth of a second from either end lies beyond the filter's reach.
    const inner = Array.from(out.subarray(to / 10, to - to / 10));
    const angle = (i: number): number => (2 * Math.PI * hz * (i + to / 10)) / to;
    const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
    const sine = hz < to / 2 ? 2 * mean(inner.map((x, i) => x * Math.sin(angle(i)))) : 0;
    const cosine = hz < to / 2 ? 2 * mean(inner.map((x, i) => x * Math.cos(angle(i)))) : 0;
    const rest = mean(inner.map((x, i) => (x - sine * Math.sin(angle(i)) - cosine * Math.cos(angle(i))) ** 2));
    return { gain: 20 * Math.log10(Math.hypot(sine, cosine)), rest: 10 * Math.log10(2 * rest) };
  }

  it.each(RATES)('%i to %i Hz is flat to 93%% of the band and leaves no image or alias above -95 dB', async (from, to) => {
    const half = Math.min(from, to) / 2;
    for (const share of [0.01, 0.3, 0.6, 0.93]) {
      const { gain, rest } = await response(from, to, Math.round((share * half) / 10) * 10);
      expect(Math.abs(gain)).toBeLessThan(0.01);
      expect(rest).toBeLessThan(-95);
    }
    if (from > to)
      for (const above of [1.01, 1.2, 1.7].map((share) => Math.round((share * half) / 10) * 10))
        if (above < from / 2) expect((await response(from, to, above)).rest).toBeLessThan(-95);
  });

  it('takes rates that have next to nothing in common', async () => {
    const out = await resample(pulse(44_101, 0.05, 0.02), 44_101, 48_000);
    const expected = pulse(48_000, 0.05, 0.02);
    expect(out.reduce((max, x, i) => Math.max(max, Math.abs(x - (expected[i] ?? 0))), 0)).toBeLessThan(2e-3);
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
