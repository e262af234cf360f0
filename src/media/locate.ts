/**
 * Where a known clip lies in recorded audio: the human side of every measurement ("human edges are the clip's labelled edges plus the
 * measured placement", protocols/measurement.md).
 *
 * Normalised cross-correlation with the clip's loudest stretch, first at 8 kHz over the whole search, then at 48 kHz around the peak.
 * Both sides are pre-emphasised: codecs turn the phase of the lowest frequencies (their high-pass), and sharp peaks come from high ones.
 * Other speakers in the same microphone lower the peak without moving it.
 */
import type { TimelineAudio } from '../time/audio.js';
import { msToSamples, rigPos, type RigPos, type Samples } from '../time/position.js';
import { directCorrelation } from './correlation.js';
import { Correlator } from './fft.js';

export interface Located {
  /** Where the clip's first sample was heard. */
  readonly at: RigPos;
  /** Half-width of the 95% interval: the recording's placement there and the correlation's own. */
  readonly plusMinus: Samples;
  /** Height of the correlation's peak: 1 is the clip itself, 0 nothing of it. */
  readonly quality: number;
  /** How far the peak stands above the next one elsewhere in the search. Small: the clip repeats itself, or another one was found. */
  readonly margin: number;
}

export interface LocateOptions {
  /** Search so far to both sides of the expected position. Default 150 ms. */
  readonly search?: Samples;
  /** A lower peak is no finding. Default 0.25: clips mixed with another speaker of the same level reach 0.6 and more. */
  readonly minQuality?: number;
}

const SEARCH: Samples = msToSamples(150);
const MIN_QUALITY = 0.25;
/** The loudest so much of the clip is compared: enough to be unique, short enough to be quick. */
const STRETCH: Samples = msToSamples(1500);
/** Shorter clips have no peak worth the name. */
const SHORTEST: Samples = msToSamples(40);
/** 48 kHz to 8 kHz. */
const COARSE = 6;
const PRE_EMPHASIS = 0.95;
/** Peaks nearer than this are the same one. */
const SAME_PEAK: Samples = msToSamples(1);
/** Peaks whose heights differ by less cannot be told apart under coding noise. */
const CLEAR_MARGIN = 0.05;

/** @param clip as of `ClipFinder`; the rest as of its `locate`. */
export function locateClip(audio: TimelineAudio, clip: Float32Array, expected: RigPos, options: LocateOptions = {}): Located | undefined {
  return new ClipFinder(clip).locate(audio, expected, options);
}

/** A clip made ready to be looked for, any number of times. */
export class ClipFinder {
  /** Where the stretch that is compared begins in the clip. */
  readonly #offset: Samples;
  /** That stretch, pre-emphasised, at 48 kHz and at 8 kHz. */
  readonly #sharp: Template;
  readonly #coarse: Template;

  /** @param clip mono, 48 kHz, full scale 1; any level. */
  constructor(clip: Float32Array) {
    this.#offset = loudest(clip, STRETCH);
    const stretch = clip.subarray(this.#offset, this.#offset + STRETCH);
    this.#sharp = templateOf(emphasise(stretch));
    this.#coarse = templateOf(emphasise(decimate(stretch)));
  }

  /**
   * @param expected where the clip's first sample should be.
   * Undefined when it is not found: silence, another clip, or the clip is shorter than 40 ms.
   */
  locate(audio: TimelineAudio, expected: RigPos, options: LocateOptions = {}): Located | undefined {
    const search = options.search ?? SEARCH;
    const offset = this.#offset;
    const sharp = this.#sharp;
    const { length } = sharp.samples;
    if (length < SHORTEST) return undefined;
    // One coarse sample more on both sides, so that the refinement has room at the edges of the search.
    const pad = search + 2 * COARSE;
    const window = cut(audio, expected + offset - pad, length + 2 * pad);
    const coarse = correlate(emphasise(decimate(window)), this.#coarse);
    const rough = peak(coarse);
    if (rough === undefined) return undefined;
    const first = refine(window, sharp, rough);
    const second = refine(window, sharp, rivalOf(coarse, rough));
    const [best, rival] = first.height >= second.height ? [first, second] : [second, first];
    if (best.height < (options.minQuality ?? MIN_QUALITY)) return undefined;
    const margin = best.height - rival.height;
    const at = rigPos(expected - pad + best.lag);
    const own = margin < CLEAR_MARGIN ? Math.abs(rival.lag - best.lag) : ownPlusMinus(best, length);
    return { at, plusMinus: own + placementAt(audio, at + offset), quality: best.height, margin };
  }
}

/** What is looked for, and its energy. */
interface Template {
  readonly samples: Float32Array;
  readonly energy: number;
  /** For many lags. */
  readonly correlator: Correlator;
}

function templateOf(samples: Float32Array): Template {
  let energy = 0;
  for (let i = 0; i < samples.length; i++) energy += (samples[i] as number) * (samples[i] as number);
  return { samples, energy, correlator: new Correlator(samples) };
}

interface Peak {
  /** In 48 kHz samples from the window's start. */
  readonly lag: Samples;
  readonly height: number;
  /** Second difference of the correlation there, negated. */
  readonly curvature: number;
}

/** The highest point at 48 kHz near a lag found at 8 kHz. */
function refine(window: Float32Array, template: Template, rough: number): Peak {
  const from = Math.max(0, (rough - 2) * COARSE);
  const to = Math.min(window.length - template.samples.length, (rough + 2) * COARSE);
  const fine = correlate(emphasise(window.subarray(from, to + template.samples.length)), template);
  const best = peak(fine) ?? 0;
  const height = fine[best] ?? 0;
  return { lag: from + best, height, curvature: 2 * height - (fine[best - 1] ?? 0) - (fine[best + 1] ?? 0) };
}

/** Start of the stretch with the most energy. */
function loudest(clip: Float32Array, length: Samples): number {
  if (clip.length <= length) return 0;
  let energy = 0;
  let best = -1;
  let bestFrom = 0;
  for (let i = 0; i < clip.length; i++) {
    const sample = clip[i] as number;
    const gone = i < length ? 0 : (clip[i - length] as number);
    energy += sample * sample - gone * gone;
    if (i >= length - 1 && energy > best) {
      best = energy;
      bestFrom = i - length + 1;
    }
  }
  return bestFrom;
}

/** The audio of a stretch of the timeline; zeros where nothing was recorded. */
function cut(audio: TimelineAudio, from: number, length: Samples): Float32Array {
  const out = new Float32Array(length);
  const start = from - audio.from;
  const first = Math.max(0, start);
  const last = Math.min(audio.samples.length, start + length);
  if (first < last) out.set(audio.samples.subarray(first, last), first - start);
  return out;
}

/** Low-pass of 3.2 kHz, a windowed sinc, at every sixth sample. */
function decimate(samples: Float32Array): Float32Array {
  const out = new Float32Array(Math.floor(samples.length / COARSE));
  // Zeros lie around the samples.
  const line = new Float32Array(samples.length + 2 * HALF_TAPS + SIDE_BY_SIDE * COARSE);
  line.set(samples, HALF_TAPS);
  for (let n = 0; n < out.length; n += SIDE_BY_SIDE) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let k = 0, i = n * COARSE; k < TAPS.length; k++, i++) {
      const tap = TAPS[k] as number;
      a += tap * (line[i] as number);
      b += tap * (line[i + COARSE] as number);
      c += tap * (line[i + 2 * COARSE] as number);
      d += tap * (line[i + 3 * COARSE] as number);
    }
    out[n] = a;
    if (n + 1 < out.length) out[n + 1] = b;
    if (n + 2 < out.length) out[n + 2] = c;
    if (n + 3 < out.length) out[n + 3] = d;
  }
  return out;
}
/** Outputs that are summed side by side, as in decimator.ts. */
const SIDE_BY_SIDE = 4;
const HALF_TAPS = 30;
const TAPS = Float64Array.from({ length: 2 * HALF_TAPS + 1 }, (_, k) => {
  const x = (k - HALF_TAPS) * (3200 / 24_000);
  const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
  return sinc * (0.5 + 0.5 * Math.cos((Math.PI * (k - HALF_TAPS)) / (HALF_TAPS + 1)));
});

function emphasise(samples: Float32Array): Float32Array {
  const out = new Float32Array(samples.length);
  let before = 0;
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] as number;
    out[i] = sample - PRE_EMPHASIS * before;
    before = sample;
  }
  return out;
}

/** Normalised cross-correlation for every lag at which the template lies in the signal. 0 where the signal is silent. */
function correlate(signal: Float32Array, { samples: template, energy: own, correlator }: Template): Float32Array {
  const lags = Math.max(0, signal.length - template.length + 1);
  const out = new Float32Array(lags);
  const size = template.length;
  if (own === 0) return out;
  const energies = energiesUnder(signal, size, lags);
  const silent = 1e-9 * own;
  const products = lags > MANY_LAGS ? correlator.correlate(signal) : directCorrelation(signal, template);
  for (let lag = 0; lag < lags; lag++) {
    const energy = energies[lag] as number;
    if (energy <= silent) continue;
    out[lag] = (products[lag] as number) / Math.sqrt(own * energy);
  }
  return out;
}
/** Energy of the signal under the template at each lag, as differences of sums from the start: exact enough in doubles. */
function energiesUnder(signal: Float32Array, size: Samples, lags: number): Float64Array {
  const energies = new Float64Array(lags);
  const square = (i: number): number => (signal[i] as number) * (signal[i] as number);
  let before = 0;
  let upTo = 0;
  for (let i = 0; i < size - 1; i++) upTo += square(i);
  for (let lag = 0; lag < lags; lag++) {
    upTo += square(lag + size - 1);
    energies[lag] = upTo - before;
    before += square(lag);
  }
  return energies;
}

/** From so many lags on a Fourier transform is quicker than a sum for each. */
const MANY_LAGS = 256;

function peak(values: Float32Array): number | undefined {
  let best: number | undefined;
  let height = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!(value > height)) continue;
    best = i;
    height = value;
  }
  return best;
}

/** The lag of the highest correlation away from the peak. */
function rivalOf(values: Float32Array, best: number): number {
  let lag = 0;
  let height = -1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (Math.abs(i - best) * COARSE <= SAME_PEAK || !(value > height)) continue;
    height = value;
    lag = i;
  }
  return lag;
}

/**
 * Two standard deviations of the delay estimate: the Cramer-Rao bound 1 / (SNR * N * B^2), with the signal-to-noise ratio that the peak's
 * height tells and the mean square bandwidth B^2 that its curvature tells. Speech fills about a sixth of the band, so N counts a sixth.
 */
function ownPlusMinus(peakFound: Peak, size: Samples): Samples {
  const height = Math.min(0.9999, peakFound.height);
  const bandwidth2 = Math.max(1e-6, peakFound.curvature / height);
  const snr = height ** 2 / (1 - height ** 2);
  return Math.ceil(1 + 2 / Math.sqrt(snr * (size / COARSE) * bandwidth2));
}

function placementAt(audio: TimelineAudio, at: number): Samples {
  return audio.placed.find((span) => span.from <= at && at < span.to)?.plusMinus ?? 0;
}
