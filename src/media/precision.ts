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
/**
 * A sender's pushes are late by 0.7 ms at p95 (vectors/rtp, seven logs of real sources without a queue). What is later than that is one push
 * or the network's and the recorder's: the sender's clock does not share it, and over many packets the line is free of it.
 */
const SENDER_SPREAD: Samples = msToSamples(0.7);
/** Positions are whole samples. */
const ROUNDING: Samples = 0.5;
/** Share of the truth that the interval holds (statistics.md). */
const COVERAGE = 0.95;
/** So many packets, about half a second, say together that none of them reaches down to the line. */
const FLOOR_PACKETS = 25;
/**
 * A long epoch asks for more, about two seconds: a busy machine makes all packets of half a second late by a millisecond, and the line is right
 * all the same. Nothing is lost by it. A sender's clock stops and does not go back, so what no packet reaches behind a small hole stays out
 * of reach, and the line can lean to meet it by its slope of 200 ppm at most, 0.4 ms in two seconds.
 */
const LONG_FLOOR_PACKETS = 100;
/** No more than this share of its packets, so that a short epoch's small hole has packets on both sides. */
const FLOOR_SHARE = 1 / 4;
/** Packets in a stretch of one precision. */
const STRETCH_PACKETS = 10;
/** Precision is told in steps of a quarter of a millisecond, so that it does not change with every stretch. */
const STEP: Samples = msToSamples(0.25);

/** A track's lateness over its epochs' lines. */
export class LatenessPool {
  readonly #sorted: Float64Array;

  /** @param residuals lateness above the line of every anchor, in samples, in any order. */
  constructor(residuals: readonly number[]) {
    this.#sorted = new Float64Array(residuals).sort();
  }

  #quantile(q: number): Samples {
    const found = this.#sorted[Math.ceil(q * (this.#sorted.length - 1))] ?? 0;
    return this.#sorted.length < PRIOR_PACKETS ? Math.max(found, q * PRIOR) : found;
  }

  /** Half-width for a stretch: of an epoch with `packets` anchors, none of which reaches lower than `floor` above the line in it. */
  plusMinus(packets: number, floor: Samples): Samples {
    const lowest = this.#quantile(1 - (1 - COVERAGE) ** (1 / Math.max(1, packets)));
    // Under jitter as large as a step, the bounds of short epochs are as uncertain as the jitter is large.
    const spread = packets < FLOOR_PACKETS ? this.#quantile(COVERAGE) : Math.min(this.#quantile(COVERAGE), SENDER_SPREAD);
    return Math.hypot(lowest, spread) + floor + ROUNDING;
  }
}

/**
 * Where stretches begin, and how far above the line the packets of each lie, on the side where they lie higher: just behind a small hole the
 * packets before it say nothing. With few packets there is nothing to tell a floor from chance, and the line touches one anyway.
 */
export function stretches(residuals: readonly number[]): { readonly first: number; readonly floor: Samples }[] {
  const result: { first: number; floor: Samples }[] = [];
  for (let first = 0; first < residuals.length; first += STRETCH_PACKETS) {
    let floor = 0;
    for (let i = first; i < Math.min(first + STRETCH_PACKETS, residuals.length); i++) floor = Math.max(floor, floorAt(residuals, i));
    const steps = Math.floor(floor / STEP) * STEP;
    if (result.at(-1)?.floor !== steps) result.push({ first, floor: steps });
  }
  return result;
}

/** The floor behind the last packet of a row: what the live ear knows. */
export function lastFloor(residuals: readonly number[]): Samples {
  return residuals.length < FLOOR_PACKETS ? 0 : lowest(residuals, residuals.length - FLOOR_PACKETS, FLOOR_PACKETS);
}

function floorAt(residuals: readonly number[], at: number): Samples {
  const wanted = Math.max(FLOOR_PACKETS, Math.min(LONG_FLOOR_PACKETS, Math.floor(FLOOR_SHARE * residuals.length)));
  const [before, after] = [Math.min(wanted, at + 1), Math.min(wanted, residuals.length - at)];
  return Math.max(
    before < FLOOR_PACKETS ? 0 : lowest(residuals, at + 1 - before, before),
    after < FLOOR_PACKETS ? 0 : lowest(residuals, at, after),
  );
}

function lowest(residuals: readonly number[], from: number, count: number): Samples {
  let low = Infinity;
  for (let i = from; i < from + count; i++) low = Math.min(low, residuals[i] ?? Infinity);
  return low;
}
