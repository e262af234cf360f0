import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIP_DESIGN, RECORDING_DESIGN, resample, Resampler, type ResamplerDesign } from '../../src/media/resample.js';

/** Samples of a Gaussian pulse of 1 ms with its middle at `atS` seconds: an impulse that every rate here can carry. */
const pulse = (rate: number, lengthS: number, atS: number): Float32Array =>
  Float32Array.from({ length: Math.round(rate * lengthS) }, (_, i) => Math.exp(-(((i / rate - atS) / 0.001) ** 2)));

const worst = (a: Float32Array, b: Float32Array): number => a.reduce((max, x, i) => Math.max(max, Math.abs(x - (b[i] ?? 0))), 0);

const RATES: [number, number][] = [
  [48_000, 16_000],
  [16_000, 48_000],
  [24_000, 48_000],
  [22_050, 48_000],
  [44_100, 48_000],
  [48_000, 44_100],
  [8_000, 48_000],
];

/** All of a stream that comes in pieces of these lengths, over and over. */
function streamed(samples: Float32Array, from: number, to: number, design: ResamplerDesign, pieces: readonly number[]): Float32Array {
  const resampler = new Resampler(from, to, design);
  const out: number[] = [];
  for (let at = 0, i = 0; at < samples.length; i++) {
    const length = pieces[i % pieces.length]!;
    out.push(...resampler.push(samples.subarray(at, at + length)));
    at += length;
  }
  out.push(...resampler.flush());
  return Float32Array.from(out);
}

describe.each([
  ['for clips', CLIP_DESIGN, 0.93, 95],
  ['for recordings', RECORDING_DESIGN, 0.8, 75],
] as const)('the resampler %s', (_, design, flatTo, down) => {
  const whole = (samples: Float32Array, from: number, to: number): Float32Array => streamed(samples, from, to, design, [samples.length]);

  it.each(RATES)('%i to %i Hz moves an impulse by nothing, wherever it lies', (from, to) => {
    for (const at of [0.004, 0.1, 0.2345]) {
      const out = whole(pulse(from, 0.24, at), from, to);
      expect(out.length).toBe(Math.round(0.24 * to));
      expect(worst(out, pulse(to, 0.24, at))).toBeLessThan(2e-3);
    }
  });

  /** Level of what comes out for a sine of full scale, and of all in it that is not that sine, dB. */
  function response(from: number, to: number, hz: number): { gain: number; rest: number } {
    const out = whole(
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

  it.each(RATES)(`%i to %i Hz is flat to ${flatTo} of the band and leaves no image or alias above -${down} dB`, (from, to) => {
    const half = Math.min(from, to) / 2;
    for (const share of [0.01, 0.3, 0.6, flatTo]) {
      const { gain, rest } = response(from, to, Math.round((share * half) / 10) * 10);
      expect(Math.abs(gain)).toBeLessThan(0.01);
      expect(rest).toBeLessThan(-down);
    }
    if (from > to)
      for (const above of [1.01, 1.2, 1.7].map((share) => Math.round((share * half) / 10) * 10))
        if (above < from / 2) expect(response(from, to, above).rest).toBeLessThan(-down);
  });

  it('takes rates that have next to nothing in common', () => {
    expect(worst(whole(pulse(44_101, 0.05, 0.02), 44_101, 48_000), pulse(48_000, 0.05, 0.02))).toBeLessThan(2e-3);
  });

  it('gives the same samples for any chunking', () => {
    const noise = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 700 });
    const pieces = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 });
    const rates = fc.constantFrom(...RATES, [11_025, 48_000], [96_000, 48_000], [48_000, 8000], [768_000, 48_000]);
    fc.assert(
      fc.property(noise, fc.nat(400), pieces, rates, (sound, silence, lengths, [from, to]) => {
        const samples = Float32Array.from([...new Float32Array(silence), ...sound, ...new Float32Array(silence)]);
        expect(streamed(samples, from, to, design, lengths)).toEqual(whole(samples, from, to));
      }),
      { seed: 4, numRuns: 60 },
    );
  });

  it.each([0, -1, 1.5, NaN])('refuses the rate %d', (rate) => {
    expect(() => new Resampler(rate, 48_000, design)).toThrow(RangeError);
    expect(() => new Resampler(48_000, rate, design)).toThrow(RangeError);
  });
});

describe('resample', () => {
  it('is the stream for clips in one piece', () => {
    for (const [from, to] of RATES) {
      const clip = pulse(from, 0.2, 0.1);
      expect(resample(clip, from, to)).toEqual(streamed(clip, from, to, CLIP_DESIGN, [100]));
    }
  });

  it('keeps the tail of a long clip', () => {
    const out = resample(pulse(48_000, 30, 29.99), 48_000, 16_000);
    expect(out.length).toBe(30 * 16_000);
    expect(worst(out, pulse(16_000, 30, 29.99))).toBeLessThan(2e-3);
  });

  it('copies at equal rates and takes nothing', () => {
    const samples = Float32Array.of(1, 2);
    const out = resample(samples, 16_000, 16_000);
    expect(out).toEqual(samples);
    expect(out).not.toBe(samples);
    expect(resample(new Float32Array(0), 16_000, 48_000).length).toBe(0);
  });
});
