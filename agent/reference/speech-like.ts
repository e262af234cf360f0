/**
 * Speech-like sound by rule: a glottal pulse train through moving formants, in syllables. A voice detector takes it for speech, its first
 * sample is its onset to a millisecond, and the same seed gives the same samples. Known truth needs no voice of a person. Pure.
 */
import { mulberry32 } from '../../src/scenario/random.js';
import { SAMPLE_RATE } from '../../src/time/position.js';
import type { Samples } from '../../src/time/position.js';

/** Formant frequencies of five vowels, Hz (Peterson and Barney 1952, men, rounded). */
const VOWELS = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
] as const;
const BANDWIDTHS = [80, 100, 140] as const;
/** Syllables of this length, between dips that are no pauses: the sound's level never falls by more than 12 dB inside. */
const SYLLABLE_S = 0.19;
const DIP = 0.25;
/** Ramps at both ends; short enough to be an edge, long enough to be no click. */
const RAMP_S = 0.002;
const PEAK = 0.5;

/** A two-pole resonator whose frequency may move from sample to sample. */
class Resonator {
  private last = 0;
  private beforeLast = 0;
  private hz = Number.NaN;
  private turn = 0;
  private readonly radius: number;

  constructor(bandwidth: number) {
    this.radius = Math.exp((-Math.PI * bandwidth) / SAMPLE_RATE);
  }

  step(input: number, hz: number): number {
    const { radius } = this;
    // A formant stands still for most of a syllable.
    if (hz !== this.hz) {
      this.hz = hz;
      this.turn = 2 * radius * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
    }
    const output = (1 - radius) * input + this.turn * this.last - radius * radius * this.beforeLast;
    this.beforeLast = this.last;
    this.last = output;
    return output;
  }
}

/** What was made last: sessions of a run follow one another with the same agent. */
let latest: { readonly length: Samples; readonly seed: number; readonly samples: Float32Array } | undefined;

/** So many samples of it: mono, 48 kHz, full scale 1, peak 0.5. */
export function speechLike(length: Samples, seed: number): Float32Array {
  if (latest?.length !== length || latest.seed !== seed) latest = { length, seed, samples: synthesise(length, seed) };
  return latest.samples.slice();
}

function synthesise(length: Samples, seed: number): Float32Array {
  const next = mulberry32(seed);
  const pitch = 95 + 60 * next();
  const samples = new Float32Array(length);
  const formants = BANDWIDTHS.map((bandwidth) => new Resonator(bandwidth));
  let vowel: readonly number[] = VOWELS[0];
  let target: readonly number[] = VOWELS[0];
  let phase = 1;
  for (let i = 0; i < length; i++) {
    const at = i / SAMPLE_RATE;
    const within = (at % SYLLABLE_S) / SYLLABLE_S;
    if (Math.floor(at / SYLLABLE_S) !== Math.floor((i - 1) / SAMPLE_RATE / SYLLABLE_S)) {
      vowel = target;
      target = VOWELS[Math.floor(next() * VOWELS.length)] ?? VOWELS[0];
    }
    // Pitch falls over a phrase of two seconds and trembles a little, as voices do.
    phase += (pitch * (1.12 - 0.12 * (at % 2) + 0.015 * Math.sin(2 * Math.PI * 5.2 * at))) / SAMPLE_RATE;
    const pulse = phase >= 1 ? 1 : 0;
    if (phase >= 1) phase -= 1;
    const source = pulse + 0.002 * (next() - 0.5);
    const glide = Math.min(1, within * 2.5);
    let value = 0;
    formants.forEach((formant, n) => {
      const hz = (vowel[n] ?? 500) * (1 - glide) + (target[n] ?? 500) * glide;
      value += formant.step(source, hz) / (n + 1);
    });
    samples[i] = value * (DIP + (1 - DIP) * Math.sin(Math.PI * within) ** 0.5);
  }
  return finished(samples);
}

function finished(samples: Float32Array): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const ramp = RAMP_S * SAMPLE_RATE;
  return samples.map((sample, i) => (peak === 0 ? 0 : (sample * PEAK * Math.min(1, (i + 1) / ramp, (samples.length - i) / ramp)) / peak));
}
