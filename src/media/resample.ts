/**
 * Whole-clip resampling by a polyphase windowed sinc. Not for streams: a stream's 48 kHz to 16 kHz is `Decimator`.
 *
 * Linear phase and centred, so nothing moves. Flat to 93% of the lower rate's half within 0.01 dB, and 100 dB down from that half on
 * (test/media/resample.test.ts measures both).
 */
import { besselI0 } from './bessel.js';
import { directCorrelation } from './correlation.js';

/** Zero crossings of the sinc on each side. With STOP_BAND_DB they make a transition band of 6% of the lower rate's half. */
const CROSSINGS = 107;
const STOP_BAND_DB = 100;
/** -6 dB point in shares of the lower rate's half: the middle of the transition band, which ends just under the half itself. */
const CUTOFF = 0.965;
/** Kaiser and Schafer 1980. */
const KAISER_BETA = 0.1102 * (STOP_BAND_DB - 8.7);
/** Up to so many phases are kept; pairs of rates with more (44,101 Hz to 48 kHz) are no file's, and cost time rather than memory. */
const PHASES_KEPT = 1024;
/** Products are added up in so many rows: a sum waits for its own last addition, and rows do not wait for one another. */
const ROWS = 4;

/**
 * Resamples a mono clip without moving it: the instant of input sample i is that of output sample i * toRate / fromRate.
 *
 * @returns round(length * toRate / fromRate) samples; a copy when the rates are equal. Silence surrounds the clip.
 * @throws RangeError when a rate is not a positive integer.
 */
export function resample(samples: Float32Array, fromRate: number, toRate: number): Promise<Float32Array> {
  return new Promise((resolve) => {
    for (const rate of [fromRate, toRate])
      if (!Number.isInteger(rate) || rate <= 0) throw new RangeError(`a sample rate must be a positive integer, not ${rate}`);
    resolve(fromRate === toRate ? samples.slice() : convert(samples, fromRate, toRate));
  });
}

function convert(samples: Float32Array, fromRate: number, toRate: number): Float32Array {
  const divisor = gcd(fromRate, toRate);
  const [up, down] = [toRate / divisor, fromRate / divisor];
  const filter = new Polyphase(up, down);
  const { before, length } = filter;
  const line = new Float32Array(samples.length + 2 * length);
  line.set(samples, before);
  const output = new Float32Array(Math.round((samples.length * toRate) / fromRate));
  if (down === 1) return interleave(line, filter, output);
  // Output j lies at input position j * down / up: `at` whole samples and `phase` of `up` parts of one.
  for (let j = 0, at = 0, phase = 0; j < output.length; j++) {
    output[j] = product(line, at, filter.taps(phase));
    phase += down;
    const whole = Math.floor(phase / up);
    at += whole;
    phase -= whole * up;
  }
  return output;
}

/** To a multiple of the rate: each phase by itself is a correlation, which is quicker than one output after another. */
function interleave(line: Float32Array, filter: Polyphase, output: Float32Array): Float32Array {
  for (let phase = 0; phase < filter.phases; phase++) {
    const sums = directCorrelation(line, filter.taps(phase));
    for (let j = phase, i = 0; j < output.length; j += filter.phases, i++) output[j] = sums[i] as number;
  }
  return output;
}

/** The filter as seen from each of the places that an output can have between two inputs. */
class Polyphase {
  /** Taps of a phase; a multiple of ROWS. */
  readonly length: number;
  /** How many of them lie before the input at or before the output. */
  readonly before: number;
  readonly phases: number;
  /** -6 dB point in cycles of a half per input sample. */
  readonly #cutoff: number;
  readonly #half: number;
  readonly #kept: (Float32Array | undefined)[] = [];

  constructor(up: number, down: number) {
    this.phases = up;
    const lower = Math.min(1, up / down);
    this.#cutoff = CUTOFF * lower;
    this.#half = CROSSINGS / lower;
    this.before = Math.ceil(this.#half);
    this.length = ROWS * Math.ceil((2 * this.before + 1) / ROWS);
  }

  taps(phase: number): Float32Array {
    const kept = this.#kept[phase];
    if (kept) return kept;
    const taps = Float64Array.from({ length: this.length }, (_, i) => this.#weight(i - this.before - phase / this.phases));
    const gain = taps.reduce((sum, tap) => sum + tap, 0);
    const normal = Float32Array.from(taps, (tap) => tap / gain);
    if (this.phases <= PHASES_KEPT) this.#kept[phase] = normal;
    return normal;
  }

  /** Of the input so many samples after the output. */
  #weight(distance: number): number {
    const share = distance / this.#half;
    if (Math.abs(share) >= 1) return 0;
    const x = Math.PI * this.#cutoff * distance;
    return (x === 0 ? 1 : Math.sin(x) / x) * besselI0(KAISER_BETA * Math.sqrt(1 - share ** 2));
  }
}

/** The line from `at` on against the taps. */
function product(line: Float32Array, at: number, taps: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0, k = at; i < taps.length; i += ROWS, k += ROWS) {
    a += (taps[i] as number) * (line[k] as number);
    b += (taps[i + 1] as number) * (line[k + 1] as number);
    c += (taps[i + 2] as number) * (line[k + 2] as number);
    d += (taps[i + 3] as number) * (line[k + 3] as number);
  }
  return a + b + (c + d);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
