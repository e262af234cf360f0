/**
 * Whether one channel is heard in the other: an echo of the far end, or crosstalk. A leak is the same waveform, later and quieter, so it is told
 * by correlation and not by loudness; two voices that speak at once do not correlate, least of all at the same delay again and again.
 *
 * Once a leak is known, with its delay and its gain, what it explains in the other channel is nobody's speech there.
 */
import { crossCorrelation } from '../media/fft.js';
import { DECIMATED_RATE } from '../media/decimator.js';
import { median } from '../stats/median.js';
import type { Samples } from '../time/position.js';
import { FRAME_48K } from '../vad/detector.js';
import { PROBABILITY_STEPS } from '../vad/detect.js';
import { SPEECH_ON } from '../vad/hysteresis.js';
import { NOTHING_DB, STEP } from './power.js';

/** Half a second holds two or three syllables, which no other half second repeats. */
export const PROBE: Samples = 24_000;
/** Delays that are looked for: an echo over a telephone network takes up to 400 ms there and back (ITU-T G.131), a little before for channels that are not aligned. */
export const EARLIEST: Samples = -960;
export const LATEST: Samples = 24_000;
/** Probes are taken all over a recording, this many at most. */
const MOST_PROBES = 64;
/** A leak's share of the waveform: correlation from here on (half of it; different speech stays under 0.3 at any delay). */
const CORRELATED = 0.5;
/** So many probes have to agree on the delay, and most of those that correlate at all. */
const LEAST_AGREEING = 3;
/** Delays agree within so much: half a millisecond of room and clock. */
const AGREE: Samples = 48;
/** What a leak may be louder than foretold and still be one: rooms and codecs colour it (chosen). */
const MARGIN_DB = 6;
/** A leak is at least this much quieter than its source, or channels are the same signal. */
const LEAST_LOSS_DB = 3;
/** Quieter than this there is nothing to explain, dB. */
const INAUDIBLE_DB = -75;

export interface Probe {
  readonly delay: Samples;
  /** Of the waveforms at that delay, 0 to 1. */
  readonly correlation: number;
  readonly gainDb: number;
}

export interface Leak {
  /** From the source to the other channel. */
  readonly delay: Samples;
  readonly gainDb: number;
  /** Probes that agree, of those taken. */
  readonly agreeing: number;
  readonly probes: number;
}

/** Where to probe: half seconds full of the source's speech, while the other channel is quieter. Ascending. */
export function probePlaces(probabilities: ArrayLike<number>, source: Int8Array, other: Int8Array): Samples[] {
  const frames = Math.ceil(PROBE / FRAME_48K);
  const places: Samples[] = [];
  for (let k = 0; k + frames <= probabilities.length; k += frames >> 1) {
    let spoken = 0;
    for (let i = k; i < k + frames; i++) if ((probabilities[i] ?? 0) >= SPEECH_ON * PROBABILITY_STEPS) spoken++;
    if (spoken < 0.9 * frames) continue;
    const [from, to] = [(k * FRAME_48K) / STEP, ((k + frames) * FRAME_48K) / STEP];
    const heard = meanDb(other, from, to);
    if (heard > INAUDIBLE_DB && heard < meanDb(source, from, to) - LEAST_LOSS_DB) places.push(k * FRAME_48K);
  }
  const stride = Math.max(1, Math.ceil(places.length / MOST_PROBES));
  return places.filter((_, i) => i % stride === 0);
}

function meanDb(steps: Int8Array, from: number, to: number): number {
  let power = 0;
  for (let i = from; i < to && i < steps.length; i++) power += 10 ** ((steps[i] as number) / 10);
  return power === 0 ? NOTHING_DB : 10 * Math.log10(power / (to - from));
}

/**
 * Looks for the source in the other channel.
 *
 * @param source PROBE samples' worth at 16 kHz.
 * @param other the same place, from EARLIEST before to LATEST after it.
 */
export function probe(source: Float32Array, other: Float32Array): Probe {
  const [x, y] = [sharpened(source), sharpened(other)];
  const sums = crossCorrelation(y, x);
  const energy = x.reduce((sum, one) => sum + one * one, 0);
  let window = 0;
  for (let i = 0; i < x.length; i++) window += (y[i] as number) ** 2;
  let best = { at: 0, correlation: 0, energy: 0 };
  for (let lag = 0; lag < sums.length; lag++) {
    const correlation = Math.abs(sums[lag] as number) / Math.sqrt(energy * Math.max(window, 1e-12) + 1e-24);
    if (correlation > best.correlation) best = { at: lag, correlation, energy: window };
    window += (y[lag + x.length] ?? 0) ** 2 - (y[lag] as number) ** 2;
  }
  return {
    delay: (best.at * 48_000) / DECIMATED_RATE + EARLIEST,
    correlation: best.correlation,
    gainDb: 10 * Math.log10(Math.max(best.energy, 1e-12) / Math.max(energy, 1e-12)),
  };
}

/** First difference: speech's low harmonics, which are much alike in any voice, do not carry the correlation then. */
function sharpened(samples: Float32Array): Float32Array {
  return samples.map((x, i) => x - (samples[i - 1] ?? 0));
}

/** The leak that the probes agree on, if there is one. */
export function leakOf(probes: readonly Probe[]): Leak | undefined {
  const correlated = probes.filter((one) => one.correlation >= CORRELATED);
  const delay = median(correlated.map((one) => one.delay));
  if (delay === undefined) return undefined;
  const agreeing = probes.filter((one) => agrees(one, delay));
  const gainDb = median(agreeing.map((one) => one.gainDb));
  if (gainDb === undefined || agreeing.length < LEAST_AGREEING || 2 * agreeing.length <= correlated.length) return undefined;
  return { delay, gainDb, agreeing: agreeing.length, probes: probes.length };
}

/** Whether a probe found the source in the other channel at a leak's delay. */
export function agrees(one: Probe, delay: Samples): boolean {
  return one.correlation >= CORRELATED && Math.abs(one.delay - delay) <= AGREE;
}

/** Steps of the other channel that the leak explains: 1 where nothing but the source's leak, or less than it, is heard. */
export function explained(leak: Leak, source: Int8Array, other: Int8Array): Uint8Array {
  const shift = Math.round(leak.delay / STEP);
  return Uint8Array.from({ length: other.length }, (_, i) => {
    // The source's loudest around the place: steps are 8 ms, and a room rings.
    let loudest = NOTHING_DB;
    for (let k = i - shift - 2; k <= i - shift + 1; k++) loudest = Math.max(loudest, source[k] ?? NOTHING_DB);
    const foretold = loudest + leak.gainDb;
    return foretold > INAUDIBLE_DB && (other[i] as number) <= foretold + MARGIN_DB ? 1 : 0;
  });
}
