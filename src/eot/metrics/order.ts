/** Rows in an order of several keys. The order decides ties between policies, so each use cites its keys (eot-bench.md, "Metrics"). */

export interface SortKey {
  readonly by: Float64Array;
  readonly descending?: boolean;
}

/** Stable. NaN comes last, as pandas has it. */
export function sortRows(rows: Int32Array | readonly number[], keys: readonly SortKey[]): Int32Array {
  const columns = keys.map(({ by, descending }) => ({ by, sign: descending === true ? -1 : 1 }));
  const compare = (a: number, b: number): number => {
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
  return Int32Array.from(rows).sort(compare);
}

/** The first of the rows in such an order; undefined without rows. */
export function firstRow(rows: readonly number[], keys: readonly SortKey[]): number | undefined {
  return rows.length === 0 ? undefined : sortRows(rows, keys)[0];
}
