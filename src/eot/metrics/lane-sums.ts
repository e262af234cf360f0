/**
 * Sums in NumPy's pairwise order that are kept while some of their values change. NumPy halves a long sum until pieces of at most 128 are
 * left, and sums each piece in eight lanes (pairwise-sum.ts): a changed value asks for its lane again, not for the whole.
 */
import { BLOCK, firstHalf, LANES } from './pairwise-sum.js';

/** What is kept of one sum: its lanes and pieces. */
export interface Lanes {
  readonly lanes: Float64Array;
  readonly pieces: Float64Array;
}

/** As many changed lanes make it cheaper to sum the whole piece side by side. */
const MANY = 5;

export class LaneSums {
  /** Begin of each piece, and behind the last. */
  readonly #begin: Int32Array;
  readonly #pieceOf: Int32Array;
  /** Changed lanes of each piece as bits; a change of the tail marks one, too. */
  readonly #changed: Uint16Array;
  /** Pieces with changes. */
  #dirty: number[] = [];

  constructor(private readonly count: number) {
    const begin: number[] = [];
    const split = (from: number, size: number): void => {
      if (size <= BLOCK) begin.push(from);
      else {
        const first = firstHalf(size);
        split(from, first);
        split(from + first, size - first);
      }
    };
    split(0, count);
    this.#begin = Int32Array.from([...begin, count]);
    this.#pieceOf = new Int32Array(count);
    begin.forEach((from, piece) => this.#pieceOf.fill(piece, from, this.#begin[piece + 1]));
    this.#changed = new Uint16Array(begin.length);
  }

  /** For so many sums. */
  make(sums: number): Lanes[] {
    const pieces = this.#changed.length;
    const [all, width] = [new Float64Array(sums * (LANES + 1) * pieces), (LANES + 1) * pieces];
    return Array.from({ length: sums }, (_, i) => ({
      lanes: all.subarray(i * width, i * width + LANES * pieces),
      pieces: all.subarray(i * width + LANES * pieces, (i + 1) * width),
    }));
  }

  /** What changed since the marks before, which every sum has seen. */
  mark(places: Int32Array): void {
    for (const piece of this.#dirty) this.#changed[piece] = 0;
    this.#dirty = [];
    for (const place of places) {
      const piece = this.#pieceOf[place] as number;
      if (this.#changed[piece] === 0) this.#dirty.push(piece);
      const lane = (place - (this.#begin[piece] as number)) % LANES;
      this.#changed[piece] = (this.#changed[piece] as number) | (1 << lane);
    }
  }

  /** The sum of `values[places[i]]`: taking values from their places costs no branch that a processor would have to guess. */
  sum({ lanes, pieces }: Lanes, values: Float64Array, places: Int32Array): number {
    for (const piece of this.#dirty) pieces[piece] = this.#piece(piece, lanes, values, places);
    return this.#join(pieces, 0, this.count, { next: 0 });
  }

  #join(pieces: Float64Array, from: number, size: number, at: { next: number }): number {
    if (size <= BLOCK) return pieces[at.next++] as number;
    const first = firstHalf(size);
    const left = this.#join(pieces, from, first, at);
    return left + this.#join(pieces, from + first, size - first, at);
  }

  #piece(piece: number, lanes: Float64Array, values: Float64Array, places: Int32Array): number {
    const [from, to] = [this.#begin[piece] as number, this.#begin[piece + 1] as number];
    const size = to - from;
    if (size < LANES) {
      let sum = 0;
      for (let i = from; i < to; i++) sum += values[places[i] as number] as number;
      return sum;
    }
    const whole = to - (size % LANES);
    const at = LANES * piece;
    const changed = this.#changed[piece] as number;
    if (bits(changed) >= MANY) sumLanes(lanes, at, values, places, from, whole);
    else
      for (let lane = 0; lane < LANES; lane++) {
        if ((changed & (1 << lane)) === 0) continue;
        let sum = values[places[from + lane] as number] as number;
        for (let i = from + lane + LANES; i < whole; i += LANES) sum += values[places[i] as number] as number;
        lanes[at + lane] = sum;
      }
    const [a, b, c, d] = [lanes[at] as number, lanes[at + 1] as number, lanes[at + 2] as number, lanes[at + 3] as number];
    const [e, f, g, h] = [lanes[at + 4] as number, lanes[at + 5] as number, lanes[at + 6] as number, lanes[at + 7] as number];
    let sum = a + b + (c + d) + (e + f + (g + h));
    for (let i = whole; i < to; i++) sum += values[places[i] as number] as number;
    return sum;
  }
}

/** All lanes of a piece at once. */
function sumLanes(lanes: Float64Array, at: number, values: Float64Array, places: Int32Array, from: number, whole: number): void {
  let a = values[places[from] as number] as number;
  let b = values[places[from + 1] as number] as number;
  let c = values[places[from + 2] as number] as number;
  let d = values[places[from + 3] as number] as number;
  let e = values[places[from + 4] as number] as number;
  let f = values[places[from + 5] as number] as number;
  let g = values[places[from + 6] as number] as number;
  let h = values[places[from + 7] as number] as number;
  for (let i = from + LANES; i < whole; i += LANES) {
    a += values[places[i] as number] as number;
    b += values[places[i + 1] as number] as number;
    c += values[places[i + 2] as number] as number;
    d += values[places[i + 3] as number] as number;
    e += values[places[i + 4] as number] as number;
    f += values[places[i + 5] as number] as number;
    g += values[places[i + 6] as number] as number;
    h += values[places[i + 7] as number] as number;
  }
  lanes[at] = a;
  lanes[at + 1] = b;
  lanes[at + 2] = c;
  lanes[at + 3] = d;
  lanes[at + 4] = e;
  lanes[at + 5] = f;
  lanes[at + 6] = g;
  lanes[at + 7] = h;
}

function bits(of: number): number {
  let count = 0;
  for (let rest = of; rest !== 0; rest &= rest - 1) count++;
  return count;
}
