import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import { highPass } from '../../src/media/biquad.js';
import { mix, peak } from '../../src/media/mix.js';
import { voicedSpan } from '../../src/media/voiced.js';

describe('mix', () => {
  it('adds layers where they lie, cuts what lies outside, applies gains', () => {
    const ones = new Float32Array(3).fill(1);
    expect([
      ...mix(
        [
          { at: -1, samples: ones },
          { at: 1, samples: ones, gain: 0.5 },
        ],
        3,
      ),
    ]).toEqual([1, 1.5, 0.5]);
    expect(mix([{ at: 2, samples: ones }]).length).toBe(5);
    expect(mix([]).length).toBe(0);
    expect(() => mix([{ at: 0.5, samples: ones }])).toThrow(RangeError);
  });

  it('does not limit: peak shows it', () => {
    expect(
      peak(
        mix([
          { at: 0, samples: Float32Array.of(-0.9) },
          { at: 0, samples: Float32Array.of(-0.9) },
        ]),
      ),
    ).toBeCloseTo(1.8, 6);
  });
});

describe('highPass', () => {
  const gainDb = (hz: number): number => {
    const out = highPass(100, 48_000).process(Float32Array.from({ length: 48_000 }, (_, i) => Math.sin((2 * Math.PI * hz * i) / 48_000)));
    return 20 * Math.log10(Math.sqrt(out.subarray(24_000).reduce((sum, x) => sum + x * x, 0) / 24_000) * Math.SQRT2);
  };

  it('is a second-order Butterworth: -3 dB at its corner, 12 dB an octave below', () => {
    expect(gainDb(100)).toBeCloseTo(-3.01, 1);
    expect(gainDb(25)).toBeCloseTo(-24.1, 0);
    expect(gainDb(1000)).toBeCloseTo(0, 2);
  });

  it('streams: any chunking gives the same', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 200 }), fc.nat(200), (values, cut) => {
        const samples = Float32Array.from(values);
        const filter = highPass(100, 48_000);
        expect([...filter.process(samples.subarray(0, cut)), ...filter.process(samples.subarray(cut))]).toEqual([
          ...highPass(100, 48_000).process(samples),
        ]);
      }),
      { seed: 5 },
    );
  });
});

describe('voicedSpan', () => {
  const clip = (parts: readonly [fromMs: number, toMs: number, amplitude: number][], lengthMs = 2000): Float32Array => {
    const out = new Float32Array(lengthMs * 48);
    for (const [from, to, amplitude] of parts)
      for (let i = from * 48; i < to * 48; i++) out[i] = amplitude * Math.sin((2 * Math.PI * 400 * i) / 48_000);
    return out;
  };

  it('is the first and last 5 ms frame within 20 dB of the active level', () => {
    expect(voicedSpan(clip([[300, 1400, 0.3]]))).toEqual({ from: 300 * 48, to: 1400 * 48 });
    expect(
      voicedSpan(
        clip([
          [100, 300, 0.01],
          [300, 1400, 0.3],
          [1400, 1600, 0.05],
        ]),
      ),
    ).toEqual({ from: 300 * 48, to: 1600 * 48 });
  });

  it('leaves isolated clicks out and near ones in', () => {
    expect(
      voicedSpan(
        clip([
          [50, 60, 0.3],
          [300, 1400, 0.3],
          [1900, 1920, 0.3],
        ]),
      ),
    ).toEqual({ from: 300 * 48, to: 1400 * 48 });
    expect(
      voicedSpan(
        clip([
          [200, 220, 0.3],
          [300, 1400, 0.3],
        ]),
      ),
    ).toEqual({ from: 200 * 48, to: 1400 * 48 });
  });

  it('takes a clip that ends within a frame, and refuses silence', () => {
    const voiced = clip([[0, 500, 0.2]], 500).subarray(0, 23_900);
    expect(voicedSpan(voiced)).toEqual({ from: 0, to: 23_900 });
    expect(() => voicedSpan(new Float32Array(48_000))).toThrow(TurnrigError);
  });
});
