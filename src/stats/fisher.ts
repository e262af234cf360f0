/**
 * Fisher's exact test for two shares, two-sided: the chance, with both margins given, of a table as unlikely as this one or more
 * (R. A. Fisher, 1934; the two-sided sum as R's `fisher.test` takes it).
 */

/** Tables whose chance differs from the observed one by less than this factor count as equally unlikely (as in R). */
const TIE = 1 + 1e-7;

/**
 * @param a,b hits among `ofA` and `ofB` trials; whole numbers.
 * @returns p in (0, 1]; 1 when either has no trials.
 * @throws RangeError for hits that are no whole number from 0 to their trials.
 */
export function fisherExact(a: number, ofA: number, b: number, ofB: number): number {
  for (const [hits, of] of [
    [a, ofA],
    [b, ofB],
  ] as const) {
    if (!Number.isSafeInteger(hits) || !Number.isSafeInteger(of) || hits < 0 || hits > of)
      throw new RangeError(`${hits} of ${of} is no share`);
  }
  const hits = a + b;
  const lowest = Math.max(0, hits - ofB);
  const highest = Math.min(ofA, hits);
  const weights: number[] = [];
  // Chances relative to the first table's, each from the one before it; in logarithms, since they span hundreds of orders of magnitude.
  let log = 0;
  for (let k = lowest; k <= highest; k++) {
    weights.push(log);
    log += Math.log(ofA - k) + Math.log(hits - k) - Math.log(k + 1) - Math.log(ofB - hits + k + 1);
  }
  const top = Math.max(...weights);
  const chances = weights.map((weight) => Math.exp(weight - top));
  const observed = chances[a - lowest] ?? 0;
  const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
  return sum(chances.filter((one) => one <= observed * TIE)) / sum(chances);
}
