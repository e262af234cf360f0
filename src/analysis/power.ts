/** How loud a channel is over hours, in one byte for every 8 ms: what leaks, silence and the loudness of a voice are read from. */
import { SAMPLES_PER_MS, type Samples } from '../time/position.js';

/** A step of 8 ms: a quarter of the detector's frame. */
export const STEP: Samples = 8 * SAMPLES_PER_MS;
/** The same at 16 kHz, as it is measured. */
const STEP_16K = 128;
/** Nothing at all, dB relative to full scale; a byte holds no less. */
export const NOTHING_DB = -128;
/** Steps in the beginning, 17 minutes of them; the room doubles. */
const FIRST_ROOM = 1 << 17;

/** Takes 16 kHz audio in pieces. */
export class PowerMeter {
  #steps = new Int8Array(FIRST_ROOM);
  #count = 0;
  #energy = 0;
  #filled = 0;

  push(samples16k: Float32Array): void {
    for (let i = 0; i < samples16k.length; i++) {
      const x = samples16k[i] as number;
      this.#energy += x * x;
      if (++this.#filled === STEP_16K) this.#close();
    }
  }

  /** @returns dB of each step, whole decibels. */
  finish(): Int8Array {
    if (this.#filled > 0) this.#close();
    return this.#steps.slice(0, this.#count);
  }

  #close(): void {
    if (this.#count === this.#steps.length) {
      const larger = new Int8Array(2 * this.#count);
      larger.set(this.#steps);
      this.#steps = larger;
    }
    const db = this.#energy === 0 ? NOTHING_DB : 10 * Math.log10(this.#energy / STEP_16K);
    this.#steps[this.#count++] = Math.max(NOTHING_DB, Math.min(0, Math.round(db)));
    this.#energy = 0;
    this.#filled = 0;
  }
}

/** The level that `share` of the steps [from, to) stay at or under, dB; NOTHING_DB without steps. */
export function quantileDb(steps: Int8Array, share: number, from = 0, to = steps.length): number {
  const counts = new Uint32Array(129);
  for (let i = from; i < to; i++) counts[-(steps[i] as number)] = (counts[-(steps[i] as number)] as number) + 1;
  const wanted = Math.ceil(share * (to - from));
  for (let db = NOTHING_DB, seen = 0; db <= 0; db++) {
    seen += counts[-db] ?? 0;
    if (seen >= wanted && seen > 0) return db;
  }
  return NOTHING_DB;
}
