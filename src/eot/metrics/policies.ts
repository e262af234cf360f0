/**
 * What all policies of one threshold do, without asking every policy about every span. A hold is cut off if it outlives the timeout, or the
 * later of fire and action delay; an end of turn is detected if it fires by the timeout (eot-bench.md, the sweep).
 */
import { EPS } from '../constants.js';
import type { Side } from './side.js';
import { int32Of } from './typed.js';

/** How many of the ascending limits a duration outlives: the first ones. */
function outlived(limits: Float64Array, duration: number): number {
  let count = 0;
  while (count < limits.length && duration > (limits[count] as number) + EPS) count++;
  return count;
}

/** Holds that are cut off, for every action delay and timeout. */
export class CutoffCounter {
  readonly #holds: Side;
  readonly #delays: number;
  readonly #width: number;
  /** How many delays, and how many timeouts, each hold outlives. */
  readonly #pastDelays: Int32Array;
  readonly #pastTimeouts: Int32Array;
  /** Where each hold is counted in `#holdsBy`. */
  readonly #cell: Int32Array;
  /** Holds by delays outlived after the model fired (0 where it did not within the hold), and timeouts outlived. */
  readonly #holdsBy: Int32Array;
  /** Holds that outlive no more than so many delays after the model fired, and no more than so many timeouts. */
  readonly #kept: Int32Array;

  constructor(holds: Side, delays: Float64Array, timeouts: Float64Array) {
    this.#holds = holds;
    [this.#delays, this.#width] = [delays.length, timeouts.length + 1];
    this.#pastDelays = int32Of(holds.duration, (duration) => outlived(delays, duration));
    this.#pastTimeouts = int32Of(holds.duration, (duration) => outlived(timeouts, duration));
    this.#holdsBy = new Int32Array((delays.length + 1) * this.#width);
    this.#kept = new Int32Array(this.#holdsBy.length);
    this.#cell = this.#pastTimeouts.slice();
    for (const cell of this.#cell) this.#holdsBy[cell] = (this.#holdsBy[cell] as number) + 1;
    this.#sumUp();
  }

  /** @param moved holds that fire at other times than before */
  move(moved: Int32Array): void {
    if (moved.length === 0) return;
    const { duration, fire } = this.#holds;
    for (const hold of moved) {
      const delays = (duration[hold] as number) > (fire[hold] as number) + EPS ? (this.#pastDelays[hold] as number) : 0;
      const [before, now] = [this.#cell[hold] as number, delays * this.#width + (this.#pastTimeouts[hold] as number)];
      this.#holdsBy[before] = (this.#holdsBy[before] as number) - 1;
      this.#holdsBy[now] = (this.#holdsBy[now] as number) + 1;
      this.#cell[hold] = now;
    }
    this.#sumUp();
  }

  #sumUp(): void {
    const width = this.#width;
    for (let d = 0; d <= this.#delays; d++) {
      let row = 0;
      for (let t = 0; t < width; t++) {
        row += this.#holdsBy[d * width + t] as number;
        this.#kept[d * width + t] = row + (d === 0 ? 0 : (this.#kept[(d - 1) * width + t] as number));
      }
    }
  }

  /** Cut off by the policy with delay number `delay` and timeout number `timeout`. */
  at(delay: number, timeout: number): number {
    return this.#holds.count - (this.#kept[delay * this.#width + timeout] as number);
  }
}
