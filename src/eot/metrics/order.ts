/** Rows in an order of several keys. The order decides ties between policies, so each use cites its keys (eot-bench.md, "Metrics"). */

export interface SortKey {
  readonly by: Float64Array;
  readonly descending?: boolean;
}

/** So many rows are put in order one by one: merging is for more. */
const FEW = 8;

/** An order of rows. NaN comes last, as pandas has it; equal rows stay in the order of their numbers. */
export class RowOrder {
  readonly #columns: readonly Float64Array[];
  readonly #signs: readonly number[];
  /** The first key by itself: nearly always it decides. */
  readonly #first: Float64Array;
  readonly #ascending: boolean;
  #space = new Int32Array(0);

  constructor(keys: readonly SortKey[]) {
    this.#columns = keys.map(({ by }) => by);
    this.#signs = keys.map(({ descending }) => (descending === true ? -1 : 1));
    this.#first = this.#columns[0] ?? new Float64Array(0);
    this.#ascending = this.#signs[0] !== -1;
  }

  /** Whether row a comes before row b. */
  before(a: number, b: number): boolean {
    const [x, y] = [this.#first[a] as number, this.#first[b] as number];
    if (x < y) return this.#ascending;
    if (x > y) return !this.#ascending;
    return this.#compare(a, b) < 0;
  }

  #compare(a: number, b: number): number {
    for (let key = 0; key < this.#columns.length; key++) {
      const column = this.#columns[key] as Float64Array;
      const [x, y] = [column[a] as number, column[b] as number];
      if (x === y) continue;
      if (x < y) return -(this.#signs[key] as number);
      if (x > y) return this.#signs[key] as number;
      const [noX, noY] = [Number.isNaN(x), Number.isNaN(y)];
      if (noX !== noY) return noX ? 1 : -1;
    }
    return a - b;
  }

  /** Puts a part of a list in order. A sort of the language calls its comparison from outside of compiled code, several times slower. */
  sort(rows: Int32Array, from = 0, to = rows.length): void {
    for (let start = from; start < to; start += FEW) this.#insert(rows, start, Math.min(start + FEW, to));
    if (this.#space.length < to - from) this.#space = new Int32Array(to - from);
    for (let width = FEW; width < to - from; width *= 2)
      for (let start = from; start + width < to; start += 2 * width)
        this.#merge(rows, start, start + width, Math.min(start + 2 * width, to));
  }

  #insert(rows: Int32Array, from: number, to: number): void {
    for (let i = from + 1; i < to; i++) {
      const row = rows[i] as number;
      let at = i;
      for (; at > from && this.before(row, rows[at - 1] as number); at--) rows[at] = rows[at - 1] as number;
      rows[at] = row;
    }
  }

  #merge(rows: Int32Array, start: number, middle: number, end: number): void {
    if (!this.before(rows[middle] as number, rows[middle - 1] as number)) return;
    const count = middle - start;
    const left = this.#space;
    for (let i = 0; i < count; i++) left[i] = rows[start + i] as number;
    let [i, right, at] = [0, middle, start];
    while (i < count && right < end) {
      const [a, b] = [left[i] as number, rows[right] as number];
      if (this.before(b, a)) {
        rows[at++] = b;
        right++;
      } else {
        rows[at++] = a;
        i++;
      }
    }
    while (i < count) rows[at++] = left[i++] as number;
  }
}

export function sortRows(rows: Int32Array | readonly number[], keys: readonly SortKey[]): Int32Array {
  const sorted = new Int32Array(rows);
  new RowOrder(keys).sort(sorted);
  return sorted;
}
