/**
 * Streaming resampling by a polyphase windowed sinc, centred, so that nothing moves: the instant of input sample i is that of output sample
 * i * to / from. Any chunking of the input gives the same output.
 *
 * Shorter than the one for clips (../resample.ts): recordings are hours, and what is measured on them are edges of speech. Flat to 80% of the
 * lower rate's half, 80 dB down from that half on by design; no test measures it yet.
 */
import { besselI0 } from '../bessel.js';
import { isSilent } from '../silence.js';

/** Zero crossings of the sinc on each side: with STOP_BAND_DB a transition band of 20% of the lower rate's half (Kaiser and Schafer 1980). */
const CROSSINGS = 26;
const STOP_BAND_DB = 80;
/** -6 dB point in shares of the lower rate's half: the middle of the transition band. */
const CUTOFF = 0.9;
const KAISER_BETA = 0.1102 * (STOP_BAND_DB - 8.7);

export class StreamResampler {
  readonly #up: number;
  readonly #down: number;
  /** Taps of each phase, in a row. */
  readonly #taps: Float32Array;
  readonly #length: number;
  readonly #before: number;
  /** Input in reach of outputs to come; begins with zeros for what lies before the stream. */
  #line: Float32Array;
  #held: number;
  #phase = 0;
  /** Inputs to come that the next output begins after: more than 0 only where the rate falls a lot. */
  #ahead = 0;
  #received = 0;
  #given = 0;

  /** @throws RangeError when a rate is not a positive integer. */
  constructor(fromRate: number, toRate: number) {
    for (const rate of [fromRate, toRate])
      if (!Number.isInteger(rate) || rate <= 0) throw new RangeError(`a sample rate must be a positive integer, not ${rate}`);
    const divisor = gcd(fromRate, toRate);
    this.#up = toRate / divisor;
    this.#down = fromRate / divisor;
    const lower = Math.min(1, toRate / fromRate);
    const half = CROSSINGS / lower;
    this.#before = Math.ceil(half);
    this.#length = 4 * Math.ceil((2 * this.#before + 2) / 4);
    this.#taps = design(this.#up, this.#length, this.#before, half, CUTOFF * lower);
    this.#line = new Float32Array(2 * this.#length);
    this.#held = this.#before;
  }

  push(input: Float32Array): Float32Array {
    if (this.#up === this.#down) return input;
    this.#received += input.length;
    return this.#run(input);
  }

  /** Ends the stream: zeros follow it. @returns the rest of round(input * to / from) samples. */
  flush(): Float32Array {
    if (this.#up === this.#down) return new Float32Array(0);
    const owed = Math.round((this.#received * this.#up) / this.#down) - this.#given;
    return this.#run(new Float32Array(this.#length + Math.ceil(this.#down / this.#up))).slice(0, Math.max(0, owed));
  }

  #run(input: Float32Array): Float32Array {
    const length = this.#held + input.length;
    if (length > this.#line.length) {
      const larger = new Float32Array(length);
      larger.set(this.#line.subarray(0, this.#held));
      this.#line = larger;
    }
    const line = this.#line;
    line.set(input, this.#held);
    const n = this.#length;
    const output = new Float32Array(Math.max(0, Math.ceil(((length - n + 1) * this.#up) / this.#down) + 1));
    const silent = isSilent(line.subarray(0, length));
    let count = 0;
    let at = this.#ahead;
    let phase = this.#phase;
    while (at + n <= length) {
      if (!silent) output[count] = product(line, at, this.#taps, phase * n, n);
      count++;
      phase += this.#down;
      const whole = Math.floor(phase / this.#up);
      at += whole;
      phase -= whole * this.#up;
    }
    const kept = Math.min(at, length);
    line.copyWithin(0, kept, length);
    this.#held = length - kept;
    this.#phase = phase;
    this.#ahead = at - kept;
    this.#given += count;
    return output.subarray(0, count);
  }
}

/** Tap i of phase p weighs the input at i - before from the output's, p / up after it. */
function design(up: number, length: number, before: number, half: number, cutoff: number): Float32Array {
  const taps = new Float32Array(up * length);
  const row = new Float64Array(length);
  for (let phase = 0; phase < up; phase++) {
    let gain = 0;
    for (let i = 0; i < length; i++) {
      const distance = i - before - phase / up;
      const share = distance / half;
      const x = Math.PI * cutoff * distance;
      const weight = Math.abs(share) >= 1 ? 0 : (x === 0 ? 1 : Math.sin(x) / x) * besselI0(KAISER_BETA * Math.sqrt(1 - share ** 2));
      row[i] = weight;
      gain += weight;
    }
    for (let i = 0; i < length; i++) taps[phase * length + i] = (row[i] as number) / gain;
  }
  return taps;
}

/** Four sums side by side: a sum waits for its own last addition. */
function product(line: Float32Array, at: number, taps: Float32Array, from: number, length: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < length; i += 4) {
    a += (taps[from + i] as number) * (line[at + i] as number);
    b += (taps[from + i + 1] as number) * (line[at + i + 1] as number);
    c += (taps[from + i + 2] as number) * (line[at + i + 2] as number);
    d += (taps[from + i + 3] as number) * (line[at + i + 3] as number);
  }
  return a + b + (c + d);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
