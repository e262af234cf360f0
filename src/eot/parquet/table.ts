/** Tables in memory: a column is one array. What pandas calls a data frame, for the few types the benchmark's files have. */

export type ColumnType = 'int64' | 'double' | 'string' | 'bool';

/** `int64` is kept as numbers: the files' integers are counts and indices. NaN in a double stands for null. */
export type Column =
  | { readonly type: 'int64' | 'double'; readonly values: Float64Array }
  | { readonly type: 'string'; readonly values: readonly (string | null)[] }
  | { readonly type: 'bool'; readonly values: readonly boolean[] };

export interface Table {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Column>;
}

export function table(columns: readonly (readonly [name: string, column: Column])[]): Table {
  return { rows: columns[0]?.[1].values.length ?? 0, columns: new Map(columns) };
}

/** Columns of typed arrays are these arrays themselves. */
const numbers = (values: ArrayLike<number>): Float64Array => (values instanceof Float64Array ? values : new Float64Array(values));
export const doubles = (values: ArrayLike<number>): Column => ({ type: 'double', values: numbers(values) });
export const integers = (values: ArrayLike<number>): Column => ({ type: 'int64', values: numbers(values) });
export const strings = (values: readonly (string | null)[]): Column => ({ type: 'string', values });
export const booleans = (values: readonly boolean[]): Column => ({ type: 'bool', values });

/** Numbers of a column; undefined where there is none, or it is of another type. */
export function numbersOf(from: Table, name: string): Float64Array | undefined {
  const column = from.columns.get(name);
  return column?.type === 'double' || column?.type === 'int64' ? column.values : undefined;
}

/** Texts of a column; numbers as texts, null as an empty one. Undefined where there is none. */
export function textsOf(from: Table, name: string): readonly string[] | undefined {
  const column = from.columns.get(name);
  if (column === undefined) return undefined;
  if (column.type === 'string') return column.values as readonly string[];
  return column.type === 'bool' ? column.values.map(String) : Array.from(column.values, String);
}
