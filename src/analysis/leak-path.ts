/**
 * The way of a leak as a filter, so that it can be taken away: what leaks is the source through a room, a phone or a hybrid, which for as long
 * as a call lasts is nearly linear. The filter is the one that leaves least of the other channel where only the source speaks: least squares
 * over whole windows, by the covariance method (Haykin, Adaptive Filter Theory, "Method of Least Squares"). Unlike an adaptive filter it needs
 * no time to converge, and speech of the other side cannot lead it astray.
 */
import { Correlator, crossCorrelation } from '../media/fft.js';
import { DECIMATED_RATE, DECIMATION } from '../media/decimator.js';
import type { Leak } from './leak.js';

/** Length of the filter at 16 kHz, 32 ms: the direct path and the first reflections of a room or a headset. */
export const PATH_TAPS = (32 * DECIMATED_RATE) / 1000;
/** So much of it lies before the delay that was found: filters ring on both sides, and the loudest path is not always the first. */
const LEAD = (2 * DECIMATED_RATE) / 1000;
/** Added to the diagonal, relative to it: bands in which the source is 30 dB weaker than on average are left alone. */
const DAMPING = 1e-3;
/** Of the other channel's energy a path has to explain at least this share where only the source speaks: half the waveform is a quarter (leak.ts, CORRELATED). */
const LEAST_EXPLAINED = 0.2;

export interface LeakPath {
  /** Delay of the first tap, samples at 16 kHz; may be negative. */
  readonly first: number;
  readonly taps: Float64Array;
}

/** Delay of a leak's first tap, samples at 16 kHz. */
export function firstTap(leak: Leak): number {
  return Math.round(leak.delay / DECIMATION) - LEAD;
}

/** Gathers windows in which only the source speaks. */
export class LeakPathFit {
  /** Of the source with itself, upper half, row by row. */
  readonly #gram = new Float64Array(PATH_TAPS * PATH_TAPS);
  readonly #cross = new Float64Array(PATH_TAPS);
  #energy = 0;

  /**
   * Both at 16 kHz, of any length beyond the filter's.
   *
   * @param other n + 1 samples.
   * @param source n + PATH_TAPS samples, the last of which reaches the last of `other` through the first tap.
   */
  add(source: Float32Array, other: Float32Array): void {
    const [x, y] = [differences(source), differences(other)];
    if (x.length !== y.length + PATH_TAPS - 1) throw new RangeError('a window of the source is as long as the other and the filter');
    const last = PATH_TAPS - 1;
    const own = crossCorrelation(x, x.subarray(last));
    const both = crossCorrelation(x, y);
    for (let k = 0; k < PATH_TAPS; k++) this.#cross[k] = (this.#cross[k] as number) + (both[last - k] as number);
    for (let i = 0; i < y.length; i++) this.#energy += (y[i] as number) ** 2;
    // Along each diagonal the sums differ by the samples that enter and leave.
    for (let d = 0; d < PATH_TAPS; d++) {
      let sum = own[last - d] as number;
      for (let i = 0; i + d < PATH_TAPS; i++) {
        const at = i * PATH_TAPS + i + d;
        this.#gram[at] = (this.#gram[at] as number) + sum;
        const [enters, leaves] = [last - 1 - i, x.length - 1 - i];
        if (enters - d >= 0) sum += (x[enters] as number) * (x[enters - d] as number) - (x[leaves] as number) * (x[leaves - d] as number);
      }
    }
  }

  /** @param first delay of the first tap, samples at 16 kHz. @returns undefined where the source does not explain the other channel. */
  solve(first: number): LeakPath | undefined {
    if (this.#energy === 0) return undefined;
    let trace = 0;
    for (let i = 0; i < PATH_TAPS; i++) trace += this.#gram[i * PATH_TAPS + i] as number;
    const damped = this.#gram.slice();
    for (let i = 0; i < PATH_TAPS; i++) damped[i * PATH_TAPS + i] = (damped[i * PATH_TAPS + i] as number) + (DAMPING * trace) / PATH_TAPS;
    const taps = solveSymmetric(damped, this.#cross);
    if (taps === undefined) return undefined;
    const explained = taps.reduce((sum, tap, k) => sum + tap * (this.#cross[k] as number), 0);
    return explained >= LEAST_EXPLAINED * this.#energy ? { first, taps } : undefined;
  }
}

/** First difference: evens out the spectrum of speech, so that its high frequencies count as its low ones do. One sample shorter. */
function differences(samples: Float32Array): Float32Array {
  return Float32Array.from({ length: Math.max(0, samples.length - 1) }, (_, i) => (samples[i + 1] as number) - (samples[i] as number));
}

/**
 * Solves A h = b by Cholesky's decomposition.
 *
 * @param upper A, row by row, of which the upper half is read and overwritten.
 * @returns undefined where A is not positive definite.
 */
function solveSymmetric(upper: Float64Array, b: Float64Array): Float64Array | undefined {
  const n = b.length;
  // A = U' U; row i of U needs the rows before it.
  for (let i = 0; i < n; i++) {
    const pivot = upper[i * n + i] as number;
    if (!(pivot > 0)) return undefined;
    const root = Math.sqrt(pivot);
    for (let j = i; j < n; j++) upper[i * n + j] = (upper[i * n + j] as number) / root;
    for (let k = i + 1; k < n; k++) {
      const factor = upper[i * n + k] as number;
      if (factor !== 0) for (let j = k; j < n; j++) upper[k * n + j] = (upper[k * n + j] as number) - factor * (upper[i * n + j] as number);
    }
  }
  const h = b.slice();
  for (let i = 0; i < n; i++) {
    h[i] = (h[i] as number) / (upper[i * n + i] as number);
    for (let k = i + 1; k < n; k++) h[k] = (h[k] as number) - (upper[i * n + k] as number) * (h[i] as number);
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = h[i] as number;
    for (let k = i + 1; k < n; k++) sum -= (upper[i * n + k] as number) * (h[k] as number);
    h[i] = sum / (upper[i * n + i] as number);
  }
  return h;
}

/** Takes a leak away from the channel that it leaks into. */
export class LeakCanceller {
  readonly #path: Correlator;

  constructor(path: LeakPath) {
    this.#path = new Correlator(Float32Array.from(path.taps).reverse());
  }

  /**
   * @param other at 16 kHz.
   * @param source PATH_TAPS - 1 samples more, the last of which reaches the last of `other` through the first tap.
   * @returns what is left of `other`.
   */
  subtract(other: Float32Array, source: Float32Array): Float32Array {
    if (source.length !== other.length + PATH_TAPS - 1) throw new RangeError('the source is as long as the other and the filter');
    if (source.every((x) => x === 0)) return other;
    const leak = this.#path.correlate(source);
    return other.map((x, i) => x - (leak[i] as number));
  }
}
