/**
 * What all policies of one threshold do, without asking every policy about every span. A hold is cut off if it outlives the timeout, or the
 * later of fire and action delay; an end of turn is detected if it fires by the timeout (eot-bench.md, the sweep).
 */
import { EPS } from '../constants.js';
import { gatheredSum } from './pairwise-sum.js';
import type { Side } from './side.js';

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
  readonly #timeouts: number;
  /** How many delays, and how many timeouts, each hold outlives. */
  readonly #pastDelays: Int32Array;
  readonly #pastTimeouts: Int32Array;
  /** Holds by delays outlived after the model fired (0 where it did not within the hold), and timeouts outlived. */
  readonly #holdsBy: Int32Array;
  readonly #kept: Int32Array;

  constructor(holds: Side, delays: Float64Array, timeouts: Float64Array) {
    this.#holds = holds;
    [this.#delays, this.#timeouts] = [delays.length, timeouts.length];
    this.#pastDelays = Int32Array.from(holds.duration, (duration) => outlived(delays, duration));
    this.#pastTimeouts = Int32Array.from(holds.duration, (duration) => outlived(timeouts, duration));
    this.#holdsBy = new Int32Array((delays.length + 1) * (timeouts.length + 1));
    this.#kept = new Int32Array(this.#holdsBy.length);
  }

  /** To be called when spans fire at other times than before. */
  count(): void {
    const { count, duration, fire } = this.#holds;
    const width = this.#timeouts + 1;
    this.#holdsBy.fill(0);
    for (let i = 0; i < count; i++) {
      const delays = (duration[i] as number) > (fire[i] as number) + EPS ? (this.#pastDelays[i] as number) : 0;
      const cell = delays * width + (this.#pastTimeouts[i] as number);
      this.#holdsBy[cell] = (this.#holdsBy[cell] as number) + 1;
    }
    this.#sumUp(width);
  }

  /** #kept[d][t]: holds that outlive no more than d delays after the model fired, and no more than t timeouts. */
  #sumUp(width: number): void {
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
    return this.#holds.count - (this.#kept[delay * (this.#timeouts + 1) + timeout] as number);
  }
}

/** Latencies at ends of turn, summed in the reference's order. */
export class LatencySummer {
  readonly #eots: Side;
  readonly #timeouts: Float64Array;
  /** For each timeout the place of each span's latency in `#values`: its own, or the timeout's, which stands last. */
  readonly #places: readonly Int32Array[];
  readonly #detected: Int32Array;
  /** When each span is answered with the present action delay; behind them the present timeout. */
  readonly #values: Float64Array;

  constructor(eots: Side, timeouts: Float64Array) {
    this.#eots = eots;
    this.#timeouts = timeouts;
    this.#places = Array.from(timeouts, () => new Int32Array(eots.count));
    this.#detected = new Int32Array(timeouts.length);
    this.#values = new Float64Array(eots.count + 1);
  }

  /** To be called when spans fire at other times than before: what fires by a timeout does not hang on the action delay. */
  begin(): void {
    const { count, fire } = this.#eots;
    this.#places.forEach((places, t) => {
      const limit = (this.#timeouts[t] as number) + EPS;
      let detected = 0;
      for (let i = 0; i < count; i++) {
        const inTime = (fire[i] as number) <= limit;
        places[i] = inTime ? i : count;
        if (inTime) detected++;
      }
      this.#detected[t] = detected;
    });
  }

  actNoEarlierThan(delay: number): void {
    const { count, fire } = this.#eots;
    for (let i = 0; i < count; i++) {
      const time = fire[i] as number;
      this.#values[i] = time > delay ? time : delay;
    }
  }

  /** For timeouts that are no shorter than the action delay. */
  detected(timeout: number): number {
    return this.#detected[timeout] as number;
  }

  sum(timeout: number): number {
    this.#values[this.#eots.count] = this.#timeouts[timeout] as number;
    return gatheredSum(this.#values, this.#places[timeout] as Int32Array);
  }
}
