/** Rows in an order of several keys. The order decides ties between policies, so each use cites its keys (eot-bench.md, "Metrics"). */

export interface SortKey {
  readonly by: Float64Array;
  readonly descending?: boolean;
}

/** Below 0 where row a comes before row b. NaN comes last, as pandas has it; equal rows stay in their order. */
function comparison(keys: readonly SortKey[]): (a: number, b: number) => number {
  const columns = keys.map(({ by }) => by);
  const signs = keys.map(({ descending }) => (descending === true ? -1 : 1));
  return (a, b) => {
    for (let key = 0; key < columns.length; key++) {
      const column = columns[key] as Float64Array;
      const [x, y] = [column[a] as number, column[b] as number];
      if (x === y) continue;
      if (x < y) return -(signs[key] as number);
      if (x > y) return signs[key] as number;
      const [noX, noY] = [Number.isNaN(x), Number.isNaN(y)];
      if (noX !== noY) return noX ? 1 : -1;
    }
    return a - b;
  };
}

/** Merged from the bottom up. A sort of the language calls its comparison from outside of compiled code, several times slower. */
export function sortRows(rows: Int32Array | readonly number[], keys: readonly SortKey[]): Int32Array {
  const compare = comparison(keys);
  const [{ by: first, descending } = { by: new Float64Array(0) }] = keys;
  const sign = descending === true ? -1 : 1;
  const before = (a: number, b: number): boolean => {
    const [x, y] = [sign * (first[a] as number), sign * (first[b] as number)];
    return x < y || (!(y < x) && compare(a, b) <= 0);
  };
  let from = new Int32Array(rows);
  let to = new Int32Array(from.length);
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        const [a, b] = [from[left] as number, from[right] as number];
        to[at] = right >= end || (left < middle && before(a, b)) ? (left++, a) : (right++, b);
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The first of the rows in such an order; undefined without rows. */
export function firstRow(rows: readonly number[], keys: readonly SortKey[]): number | undefined {
  const compare = comparison(keys);
  let first: number | undefined;
  for (const row of rows) if (first === undefined || compare(row, first) < 0) first = row;
  return first;
}
