/** Tells sound from silence by level alone, frame by frame. The rig's humans stream digital silence between their turns. */

/** Levels in dB of full scale: sound begins above the one and lasts while frames are above the other. */
const ON_DB = -42;
const OFF_DB = -48;

export interface GateState {
  /** Whether this frame holds sound. */
  readonly sound: boolean;
  /** Audio time of this frame's end, ms since the first frame. */
  readonly at: number;
  /** Sound-free time up to this frame's end, ms; 0 while there is sound. */
  readonly quiet: number;
}

export class LevelGate {
  #at = 0;
  #quiet = 0;
  #open = false;

  /** @param samples mono, 16 bit. */
  push(samples: Int16Array, rate: number): GateState {
    const length = (samples.length / rate) * 1000;
    this.#at += length;
    const level = levelDb(samples);
    this.#open = level > (this.#open ? OFF_DB : ON_DB);
    this.#quiet = this.#open ? 0 : this.#quiet + length;
    return { sound: this.#open, at: this.#at, quiet: this.#quiet };
  }
}

/** RMS level of 16-bit samples in dB of full scale; -Infinity for digital silence. */
export function levelDb(samples: Int16Array): number {
  if (samples.length === 0) return Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (const x of samples) sum += x * x;
  return 10 * Math.log10(sum / samples.length / 32_768 ** 2);
}
