/** Sounds for a track that is no voice. Pure: the same seed gives the same samples. */
import { mulberry32 } from '../../src/scenario/random.js';
import { msToSamples, SAMPLE_RATE, type Samples } from '../../src/time/position.js';

/** Both repeat after so long. */
const LENGTH = msToSamples(10_000);
/** A key: a few milliseconds of noise that dies away, about 30 dB under full scale at its loudest. */
const KEY = msToSamples(6);
const KEY_PEAK = 0.03;
/** Pauses between keys of somebody who types without haste. */
const KEY_APART: readonly [Samples, Samples] = [msToSamples(220), msToSamples(420)];
/** An air conditioner: low noise at about -50 dB, and the second harmonic of the mains in it. */
const HUM_NOISE = 0.002;
const HUM_TONE = 0.003;
const MAINS_HZ = 100;
/** One-pole low pass at about 300 Hz. */
const HUM_POLE = Math.exp((-2 * Math.PI * 300) / SAMPLE_RATE);

export function ambience(kind: 'typing' | 'hum', seed: number): Float32Array {
  return kind === 'typing' ? typing(seed) : hum(seed);
}

function typing(seed: number): Float32Array {
  const next = mulberry32(seed);
  const out = new Float32Array(LENGTH);
  const [least, most] = KEY_APART;
  for (let at = least; at + KEY < LENGTH; at += Math.round(least + (most - least) * next()))
    for (let i = 0; i < KEY; i++) out[at + i] = KEY_PEAK * (2 * next() - 1) * Math.exp((-4 * i) / KEY);
  return out;
}

function hum(seed: number): Float32Array {
  const next = mulberry32(seed);
  let low = 0;
  return Float32Array.from({ length: LENGTH }, (_, i) => {
    low = HUM_POLE * low + (1 - HUM_POLE) * (2 * next() - 1);
    return HUM_NOISE * low * 10 + HUM_TONE * Math.sin((2 * Math.PI * MAINS_HZ * i) / SAMPLE_RATE);
  });
}
