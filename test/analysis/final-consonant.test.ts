/** The last consonant of a word, in sounds made to measure: a vowel, a dip, and what comes behind it. Lengths in ms. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finalConsonant, LONGEST_CLOSURE, REACH } from '../../src/analysis/final-consonant.js';
import { withFinalConsonants } from '../../src/analysis/word-ends.js';
import { STEP } from '../../src/analysis/power.js';
import { highPass } from '../../src/media/biquad.js';
import { resample } from '../../src/media/resample.js';
import { rigPos } from '../../src/time/position.js';
import type { AgentSpeech, Segment } from '../../src/vad/model.js';
import { random } from '../vad/support/synthetic.js';

const FROM = 200 * 48;
const TO = 600 * 48;
const LENGTH = 1400 * 48;

interface Behind {
  readonly gap: number;
  readonly ms: number;
  /** RMS under the vowel's, dB. */
  readonly below?: number;
  readonly sound: (i: number) => number;
}

const next = random(3);
const white = Float32Array.from({ length: LENGTH }, () => (2 * next() - 1) * Math.sqrt(3));
const unit = (samples: Float32Array): Float32Array => {
  const rms = Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
  return samples.map((x) => x / rms);
};
const read = (samples: Float32Array) => (i: number) => samples[i % samples.length] ?? 0;
/** Noise over 4 kHz, as an s is; over 1.5 kHz and weaker upward, as a t's release; noise of a breath; a voice of 120 Hz with formants. */
const s = read(unit(highPass(4000, 48_000).process(white)));
const lowPassed = (hertz: number): Float32Array => {
  let held = 0;
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / 48_000);
  return white.map((x) => (held += share * (x - held)));
};
const release = read(unit(highPass(1800, 48_000).process(lowPassed(3500))));
const hush = read(unit(lowPassed(1000)));
const vowel = read(
  unit(
    Float32Array.from({ length: LENGTH }, (_, i) =>
      Array.from({ length: 24 }, (_, h) => Math.sin((2 * Math.PI * 120 * (h + 1) * i) / 48_000) / (h + 1)).reduce((a, b) => a + b),
    ),
  ),
);

function channel(behind: readonly Behind[], floorDb = -80): Float32Array {
  const out = Float32Array.from({ length: LENGTH }, (_, i) => 10 ** (floorDb / 20) * (white[i] ?? 0));
  for (let i = FROM; i < TO; i++) out[i] = (out[i] ?? 0) + 0.1 * vowel(i);
  let at = TO;
  for (const { gap, ms, below = 12, sound } of behind) {
    at += gap * 48;
    for (let k = 0; k < ms * 48; k++) out[at + k] = (out[at + k] ?? 0) + 0.1 * 10 ** (-below / 20) * sound(k + 777);
    at += ms * 48;
  }
  return out;
}

const found = (audio: Float32Array, until = Infinity) => {
  const one = finalConsonant(audio, { from: FROM, to: TO }, until);
  return one && { ms: (one.to - TO) / 48, sure: one.sure, plusMinus: one.plusMinus / 48 };
};

describe('a final consonant', () => {
  it.each<[string, Behind[]]>([
    ['an s of 150 ms behind a dip of 40', [{ gap: 40, ms: 150, sound: s }]],
    ['an s of 230 ms behind a dip of 60', [{ gap: 60, ms: 230, sound: s }]],
    ['an s as weak as 20 dB under the vowel', [{ gap: 50, ms: 120, below: 20, sound: s }]],
    ['a release of 60 ms behind a closure of 100', [{ gap: 100, ms: 60, sound: release }]],
    [
      'a release behind a low one: "act"',
      [
        { gap: 60, ms: 40, sound: hush },
        { gap: 60, ms: 50, sound: release },
      ],
    ],
    ['an s that nothing parts from the vowel', [{ gap: 0, ms: 150, below: 22, sound: s }]],
  ])('%s is the word’s, to 2 ms', (_, behind) => {
    const end = behind.reduce((sum, { gap, ms }) => sum + gap + ms, 0);
    const one = found(channel(behind));
    expect(one?.sure).toBe(true);
    expect(Math.abs((one?.ms ?? 0) - end)).toBeLessThanOrEqual(2);
    expect(one?.plusMinus).toBeLessThan(10);
  });

  it('is heard at 8 kHz too, and in noise that hides it from the level', () => {
    const behind = [{ gap: 60, ms: 150, sound: s }];
    const narrow = resample(resample(channel(behind), 48_000, 8000), 8000, 48_000);
    expect(Math.abs((found(narrow)?.ms ?? 0) - 210)).toBeLessThanOrEqual(3);
    // A hum of 20 dB under the voice, as loud as the s.
    const hum = lowPassed(200);
    const level = Math.sqrt(hum.reduce((sum, x) => sum + x * x, 0) / hum.length);
    const noisy = channel([{ gap: 60, ms: 150, below: 20, sound: s }]).map((x, i) => x + (0.01 / level) * (hum[i] ?? 0));
    expect(Math.abs((found(noisy)?.ms ?? 0) - 210)).toBeLessThanOrEqual(3);
  });

  it.each<[string, Behind[]]>([
    ['nothing', []],
    ['an s behind a longer silence than a closure', [{ gap: 135, ms: 150, sound: s }]],
    ['hiss that lasts longer than a fricative', [{ gap: 60, ms: 300, sound: s }]],
    ['a click', [{ gap: 60, ms: 5, below: 0, sound: s }]],
    ['a blip of a voice', [{ gap: 60, ms: 60, below: 3, sound: vowel }]],
    ['a cough as loud as the voice', [{ gap: 80, ms: 200, below: 0, sound: read(unit(lowPassed(2500))) }]],
    ['a breath without highs', [{ gap: 80, ms: 220, below: 12, sound: hush }]],
    ['what lies 45 dB under the voice', [{ gap: 60, ms: 150, below: 52, sound: s }]],
  ])('%s is none', (_, behind) => {
    expect(found(channel(behind))).toBeUndefined();
  });

  it.each<[string, Behind]>([
    ['a burst of 25 ms behind a closure, which may be a key', { gap: 80, ms: 25, sound: s }],
    ['a hiss weaker than the weakest consonant', { gap: 60, ms: 150, below: 33, sound: s }],
  ])('%s is not decided', (_, behind) => {
    const one = found(channel([behind], -100));
    expect(one?.sure).toBe(false);
    expect(Math.abs((one?.ms ?? 0) - behind.gap - behind.ms)).toBeLessThanOrEqual(2);
  });

  it('is not looked for behind what is somebody else’s', () => {
    const audio = channel([{ gap: 60, ms: 150, sound: s }]);
    expect(found(audio, TO + 40 * 48)).toBeUndefined();
    expect(found(audio.slice(0, TO + 5))).toBeUndefined();
  });

  it('stationary noise is none, however loud', () => {
    fc.assert(
      fc.property(fc.integer({ min: -70, max: -30 }), (floorDb) => {
        expect(found(channel([], floorDb))).toBeUndefined();
      }),
      { seed: 4, numRuns: 12 },
    );
  });
});

describe('withFinalConsonants', () => {
  const run = (from: number, to: number): Segment => ({
    from: rigPos(from),
    to: rigPos(to),
    fromPlusMinus: 100,
    toPlusMinus: 150,
    strongFrom: rigPos(from),
    softOnset: false,
    track: 'h0',
  });
  const speech = (...runs: Segment[]): AgentSpeech => ({ segments: runs, runs, blips: [], sounds: [], holes: [] });
  const audio = channel([{ gap: 60, ms: 150, sound: s }]);
  const at = rigPos(96_000);
  const here = run(at + FROM, at + TO);

  it('moves the end of the run and of its segment, and takes the blip that it was', () => {
    const blip = run(at + TO + 60 * 48, at + TO + 150 * 48);
    const told = withFinalConsonants(audio, at, { ...speech(here), blips: [blip] });
    expect(told.runs).toHaveLength(1);
    expect(Math.abs((told.runs[0]?.to ?? 0) - here.to - 210 * 48)).toBeLessThan(2 * 48);
    expect(told.runs[0]?.from).toBe(here.from);
    expect(told.segments.map(({ to }) => to)).toEqual(told.runs.map(({ to }) => to));
    expect(told.blips).toEqual([]);
  });

  it('holds what is not decided in the interval, and leaves the end', () => {
    const unsure = withFinalConsonants(channel([{ gap: 80, ms: 25, sound: s }], -100), at, speech(here)).runs[0];
    expect(unsure?.to).toBe(here.to);
    expect(unsure?.toPlusMinus).toBeGreaterThanOrEqual(105 * 48 - 2 * 48);
    expect(unsure?.toPlusMinus).toBeLessThan(115 * 48);
  });

  it('joins what the consonant’s silence no longer parts, and changes nothing else', () => {
    const near = run(at + TO + 300 * 48, at + TO + 500 * 48);
    expect(withFinalConsonants(audio, at, speech(here, near)).runs.map(({ from, to }) => [from, to])).toEqual([[here.from, near.to]]);
    const plain = channel([]);
    expect(withFinalConsonants(plain, at, speech(here, near))).toEqual({ ...speech(here, near), segments: [{ ...here, to: near.to }] });
  });

  it('leaves ends in holes, and those that a leak or the next run follows', () => {
    const held = { ...here, toIn: { from: here.to, to: rigPos(here.to + 100) } };
    expect(withFinalConsonants(audio, at, speech(held)).runs).toEqual([held]);
    const leaked = new Uint8Array(Math.ceil((at + LENGTH) / STEP));
    leaked[Math.ceil((at + TO) / STEP) + 2] = 1;
    expect(withFinalConsonants(audio, at, speech(here), leaked).runs).toEqual([here]);
    leaked.fill(0).fill(1, 0, Math.floor((at + FROM) / STEP));
    leaked.fill(1, Math.ceil((at + TO + REACH) / STEP) + 1);
    expect(withFinalConsonants(audio, at, speech(here), leaked).runs[0]?.to).toBeGreaterThan(here.to + LONGEST_CLOSURE);
  });
});
