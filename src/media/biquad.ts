const STATE_FLOOR = 1e-30;

function isSilent(samples: Float32Array): boolean {
  for (let i = 0; i < samples.length; i++) if (samples[i] !== 0) return false;
  return true;
}

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

  /** Filters `input` into `output`, which may be the same array. */
  process(input: Float32Array, output: Float32Array = new Float32Array(input.length)): Float32Array {
    const [b0, b1, b2] = this.#b;
    const [a1, a2] = this.#a;
    let z1 = this.#z1;
    let z2 = this.#z2;
    if (z1 === 0 && z2 === 0 && isSilent(input)) return output.fill(0);
    for (let i = 0; i < input.length; i++) {
      const x = input[i] ?? 0;
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
    return output;
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
