/** Rows in an order of several keys. The order decides ties between policies, so each use cites its keys (eot-bench.md, "Metrics"). */

export interface SortKey {
  readonly by: Float64Array;
  readonly descending?: boolean;
}

/** Below 0 where row a comes before row b. NaN comes last, as pandas has it; equal rows stay in their order. */
function comparison(keys: readonly SortKey[]): (a: number, b: number) => number {
  const columns = keys.map(({ by, descending }) => ({ by, sign: descending === true ? -1 : 1 }));
  return (a, b) => {
    for (const { by, sign } of columns) {
      const [x, y] = [by[a] as number, by[b] as number];
      if (x === y) continue;
      const [noX, noY] = [Number.isNaN(x), Number.isNaN(y)];
      if (noX && noY) continue;
      if (noX || noY) return noX ? 1 : -1;
      return x < y ? -sign : sign;
    }
    return a - b;
  };
}

export function sortRows(rows: Int32Array | readonly number[], keys: readonly SortKey[]): Int32Array {
  return Int32Array.from(rows).sort(comparison(keys));
}

/** The first of the rows in such an order; undefined without rows. */
export function firstRow(rows: readonly number[], keys: readonly SortKey[]): number | undefined {
  const compare = comparison(keys);
  let first: number | undefined;
  for (const row of rows) if (first === undefined || compare(row, first) < 0) first = row;
  return first;
}
