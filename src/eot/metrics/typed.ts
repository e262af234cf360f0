/** Columns made of others, entry by entry. `Float64Array.from` does the same by an iterator, and makes an object of every step. */

export function float64Of<T>(items: ArrayLike<T>, of: (item: T, index: number) => number): Float64Array {
  const values = new Float64Array(items.length);
  for (let i = 0; i < values.length; i++) values[i] = of(items[i] as T, i);
  return values;
}

export function int32Of<T>(items: ArrayLike<T>, of: (item: T, index: number) => number): Int32Array {
  const values = new Int32Array(items.length);
  for (let i = 0; i < values.length; i++) values[i] = of(items[i] as T, i);
  return values;
}

/** 0 to `count` - 1. */
export function upTo(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}
