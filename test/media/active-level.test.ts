import { describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import { activeLevelDb, normaliseTo } from '../../src/media/active-level.js';

const RATE = 16_000;
/** Sines of 500 Hz at `amplitude` for `onS` seconds, then silence for `offS`, `times` times. */
function bursts(amplitude: number, onS: number, offS: number, times: number): Float32Array {
  const on = onS * RATE;
  const period = on + offS * RATE;
  return Float32Array.from({ length: period * times }, (_, i) =>
    i % period < on ? amplitude * Math.sin((2 * Math.PI * 500 * i) / RATE) : 0,
  );
}

describe('activeLevelDb (ITU-T P.56, method B)', () => {
  it.each([0.5, 0.1, 0.02, 0.001])('of a steady sine of amplitude %d is its RMS level', (amplitude) => {
    expect(activeLevelDb(bursts(amplitude, 10, 0, 1), RATE)).toBeCloseTo(20 * Math.log10(amplitude / Math.SQRT2), 1);
  });

  // By hand: 1 s of sine of amplitude A in 3 s. Its rectified mean is 0.637 A. The threshold lies 15.9 dB under the active level, at 0.1 A, which
  // the doubly averaged envelope passes on its way up where 1 - (1 + x) exp(-x) = 0.157 (x = 0.67, with T = 30 ms 0.020 s after the onset) and on its
  // way down where (1 + x) exp(-x) = 0.157 (x = 3.32: 0.100 s after the end); then follow 0.2 s of hangover. Active are 1.280 s for 1 s of sine:
  // the active level is 10 log10(1.280) = 1.07 dB under the sine's RMS level.
  it('leaves pauses out but for the hangover', () => {
    const level = activeLevelDb(bursts(0.2, 1, 2, 10), RATE)!;
    expect(level - 20 * Math.log10(0.2 / Math.SQRT2)).toBeCloseTo(-1.07, 1);
  });

  it('counts pauses shorter than the hangover as speech', () => {
    const level = activeLevelDb(bursts(0.2, 0.2, 0.1, 30), RATE)!;
    expect(level - 20 * Math.log10(0.2 / Math.SQRT2)).toBeCloseTo(10 * Math.log10(2 / 3), 1);
  });

  it('is the same at every rate and follows the gain', () => {
    const at48 = Float32Array.from({ length: 96_000 }, (_, i) => (i < 60_000 ? 0.3 * Math.sin((2 * Math.PI * 500 * i) / 48_000) : 0));
    const at16 = at48.filter((_, i) => i % 3 === 0);
    expect(activeLevelDb(at48, 48_000)).toBeCloseTo(activeLevelDb(at16, 16_000)!, 1);
    const quieter = at16.map((x) => x / 8);
    expect(activeLevelDb(quieter, RATE)! - activeLevelDb(at16, RATE)!).toBeCloseTo(-18.06, 2);
  });

  it('is undefined for silence', () => {
    expect(activeLevelDb(new Float32Array(RATE), RATE)).toBeUndefined();
    expect(activeLevelDb(new Float32Array(0), RATE)).toBeUndefined();
  });
});

describe('normaliseTo', () => {
  it('brings a clip to the level', () => {
    expect(activeLevelDb(normaliseTo(bursts(0.01, 1, 2, 3), RATE, -26), RATE)).toBeCloseTo(-26, 1);
  });

  it('refuses silence, and a level at which the peak would clip', () => {
    expect(() => normaliseTo(new Float32Array(RATE), RATE, -26)).toThrow(TurnrigError);
    expect(() => normaliseTo(bursts(0.2, 1, 0, 1), RATE, -2)).toThrow(/full scale/);
  });
});
