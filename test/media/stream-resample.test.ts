/** What the streamed resampler gives against the ideal sinc, and that cutting the input changes nothing; the rest is in resample.test.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORDING_DESIGN, Resampler } from '../../src/media/resample.js';

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
  const resampler = new Resampler(from, to, RECORDING_DESIGN);
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

describe('the resampler of recordings', () => {
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
});
