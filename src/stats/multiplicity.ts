/** Many tests at once: Holm inside a suite, Benjamini and Hochberg for lists of newly failing scenes (statistics.md). Adjusted p values. */

/** Holm (1979): the chance of one wrong rejection among all stays below the level, whatever the dependence. Same order as given. */
export function holm(pValues: readonly number[]): number[] {
  const m = pValues.length;
  let before = 0;
  return inOrder(pValues, (p, rank) => {
    before = Math.max(before, Math.min(1, p * (m - rank)));
    return before;
  });
}

/** Benjamini and Hochberg (1995): the share of wrong ones in the list stays below the level, for independent or positively dependent tests. */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const m = pValues.length;
  let after = 1;
  // From the largest down; -p sorts so, and rank 0 is then the m-th.
  return inOrder(
    pValues.map((p) => -p),
    (negative, rank) => {
      after = Math.min(after, (-negative * m) / (m - rank));
      return after;
    },
  );
}

function inOrder(values: readonly number[], adjust: (value: number, rank: number) => number): number[] {
  const adjusted = new Array<number>(values.length).fill(0);
  const sorted = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  for (const [rank, { value, index }] of sorted.entries()) adjusted[index] = adjust(value, rank);
  return adjusted;
}
