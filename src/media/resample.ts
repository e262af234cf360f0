/**
 * Resampling by a polyphase windowed sinc, of streams and of whole clips. Linear phase and centred, so nothing moves: the instant of input
 * sample i is that of output sample i * to / from. Any chunking of the input gives the same samples.
 *
 * 48 kHz to 16 kHz for what hears in real time is `Decimator`, whose filter is shorter.
 */
import { besselI0 } from './bessel.js';
import { directCorrelation } from './correlation.js';
import { isSilent } from './silence.js';

/** A Kaiser-windowed sinc (Kaiser and Schafer 1980). */
export interface ResamplerDesign {
  /** Zero crossings of the sinc on each side: with the stop band they make the width of the transition. */
  readonly crossings: number;
  readonly stopBandDb: number;
  /** -6 dB point in shares of the lower rate's half: the middle of the transition, which ends just under the half itself. */
  readonly cutoff: number;
}

/** For clips, which are played: flat to 93% of the lower rate's half within 0.01 dB, 100 dB down from that half on. */
export const CLIP_DESIGN: ResamplerDesign = { crossings: 107, stopBandDb: 100, cutoff: 0.965 };
/** For recordings, which last hours and of which edges of speech are measured: flat to 80% within 0.01 dB, 80 dB down from the half on. */
export const RECORDING_DESIGN: ResamplerDesign = { crossings: 26, stopBandDb: 80, cutoff: 0.9 };

/** Up to so many phases are kept; pairs of rates with more (44,101 Hz to 48 kHz) are no file's, and cost time rather than memory. */
const PHASES_KEPT = 1024;
/** Products are added up in so many rows: a sum waits for its own last addition, and rows do not wait for one another. */
const ROWS = 4;

/**
 * Resamples a mono clip.
 *
 * @returns round(length * toRate / fromRate) samples; a copy when the rates are equal. Silence surrounds the clip.
 * @throws RangeError when a rate is not a positive integer.
 */
export function resample(samples: Float32Array, fromRate: number, toRate: number): Float32Array {
  if (fromRate === toRate) return samples.slice();
  const resampler = new Resampler(fromRate, toRate, CLIP_DESIGN);
  const known = resampler.push(samples);
  const rest = resampler.flush();
  const whole = new Float32Array(known.length + rest.length);
  whole.set(known);
  whole.set(rest, known.length);
  return whole;
}

/** Resamples one channel of a stream. */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #filter: Polyphase;
  /** Input in reach of outputs to come; begins with zeros for what lies before the stream. */
  #line: Float32Array;
  #held: number;
  /** Where the next output's first tap lies in the line: whole samples and `#phase` of `#up` parts of one. */
  #at = 0;
  #phase = 0;
  #received = 0;
  #given = 0;

  /** @throws RangeError when a rate is not a positive integer. */
  constructor(fromRate: number, toRate: number, design: ResamplerDesign) {
    for (const rate of [fromRate, toRate])
      if (!Number.isInteger(rate) || rate <= 0) throw new RangeError(`a sample rate must be a positive integer, not ${rate}`);
    const divisor = gcd(fromRate, toRate);
    this.#up = toRate / divisor;
    this.#down = fromRate / divisor;
    this.#filter = new Polyphase(this.#up, this.#down, design);
    this.#line = new Float32Array(2 * this.#filter.length);
    this.#held = this.#filter.before;
  }

  /** @returns the samples that are known now; the input itself when the rates are equal. */
  push(input: Float32Array): Float32Array {
    if (this.#up === this.#down) return input;
    this.#received += input.length;
    return this.#run(input);
  }

  /** Ends the stream: zeros follow it. @returns the rest of round(input * to / from) samples. */
  flush(): Float32Array {
    if (this.#up === this.#down) return new Float32Array(0);
    const owed = Math.round((this.#received * this.#up) / this.#down) - this.#given;
    return this.#run(new Float32Array(this.#filter.length + Math.ceil(this.#down / this.#up))).slice(0, Math.max(0, owed));
  }

  #run(input: Float32Array): Float32Array {
    const line = this.#appended(input);
    // Output k lies (phase + k * down) / up inputs after `at`; the last one that is known has all of its taps in the line.
    const reach = (line.length - this.#filter.length + 1 - this.#at) * this.#up - this.#phase;
    const output = new Float32Array(Math.max(0, Math.ceil(reach / this.#down)));
    if (!isSilent(line)) {
      if (this.#down === 1) this.#interleave(line, output);
      else this.#oneByOne(line, output);
    }
    this.#advance(output.length, line.length);
    return output;
  }

  /** The line with the input behind it. */
  #appended(input: Float32Array): Float32Array {
    const length = this.#held + input.length;
    if (length > this.#line.length) {
      const larger = new Float32Array(length);
      larger.set(this.#line.subarray(0, this.#held));
      this.#line = larger;
    }
    this.#line.set(input, this.#held);
    return this.#line.subarray(0, length);
  }

  #oneByOne(line: Float32Array, output: Float32Array): void {
    let at = this.#at;
    let phase = this.#phase;
    for (let k = 0; k < output.length; k++) {
      output[k] = product(line, at, this.#filter.taps(phase));
      phase += this.#down;
      const whole = Math.floor(phase / this.#up);
      at += whole;
      phase -= whole * this.#up;
    }
  }

  /** To a multiple of the rate: each phase by itself is a correlation, which is quicker than one output after another. */
  #interleave(line: Float32Array, output: Float32Array): void {
    for (let phase = 0; phase < this.#up; phase++) {
      const sums = directCorrelation(line, this.#filter.taps(phase));
      for (let k = phase, i = 0; k < output.length; k += this.#up, i++) output[k] = sums[i] as number;
    }
  }

  #advance(outputs: number, length: number): void {
    const parts = this.#phase + outputs * this.#down;
    const whole = Math.floor(parts / this.#up);
    const kept = Math.min(this.#at + whole, length);
    this.#line.copyWithin(0, kept, length);
    this.#held = length - kept;
    this.#phase = parts - whole * this.#up;
    this.#at += whole - kept;
    this.#given += outputs;
  }
}

/** The filter as seen from each of the places that an output can have between two inputs. */
class Polyphase {
  /** Taps of a phase; a multiple of ROWS. */
  readonly length: number;
  /** How many of them lie before the input at or before the output. */
  readonly before: number;
  readonly #phases: number;
  /** -6 dB point in cycles of a half per input sample. */
  readonly #cutoff: number;
  readonly #half: number;
  /** Kaiser and Schafer 1980. */
  readonly #beta: number;
  readonly #kept: (Float32Array | undefined)[] = [];

  constructor(up: number, down: number, { crossings, stopBandDb, cutoff }: ResamplerDesign) {
    this.#phases = up;
    const lower = Math.min(1, up / down);
    this.#cutoff = cutoff * lower;
    this.#half = crossings / lower;
    this.#beta = 0.1102 * (stopBandDb - 8.7);
    this.before = Math.ceil(this.#half);
    this.length = ROWS * Math.ceil((2 * this.before + 1) / ROWS);
  }

  taps(phase: number): Float32Array {
    const kept = this.#kept[phase];
    if (kept) return kept;
    const taps = Float64Array.from({ length: this.length }, (_, i) => this.#weight(i - this.before - phase / this.#phases));
    const gain = taps.reduce((sum, tap) => sum + tap, 0);
    const normal = Float32Array.from(taps, (tap) => tap / gain);
    if (this.#phases <= PHASES_KEPT) this.#kept[phase] = normal;
    return normal;
  }

  /** Of the input so many samples after the output. */
  #weight(distance: number): number {
    const share = distance / this.#half;
    if (Math.abs(share) >= 1) return 0;
    const x = Math.PI * this.#cutoff * distance;
    return (x === 0 ? 1 : Math.sin(x) / x) * besselI0(this.#beta * Math.sqrt(1 - share ** 2));
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
