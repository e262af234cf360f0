/** The way of a leak as a filter: found where only the source speaks, and taken away. At 16 kHz. */
import { describe, expect, it } from 'vitest';
import { firstTap, LeakCanceller, LeakPathFit, PATH_TAPS } from '../../src/analysis/leak-path.js';
import { random } from '../vad/support/synthetic.js';

/** Coloured noise with syllables. */
function voice(length: number, seed: number): Float32Array {
  const next = random(seed);
  let held = 0;
  return Float32Array.from({ length }, (_, i) => {
    held += 0.4 * (2 * next() - 1 - held);
    return held * (0.6 + 0.4 * Math.cos(i / 700));
  });
}
const energy = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0);
const db = (a: number, b: number): number => 10 * Math.log10(a / b);

/** A room: a direct path and reflections, delays in samples. */
const ROOM: readonly (readonly [number, number])[] = [
  [700, 0.1],
  [731, -0.05],
  [790, 0.04],
  [1001, 0.02],
];
const leaked = (source: Float32Array, room = ROOM): Float32Array =>
  Float32Array.from({ length: source.length }, (_, i) => room.reduce((sum, [delay, gain]) => sum + gain * (source[i - delay] ?? 0), 0));

const LEAK = { delay: 2100, gainDb: -20, agreeing: 4, probes: 4 };
const WINDOW = 8000;

function fitOf(source: Float32Array, other: Float32Array, places: readonly number[], first = firstTap(LEAK)) {
  const fit = new LeakPathFit();
  for (const at of places) {
    const sent = at + 1 - first - PATH_TAPS;
    fit.add(source.slice(sent, sent + WINDOW + PATH_TAPS), other.slice(at, at + WINDOW + 1));
  }
  return fit.solve(first);
}

describe('the path of a leak', () => {
  const source = voice(64_000, 1);
  const first = firstTap(LEAK);
  const rest = (other: Float32Array, path: NonNullable<ReturnType<typeof fitOf>>, from: number, to: number): Float32Array =>
    new LeakCanceller(path).subtract(other.slice(from, to), source.slice(from - path.first - PATH_TAPS + 1, to - path.first));

  it('takes a room’s leak away by 25 dB, elsewhere than where it was found, and leaves what is added', () => {
    const other = leaked(source);
    const path = fitOf(source, other, [4000, 12_000, 20_000]);
    if (path === undefined) throw new Error('no path');
    const [from, to] = [40_000, 60_000];
    expect(db(energy(other.slice(from, to)), energy(rest(other, path, from, to)))).toBeGreaterThan(25);
    const own = voice(64_000, 2).map((x) => 0.05 * x);
    const left = rest(
      other.map((x, i) => x + (own[i] ?? 0)),
      path,
      from,
      to,
    );
    expect(db(energy(left.map((x, i) => x - (own[from + i] ?? 0))), energy(own.slice(from, to)))).toBeLessThan(-15);
  });

  it('is found under noise as loud as the leak', () => {
    const clean = leaked(source);
    const noise = voice(64_000, 3);
    const level = Math.sqrt(energy(clean) / energy(noise));
    const path = fitOf(
      source,
      clean.map((x, i) => x + level * (noise[i] ?? 0)),
      [4000, 12_000, 20_000, 28_000],
    );
    if (path === undefined) throw new Error('no path');
    expect(db(energy(clean.slice(40_000, 60_000)), energy(rest(clean, path, 40_000, 60_000)))).toBeGreaterThan(8);
  });

  it('is none where the source explains nothing', () => {
    expect(fitOf(source, voice(64_000, 5), [4000, 12_000, 20_000])).toBeUndefined();
    expect(fitOf(source, new Float32Array(64_000), [4000])).toBeUndefined();
    expect(new LeakPathFit().solve(first)).toBeUndefined();
  });

  it('leaves silence of the source as it is, and refuses lengths that do not fit', () => {
    const path = { first: 0, taps: new Float64Array(PATH_TAPS).fill(0.01) };
    const other = voice(100, 6);
    expect(new LeakCanceller(path).subtract(other, new Float32Array(99 + PATH_TAPS))).toBe(other);
    expect(() => new LeakCanceller(path).subtract(other, new Float32Array(100))).toThrow(RangeError);
    expect(() => new LeakPathFit().add(new Float32Array(100), other)).toThrow(RangeError);
  });
});
