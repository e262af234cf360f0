/** Latencies at ends of turn under every policy of one threshold, summed in the reference's order. */
import { EPS } from '../constants.js';
import { LaneSums, type Lanes } from './lane-sums.js';
import type { Side } from './side.js';

export class LatencySummer {
  readonly #eots: Side;
  readonly #timeouts: Float64Array;
  readonly #delays: Float64Array;
  readonly #lanes: LaneSums;
  /** For each timeout the place of each span's latency in `#values`: its own, or the timeout's, which stands last. */
  readonly #places: readonly Int32Array[];
  readonly #detected: Int32Array;
  /** For each action delay, when each span is answered; behind them the present timeout. */
  readonly #values: readonly Float64Array[];
  /** By delay and timeout. */
  readonly #sums: readonly Lanes[];

  constructor(eots: Side, delays: Float64Array, timeouts: Float64Array) {
    const { count } = eots;
    [this.#eots, this.#delays, this.#timeouts] = [eots, delays, timeouts];
    this.#lanes = new LaneSums(count);
    this.#places = Array.from(timeouts, () => new Int32Array(count).fill(count));
    this.#detected = new Int32Array(timeouts.length);
    this.#values = Array.from(delays, () => new Float64Array(count + 1).fill(Infinity));
    this.#sums = this.#lanes.make(delays.length * timeouts.length);
  }

  /** @param moved spans that fire at other times than before. Sums stand until the next call. */
  move(moved: Int32Array): void {
    const { count, fire } = this.#eots;
    this.#timeouts.forEach((timeout, t) => {
      const places = this.#places[t] as Int32Array;
      let detected = this.#detected[t] as number;
      for (const span of moved) {
        const now = (fire[span] as number) <= timeout + EPS ? span : count;
        if (places[span] === now) continue;
        detected += now === span ? 1 : -1;
        places[span] = now;
      }
      this.#detected[t] = detected;
    });
    this.#delays.forEach((delay, d) => {
      const values = this.#values[d] as Float64Array;
      for (const span of moved) {
        const time = fire[span] as number;
        values[span] = time > delay ? time : delay;
      }
    });
    this.#lanes.mark(moved);
  }

  /** For timeouts that are no shorter than the action delay. */
  detected(timeout: number): number {
    return this.#detected[timeout] as number;
  }

  /** Of the policy with delay number `delay` and timeout number `timeout`. */
  sum(delay: number, timeout: number): number {
    const values = this.#values[delay] as Float64Array;
    values[this.#eots.count] = this.#timeouts[timeout] as number;
    return this.#lanes.sum(this.#sums[delay * this.#timeouts.length + timeout] as Lanes, values, this.#places[timeout] as Int32Array);
  }
}
