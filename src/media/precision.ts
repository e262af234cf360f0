/**
 * How well an epoch's line is known: the honest half-width that every placed position carries.
 *
 * What can be wrong, and what the packets tell of it:
 *  - the lowest of n packets may still be late: the bound of the minimum of n draws from the track's own lateness;
 *  - a sender does not push each frame right on its line: the spread of lateness, as far as a sender's and not the network's;
 *  - the line may run below the true one for a while (a hole under the threshold of a step, long congestion): what no packet of a stretch
 *    reaches down to;
 *  - a step at the end of a track that too few packets have shown: its height;
 *  - the constant delays' own uncertainty.
 */
import { msToSamples, type Samples } from '../time/position.js';

/** A sender with no history is taken to be late by 2 ms at p95 (facts.md, "Publishing"). */
const PRIOR: Samples = msToSamples(2);
/** Fewer packets than this do not describe a track's lateness. */
const PRIOR_PACKETS = 20;
/** Lateness beyond half of the usual 10 ms frame is the network's: the sender's clock does not share it. */
const SENDER_SPREAD: Samples = msToSamples(5);
/** Share of the truth that the interval holds (statistics.md). */
const COVERAGE = 0.95;
/** Packets in a stretch: about one second of 20 ms packets. */
export const STRETCH_PACKETS = 50;

/** A track's lateness over its epochs' lines. */
export class LatenessPool {
  readonly #sorted: Float64Array;

  /** @param residuals lateness above the line of every anchor, in samples, in any order. */
  constructor(residuals: Iterable<number>) {
    this.#sorted = Float64Array.from(residuals).sort();
  }

  #quantile(q: number): Samples {
    const found = this.#sorted[Math.ceil(q * (this.#sorted.length - 1))] ?? 0;
    return this.#sorted.length < PRIOR_PACKETS ? Math.max(found, q * PRIOR) : found;
  }

  /** Half-width for a stretch: of an epoch with `packets` anchors, none of which reaches lower than `floor` above the line in it. */
  plusMinus(packets: number, floor: Samples): Samples {
    const lowest = this.#quantile(1 - (1 - COVERAGE) ** (1 / Math.max(1, packets)));
    const spread = Math.min(this.#quantile(COVERAGE), SENDER_SPREAD);
    return Math.hypot(lowest, spread) + floor;
  }
}

/** Where stretches begin, and how far above the line their lowest packet lies. A short last stretch joins the one before. */
export function stretches(residuals: readonly number[]): { readonly first: number; readonly floor: Samples }[] {
  const result: { first: number; floor: Samples }[] = [];
  const count = Math.max(1, Math.floor(residuals.length / STRETCH_PACKETS));
  for (let i = 0; i < count; i++) {
    const first = i * STRETCH_PACKETS;
    const end = i === count - 1 ? residuals.length : first + STRETCH_PACKETS;
    result.push({ first, floor: residuals.slice(first, end).reduce((low, r) => Math.min(low, r), Infinity) });
  }
  return result;
}
