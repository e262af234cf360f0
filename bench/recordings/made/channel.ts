/** One channel of a call that is made: clips and noises at their places and levels, and what a line does to it. */
import { highPass } from '../../../src/media/biquad.js';
import { SAMPLES_PER_MS } from '../../../src/time/position.js';

export const gain = (db: number): number => 10 ** (db / 20);

/** Noises have RMS 1. */
export function whiteNoise(length: number, next: () => number): Float32Array {
  return Float32Array.from({ length }, () => (2 * next() - 1) * Math.sqrt(3));
}

/** Noise with the colour of a room: falls with 6 dB an octave above 300 Hz. */
export function roomNoise(length: number, next: () => number): Float32Array {
  return unit(lowPass(whiteNoise(length, next), 300));
}

/** A breath: noise without lows that swells and ebbs. */
export function breath(ms: number, next: () => number): Float32Array {
  const noise = highPass(500, 48_000).process(lowPass(whiteNoise(ms * SAMPLES_PER_MS, next), 3000));
  return unit(noise.map((x, i) => x * Math.sin((Math.PI * i) / noise.length)));
}

/** A cough: one or two bursts of noise, each with a sudden beginning. */
export function cough(ms: number, next: () => number, beats = 1): Float32Array {
  const noise = lowPass(whiteNoise(ms * SAMPLES_PER_MS, next), 1500 + 2000 * next());
  const beat = noise.length / beats;
  return unit(noise.map((x, i) => x * Math.min(1, (i % beat) / 240) * Math.exp((-3 * (i % beat)) / beat)));
}

/** A blip: the middle of a vowel, as agents let slip (facts.md). */
export function blip(voice: Float32Array, ms: number): Float32Array {
  const length = ms * SAMPLES_PER_MS;
  let best = { at: 0, power: 0 };
  for (let at = 0; at + length < voice.length; at += length) {
    let power = 0;
    for (let i = at; i < at + length; i++) power += (voice[i] ?? 0) ** 2;
    if (power > best.power) best = { at, power };
  }
  return faded(unit(voice.slice(best.at, best.at + length)), 2);
}

/** Faded out over its last `ms`. */
export function faded(samples: Float32Array, ms: number): Float32Array {
  const length = Math.min(samples.length, ms * SAMPLES_PER_MS);
  return samples.map((x, i) => (i < samples.length - length ? x : (x * (samples.length - i)) / length));
}

export function lowPass(samples: Float32Array, hertz: number): Float32Array {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / 48_000);
  let held = 0;
  return samples.map((x) => (held += share * (x - held)));
}

function unit(samples: Float32Array): Float32Array {
  const rms = Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / Math.max(1, samples.length));
  return samples.map((x) => x / Math.max(rms, 1e-9));
}

/** Adds a sound to a channel. @param at sample of the channel. */
export function place(channel: Float32Array, sound: Float32Array, at: number, db: number): void {
  for (let i = Math.max(0, -at); i < sound.length && at + i < channel.length; i++)
    channel[at + i] = (channel[at + i] ?? 0) + gain(db) * (sound[i] ?? 0);
}
