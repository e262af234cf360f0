import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StreamResampler } from '../../src/media/stream/resample.js';

const RATES: [number, number][] = [
  [8_000, 48_000],
  [16_000, 48_000],
  [22_050, 48_000],
  [24_000, 48_000],
  [44_100, 48_000],
  [96_000, 48_000],
  [192_000, 48_000],
];

/** The whole of a signal in pieces of the given lengths, over and over. */
function resampled(samples: Float32Array, from: number, to: number, pieces: readonly number[] = [4096]): Float32Array {
  const resampler = new StreamResampler(from, to);
  const out: number[] = [];
  for (let at = 0, k = 0; at < samples.length; k++) {
    const length = pieces[k % pieces.length] ?? 1;
    out.push(...resampler.push(samples.subarray(at, at + length)));
    at += length;
  }
  out.push(...resampler.flush());
  return Float32Array.from(out);
}

/** The ideal sinc's output at an instant of a band-limited signal is the signal itself: here a sum of sines, evaluated at any rate. */
function sines(rate: number, seconds: number, parts: readonly { readonly hz: number; readonly phase: number }[]): Float32Array {
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, i) =>
    parts.reduce((sum, { hz, phase }) => sum + Math.sin((2 * Math.PI * hz * i) / rate + phase) / parts.length, 0),
  );
}

/** Level of a sine's own part of what comes out for a full-scale sine, and of everything else in it, dB. */
function response(from: number, to: number, hz: number): { gain: number; rest: number } {
  const out = resampled(sines(from, 0.5, [{ hz, phase: 0 }]), from, to);
  const skip = to / 20;
  const inner = Array.from(out.subarray(skip, out.length - skip));
  const angle = (i: number): number => (2 * Math.PI * hz * (i + skip)) / to;
  const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
  const carried = hz < to / 2;
  const sine = carried ? 2 * mean(inner.map((x, i) => x * Math.sin(angle(i)))) : 0;
  const cosine = carried ? 2 * mean(inner.map((x, i) => x * Math.cos(angle(i)))) : 0;
  const rest = mean(inner.map((x, i) => (x - sine * Math.sin(angle(i)) - cosine * Math.cos(angle(i))) ** 2));
  return { gain: 20 * Math.log10(Math.hypot(sine, cosine)), rest: 10 * Math.log10(2 * rest) };
}

describe('StreamResampler', () => {
  it.each(RATES)('%i to %i Hz gives what an ideal sinc gives, and moves nothing', (from, to) => {
    const half = Math.min(from, to) / 2;
    const parts = [0.02, 0.13, 0.31, 0.52, 0.79].map((share, i) => ({ hz: share * half, phase: 1.7 * i }));
    const out = resampled(sines(from, 0.3, parts), from, to);
    const ideal = sines(to, 0.3, parts);
    expect(out.length).toBe(ideal.length);
    // Beyond the filter's reach from either end.
    const reach = Math.ceil((27 * to) / Math.min(from, to)) + 2;
    let worst = 0;
    for (let i = reach; i < out.length - reach; i++) worst = Math.max(worst, Math.abs((out[i] ?? 0) - (ideal[i] ?? 0)));
    expect(worst).toBeLessThan(5e-4);
  });

  it.each(RATES)('%i to %i Hz is flat to 80%% of the band, and images and aliases are 75 dB down', (from, to) => {
    const half = Math.min(from, to) / 2;
    for (const share of [0.01, 0.3, 0.6, 0.8]) {
      const { gain, rest } = response(from, to, Math.round((share * half) / 20) * 20);
      expect(Math.abs(gain)).toBeLessThan(0.01);
      expect(rest).toBeLessThan(-75);
    }
    if (from > to)
      for (const share of [1.01, 1.2, 1.7])
        if (share * half < from / 2) expect(response(from, to, Math.round((share * half) / 20) * 20).rest).toBeLessThan(-75);
  });

  it.each(RATES)('%i to %i Hz leaves an impulse where it was', (from, to) => {
    for (const at of [0.02, 0.05]) {
      const impulse = new Float32Array(Math.round(from * 0.1));
      impulse[Math.round(at * from)] = 1;
      const out = resampled(impulse, from, to);
      const middle = out.reduce((best, x, i) => (x > (out[best] ?? 0) ? i : best), 0);
      expect(Math.abs(middle / to - Math.round(at * from) / from)).toBeLessThanOrEqual(0.5 / to + 1e-9);
    }
  });

  it('gives the same however the input is cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RATES),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 1e6 }),
        ([from, to], pieces, length, seed) => {
          const samples = Float32Array.from({ length }, (_, i) => Math.sin(seed * (i + 1) * 1.618) * (i % 900 < 300 ? 0 : 1));
          const whole = resampled(samples, from, to, [Math.max(1, length)]);
          const cut = resampled(samples, from, to, pieces);
          expect(cut.length).toBe(Math.round((length * to) / from));
          expect(cut).toEqual(whole);
        },
      ),
      { numRuns: 200, seed: 20_261_130 },
    );
  });

  it('passes equal rates on as they are, and silence as silence', () => {
    const samples = Float32Array.of(0.5, -0.25);
    const same = new StreamResampler(48_000, 48_000);
    expect(same.push(samples)).toBe(samples);
    expect(same.flush()).toHaveLength(0);
    expect(resampled(new Float32Array(1000), 8000, 48_000).every((x) => x === 0)).toBe(true);
    expect(resampled(new Float32Array(0), 8000, 48_000)).toHaveLength(0);
  });

  it.each([
    [0, 48_000],
    [-1, 48_000],
    [44_100.5, 48_000],
    [8000, NaN],
  ])('refuses %d to %d Hz', (from, to) => {
    expect(() => new StreamResampler(from, to)).toThrow(RangeError);
  });
});
