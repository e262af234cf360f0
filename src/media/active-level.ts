/** Active speech level by ITU-T P.56 (12/2011), method B: the level of the speech without its pauses. */
import { TurnrigError } from '../error.js';
import { peak } from './mix.js';

/** Time constant of each of the two exponential averages that make the envelope, seconds (P.56, section 6.1: T). */
const TIME_CONSTANT_S = 0.03;
/** Pauses up to this long count as speech, seconds (P.56: hangover H). */
const HANGOVER_S = 0.2;
/** Difference between the active level and the threshold, dB (P.56: margin M). */
export const MARGIN_DB = 15.9;
/** Thresholds 2^-1 to 2^-20, one every 6.02 dB. P.56 takes 15 for 16 bits; the lower ones serve clips under -60 dBov and change no other. */
const THRESHOLDS = 20;

/** dB; -Infinity for 0. */
const power = (x: number): number => 10 * Math.log10(x);

/**
 * Active speech level in dB relative to full scale (a full-scale square wave is 0 dB, a full-scale sine -3.01).
 *
 * @returns undefined when there is no speech to measure: silence, or too quiet for the lowest threshold.
 */
export function activeLevelDb(samples: Float32Array, rate: number): number | undefined {
  const g = Math.exp(-1 / (rate * TIME_CONSTANT_S));
  const hangover = Math.ceil(rate * HANGOVER_S);
  const threshold = Float64Array.from({ length: THRESHOLDS }, (_, j) => 2 ** (j - THRESHOLDS));
  const times = Array.from(threshold, () => new ActiveTime(hangover));
  let energy = 0;
  let p = 0;
  let q = 0;
  // Thresholds that the envelope is at or over: those before this one. It seldom passes one, so counting is done where it does.
  let over = 0;
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i] as number;
    energy += x * x;
    p = g * p + (1 - g) * Math.abs(x);
    q = g * q + (1 - g) * p;
    while (over < THRESHOLDS && q >= (threshold[over] as number)) times[over++]?.rise(i);
    while (over > 0 && q < (threshold[over - 1] as number)) times[--over]?.fall(i);
  }
  if (energy === 0) return undefined;
  const active = Float64Array.from(times, (time) => time.total(samples.length));
  return whereMarginIsMet(energy, active, threshold);
}

/** Samples at which the envelope is at or over one threshold, or was not longer ago than the hangover. */
class ActiveTime {
  readonly #hangover: number;
  #samples = 0;
  #from: number | undefined;
  /** Where it was under the threshold again. */
  #to = -Infinity;

  constructor(hangover: number) {
    this.#hangover = hangover;
  }

  rise(at: number): void {
    this.#samples += this.#hangoverUntil(at);
    this.#from = at;
  }

  fall(at: number): void {
    this.#samples += at - (this.#from ?? at);
    this.#from = undefined;
    this.#to = at;
  }

  total(length: number): number {
    return this.#samples + (this.#from === undefined ? this.#hangoverUntil(length) : length - this.#from);
  }

  #hangoverUntil(at: number): number {
    return this.#to === -Infinity ? 0 : Math.min(at - this.#to, this.#hangover);
  }
}

/** The level at which it exceeds its threshold by exactly the margin, interpolated between the two thresholds around it (P.56, section 6.2). */
function whereMarginIsMet(energy: number, active: Float64Array, threshold: Float64Array): number | undefined {
  let before: { readonly level: number; readonly over: number } | undefined;
  for (const [j, samples] of active.entries()) {
    if (samples === 0) return undefined;
    const level = power(energy / samples);
    const over = level - 2 * power(threshold[j] ?? 1) - MARGIN_DB;
    if (over <= 0) {
      if (before === undefined) return undefined;
      return before.level + ((level - before.level) * before.over) / (before.over - over);
    }
    before = { level, over };
  }
  return undefined;
}

/**
 * Brings a clip to an active speech level.
 *
 * @param db wanted level, dB relative to full scale.
 * @returns a scaled copy.
 * @throws TurnrigError 'audio' when the clip holds no measurable speech, or would exceed full scale at that level.
 */
export function normaliseTo(samples: Float32Array, rate: number, db: number): Float32Array {
  const level = activeLevelDb(samples, rate);
  if (level === undefined)
    throw new TurnrigError('audio', 'the clip is silent: it has no active speech level', { hint: 'Record or render the clip anew.' });
  const gain = 10 ** ((db - level) / 20);
  const loudest = peak(samples) * gain;
  if (loudest > 1)
    throw new TurnrigError(
      'audio',
      `at ${db} dB active level the clip's peak would exceed full scale by ${(2 * power(loudest)).toFixed(1)} dB`,
      {
        hint: 'Choose a lower level; -26 dB is customary.',
      },
    );
  return samples.map((x) => x * gain);
}
