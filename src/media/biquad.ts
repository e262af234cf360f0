import { isSilent } from './silence.js';

const STATE_FLOOR = 1e-30;
/** So many samples are worked off at a time, so that silence between words is passed over. */
const CHUNK = 480;

/** One second-order filter section, direct form II transposed; streaming: its state lives from call to call. */
export class Biquad {
  readonly #b: readonly [number, number, number];
  readonly #a: readonly [number, number];
  #z1 = 0;
  #z2 = 0;

  /** Transfer function (b0 + b1 z^-1 + b2 z^-2) / (1 + a1 z^-1 + a2 z^-2). */
  constructor(b: readonly [number, number, number], a: readonly [number, number]) {
    this.#b = b;
    this.#a = a;
  }

  /** Whether nothing rings any more: silence gives silence. */
  get atRest(): boolean {
    return this.#z1 === 0 && this.#z2 === 0;
  }

  /**
   * @param output the input itself, or zeros: silence is not written.
   * @param wrote told of the stretches that were written, which are all that is not silent.
   */
  process(input: Float32Array, output = new Float32Array(input.length), wrote?: (from: number, to: number) => void): Float32Array {
    for (let from = 0; from < input.length; from += CHUNK) {
      const to = Math.min(from + CHUNK, input.length);
      if (this.#run(input, output, from, to, 1)) wrote?.(from, to);
    }
    return output;
  }

  /** Filters from the last sample to the first: the ringing comes to lie before a sound. */
  processBackward(input: Float32Array, wrote?: (from: number, to: number) => void): Float32Array {
    const output = new Float32Array(input.length);
    for (let to = input.length; to > 0; to -= CHUNK) {
      const from = Math.max(0, to - CHUNK);
      if (this.#run(input, output, to - 1, from - 1, -1)) wrote?.(from, to);
    }
    return output;
  }

  /** From sample `from` up to and without `end`, forward or backward. False for silence, which stays what it is. */
  #run(input: Float32Array, output: Float32Array, from: number, end: number, step: 1 | -1): boolean {
    if (this.atRest) {
      const [first, last] = step === 1 ? [from, end] : [end + 1, from + 1];
      if (isSilent(input, first, last)) return false;
    }
    const [b0, b1, b2] = this.#b;
    const [a1, a2] = this.#a;
    let z1 = this.#z1;
    let z2 = this.#z2;
    for (let i = from; i !== end; i += step) {
      const x = input[i] as number;
      const y = b0 * x + z1;
      z1 = b1 * x - a1 * y + z2;
      z2 = b2 * x - a2 * y;
      // Over silence the state would decay into denormals, which cost a hundred times a normal multiplication.
      if (z1 < STATE_FLOOR && z1 > -STATE_FLOOR) z1 = 0;
      if (z2 < STATE_FLOOR && z2 > -STATE_FLOOR) z2 = 0;
      output[i] = y;
    }
    this.#z1 = z1;
    this.#z2 = z2;
    return true;
  }

  reset(): void {
    this.#z1 = 0;
    this.#z2 = 0;
  }
}

/** Second-order Butterworth high-pass by the bilinear transform with pre-warping (-3 dB at `cutoffHz`). */
export function highPass(cutoffHz: number, rate: number): Biquad {
  const k = Math.tan((Math.PI * cutoffHz) / rate);
  const norm = 1 / (1 + Math.SQRT2 * k + k * k);
  return new Biquad([norm, -2 * norm, norm], [2 * (k * k - 1) * norm, (1 - Math.SQRT2 * k + k * k) * norm]);
}
