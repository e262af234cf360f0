import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DECIMATOR_REACH, Decimator, decimate } from '../../src/media/decimator.js';

const tone = (hz: number, rate: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));
const rms = (x: Float32Array): number => Math.sqrt(x.reduce((sum, v) => sum + v * v, 0) / x.length);
const inner = (x: Float32Array): Float32Array => x.subarray(100, -100);

describe('Decimator', () => {
  it.each([50, 300, 1000, 3400, 6500])('passes %i Hz without delay and without change', (hz) => {
    const expected = tone(hz, 16_000, 1600);
    const error = inner(decimate(tone(hz, 48_000, 4800))).map((x, i) => x - inner(expected)[i]!);
    expect(20 * Math.log10(rms(error) / Math.SQRT1_2)).toBeLessThan(-50);
  });

  it.each([9500, 12_000, 15_000, 20_000])('stops %i Hz, which would alias', (hz) => {
    expect(20 * Math.log10(rms(inner(decimate(tone(hz, 48_000, 4800)))) / Math.SQRT1_2)).toBeLessThan(-55);
  });

  it('puts an impulse at 3k at k, symmetric around it', () => {
    const impulse = new Float32Array(900);
    impulse[450] = 1;
    const out = decimate(impulse);
    expect(out.length).toBe(300);
    expect(out.indexOf(Math.max(...out))).toBe(150);
    for (let d = 1; d <= 20; d++) expect(out[150 + d]).toBeCloseTo(out[150 - d]!, 7);
  });

  it('gives the same for any chunking, and knows output k once input 3k + reach is there', () => {
    const signal = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 700 });
    fc.assert(
      fc.property(signal, fc.array(fc.nat(300), { maxLength: 20 }), (values, cuts) => {
        const samples = Float32Array.from(values);
        const whole = decimate(samples);
        expect(whole.length).toBe(Math.ceil(samples.length / 3));
        const decimator = new Decimator();
        const out: number[] = [];
        let at = 0;
        for (const size of [...cuts, samples.length]) {
          out.push(...decimator.push(samples.subarray(at, at + size)));
          at = Math.min(samples.length, at + size);
          expect(out.length).toBe(Math.max(0, Math.floor((at - 1 - DECIMATOR_REACH) / 3) + 1));
        }
        out.push(...decimator.flush());
        expect(Float32Array.from(out)).toEqual(whole);
      }),
      { seed: 3 },
    );
  });

  it('can be used anew after flush', () => {
    const decimator = new Decimator();
    const samples = tone(440, 48_000, 500);
    const run = (): number[] => [...decimator.push(samples), ...decimator.flush()];
    expect(run()).toEqual(run());
  });
});
