/** Whether one channel is heard in the other. */
import { describe, expect, it } from 'vitest';
import { explained, leakOf, probe, probePlaces, EARLIEST, LATEST, PROBE, type Probe } from '../../src/analysis/leak.js';
import { floorOf, replaceLeak, withoutLeak } from '../../src/analysis/own-sound.js';
import { NOTHING_DB, STEP } from '../../src/analysis/power.js';
import { decimate } from '../../src/media/decimator.js';
import { mulberry32 } from '../../src/stats/random.js';

/** Something like speech: noise with syllables, low-passed. */
function voice(length: number, seed: number): Float32Array {
  const next = mulberry32(seed);
  let held = 0;
  return Float32Array.from({ length }, (_, i) => {
    held += 0.3 * (2 * next() - 1 - held);
    return held * (0.6 + 0.4 * Math.cos(i / 1900));
  });
}

function probed(source: Float32Array, other: (i: number) => number): Probe {
  const heard = Float32Array.from({ length: PROBE + LATEST - EARLIEST }, (_, i) => other(i + EARLIEST));
  return probe(decimate(source), decimate(heard));
}

describe('probe', () => {
  it.each([0, 40, 250, 480, -10])('finds a delay of %d ms and its gain under noise', (ms) => {
    const source = voice(PROBE, 1);
    const noise = voice(PROBE + LATEST - EARLIEST, 2);
    const found = probed(source, (i) => 0.05 * (source[i - ms * 48] ?? 0) + 0.01 * (noise[i - EARLIEST] ?? 0));
    expect(Math.abs(found.delay - ms * 48)).toBeLessThanOrEqual(3);
    expect(found.correlation).toBeGreaterThan(0.9);
    expect(Math.abs(found.gainDb - 20 * Math.log10(0.05))).toBeLessThan(1);
  });

  it('finds nothing in another voice', () => {
    const other = voice(PROBE + LATEST - EARLIEST, 4);
    expect(probed(voice(PROBE, 3), (i) => other[i - EARLIEST] ?? 0).correlation).toBeLessThan(0.3);
  });
});

describe('leakOf', () => {
  const one = (delay: number, correlation = 0.8, gainDb = -21): Probe => ({ delay, correlation, gainDb });

  it('takes what at least three probes agree on, and most of those that correlate', () => {
    expect(leakOf([one(1920), one(1920), one(1900), one(5, 0.2), one(9000)])).toMatchObject({
      delay: 1920,
      gainDb: -21,
      agreeing: 3,
      probes: 5,
    });
    expect(leakOf([one(1920), one(1921)])).toBeUndefined();
    expect(leakOf([one(1920), one(1921), one(1922), one(1), one(500), one(9000)])).toBeUndefined();
    expect(leakOf([one(1920, 0.4), one(1920, 0.4), one(1920, 0.4)])).toBeUndefined();
    expect(leakOf([])).toBeUndefined();
  });
});

describe('explained', () => {
  const leak = { delay: 5 * STEP, gainDb: -20, agreeing: 3, probes: 3 };
  const steps = (length: number, db: (i: number) => number): Int8Array => Int8Array.from({ length }, (_, i) => db(i));

  it('holds where the other channel is no louder than the leak makes it', () => {
    const source = steps(30, (i) => (i >= 5 && i < 15 ? -20 : -128));
    const other = steps(30, (i) => (i >= 10 && i < 20 ? (i === 15 ? -20 : -40) : -128));
    const found = [...explained(leak, source, other)];
    for (let i = 10; i < 20; i++) expect(found[i]).toBe(i === 15 ? 0 : 1);
    expect(found.slice(0, 8)).toEqual(Array(8).fill(0));
  });

  it('takes its steps from detector and ear, and nothing else', () => {
    const told = Uint8Array.from([1, 1, 1, 1, 0, 1, 1, 1]);
    expect([...withoutLeak(Uint16Array.of(900, 900), told)]).toEqual([0, 900]);
    expect(withoutLeak(Uint16Array.of(900), undefined)).toEqual(Uint16Array.of(900));
    const audio = new Float32Array(3 * STEP).fill(1);
    replaceLeak(audio, 3 * STEP, told, NOTHING_DB);
    expect([audio[0], audio[STEP - 1], audio[STEP], audio[2 * STEP - 1], audio[2 * STEP]]).toEqual([0, 0, 1, 1, 0]);
  });

  it("leaves the channel's own floor in their place, the same whatever part is looked at", () => {
    const told = new Uint8Array(20).fill(1);
    const floor = floorOf(steps(100, (i) => (i < 20 ? -62 : -20)));
    expect(floor).toBe(-62);
    const whole = new Float32Array(20 * STEP);
    replaceLeak(whole, 0, told, floor);
    const rms = Math.sqrt(whole.reduce((sum, x) => sum + x * x, 0) / whole.length);
    expect(Math.abs(20 * Math.log10(rms) - floor)).toBeLessThan(0.5);
    const part = new Float32Array(7 * STEP);
    replaceLeak(part, 1000, told, floor);
    expect(part).toEqual(whole.slice(1000, 1000 + part.length));
  });
});

describe('probePlaces', () => {
  const speech = (frames: number): Uint16Array => new Uint16Array(frames).fill(1000);
  const level = (frames: number, db: number): Int8Array => new Int8Array(4 * frames).fill(db);

  it('probes where the source speaks and the other channel is quieter, all over a recording and not too often', () => {
    expect(probePlaces(speech(64), level(64, -20), level(64, -50)).length).toBeGreaterThan(3);
    expect(probePlaces(new Uint16Array(64), level(64, -20), level(64, -50))).toEqual([]);
    expect(probePlaces(speech(64), level(64, -20), level(64, -21))).toEqual([]);
    expect(probePlaces(speech(64), level(64, -20), level(64, -100))).toEqual([]);
    const many = probePlaces(speech(20_000), level(20_000, -20), level(20_000, -50));
    expect(many.length).toBeLessThanOrEqual(64);
    expect(many.at(-1)).toBeGreaterThan(0.9 * 20_000 * 1536);
  });
});
