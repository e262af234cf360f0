/** Audio made to measure: noise bursts with syllables, steady noise, and the probabilities that a perfect detector would give. */
import { PROBABILITY_STEPS } from '../../../src/vad/detect.js';
import { FRAME_48K } from '../../../src/vad/detector.js';

/** mulberry32: the reference generator (selective-participation.md, Statistics). */
export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Burst {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  /** RMS, dB relative to full scale; -20 when left out. */
  readonly db?: number;
  /** Length of a linear (in dB) fade-in from -60 dB below, ms. */
  readonly fadeIn?: number;
  /** Whether a perfect detector calls it speech; true when left out. */
  readonly speech?: boolean;
}

const gain = (db: number): number => 10 ** (db / 20);

/** A second and some of white noise of RMS 1, to be read in a circle. */
function whiteNoise(seed: number): Float32Array {
  const next = random(seed);
  return Float32Array.from({ length: 48_611 }, () => (2 * next() - 1) * Math.sqrt(3));
}

/** 48 kHz samples: white noise with four syllables a second in every burst, over steady noise at `floorDb`. */
export function bursts(lengthMs: number, list: readonly Burst[], floorDb = -Infinity, seed = 1): Float32Array {
  const noise = whiteNoise(seed);
  const white = (i: number): number => noise[i % noise.length]!;
  const floor = gain(floorDb);
  const out = Float32Array.from({ length: lengthMs * 48 }, (_, i) => floor * white(i));
  for (const { from, to, db = -20, fadeIn = 0 } of list)
    for (let i = Math.round(from * 48); i < Math.round(to * 48); i++) {
      const ms = i / 48 - from;
      const syllable = 0.65 + 0.35 * Math.cos((2 * Math.PI * ms) / 250);
      const fade = ms < fadeIn ? gain(-60 * (1 - ms / fadeIn)) : 1;
      out[i] = (out[i] ?? 0) + white(i * 7 + 1) * gain(db) * syllable * fade;
    }
  return out;
}

/** Probabilities for speech that lasts exactly as the bursts do: 1 in every frame that is at least half covered. */
export function perfect(lengthMs: number, list: readonly Burst[]): Uint16Array {
  const frame = FRAME_48K / 48;
  return Uint16Array.from({ length: Math.ceil(lengthMs / frame) }, (_, i) => {
    const covered = list
      .filter(({ speech = true }) => speech)
      .reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, (i + 1) * frame) - Math.max(from, i * frame)), 0);
    return covered >= frame / 2 ? PROBABILITY_STEPS : 0;
  });
}
