/** Number of single-character edits (insert, delete, replace, swap of neighbours) that lead from `a` to `b`. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** The valid name that was probably meant, or undefined when none is near: at most a third of the letters differ. */
export function nearest(value: string, valid: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  for (const name of valid) {
    const distance = editDistance(value.toLowerCase(), name.toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best !== undefined && least <= Math.max(1, Math.floor(Math.max(value.length, best.length) / 3)) ? best : undefined;
}
