/**
 * The sum of doubles in NumPy's order. Rows of a trade-off are sorted by exact floats, so that a sum in another order moves rows and can
 * turn a Pareto flag (eot-bench.md, "Metrics"). Only the benchmark sums so; the rest of the rig has no use for it.
 */

/** Longest piece that is summed by eight accumulators. */
export const BLOCK = 128;
export const LANES = 8;

/** How much of a longer sum its first half takes: whole lanes. */
export function firstHalf(count: number): number {
  const half = Math.floor(count / 2);
  return half - (half % LANES);
}

/** @param from index of the first value; `count` of them are summed */
export function pairwiseSum(values: Float64Array, from = 0, count = values.length - from): number {
  if (count < LANES) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[from + i] as number;
    return sum;
  }
  if (count <= BLOCK) return blockSum(values, from, count);
  const first = firstHalf(count);
  return pairwiseSum(values, from, first) + pairwiseSum(values, from + first, count - first);
}

function blockSum(values: Float64Array, from: number, count: number): number {
  let a = values[from] as number;
  let b = values[from + 1] as number;
  let c = values[from + 2] as number;
  let d = values[from + 3] as number;
  let e = values[from + 4] as number;
  let f = values[from + 5] as number;
  let g = values[from + 6] as number;
  let h = values[from + 7] as number;
  const whole = from + count - (count % LANES);
  let i = from + LANES;
  for (; i < whole; i += LANES) {
    a += values[i] as number;
    b += values[i + 1] as number;
    c += values[i + 2] as number;
    d += values[i + 3] as number;
    e += values[i + 4] as number;
    f += values[i + 5] as number;
    g += values[i + 6] as number;
    h += values[i + 7] as number;
  }
  let sum = a + b + (c + d) + (e + f + (g + h));
  for (; i < from + count; i++) sum += values[i] as number;
  return sum;
}

/** `numpy.mean`. Undefined for no values. */
export function pairwiseMean(values: Float64Array): number | undefined {
  return values.length === 0 ? undefined : pairwiseSum(values) / values.length;
}
