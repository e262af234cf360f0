/** The valid name somebody may have meant. */

/** Longest name for which a nearest one is looked for; the search costs the product of the lengths. */
const LONGEST_NAME = 64;

/**
 * The valid name nearest to a wrong one by edit distance, or undefined when none is near (more than a third of it differs).
 * Case alone counts half, so that "n1" finds "N1".
 */
export function nearest(wrong: string, valid: readonly string[]): string | undefined {
  // One letter is near to every other one.
  if (wrong.length < 2 || wrong.length > LONGEST_NAME) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wrong.length / 3)) + 0.5;
  for (const name of valid) {
    if (Math.abs(name.length - wrong.length) > bestDistance) continue;
    const distance = Math.min(editDistance(wrong, name), editDistance(wrong.toLowerCase(), name.toLowerCase()) + 0.5);
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** "did you mean "ana"?", or the valid names when none is near and they are few. */
export function suggest(wrong: unknown, valid: readonly string[]): string {
  const near = typeof wrong === 'string' ? nearest(wrong, valid) : undefined;
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (valid.length === 0) return '';
  const shown = valid.slice(0, 8).map((name) => `"${name}"`);
  return `Valid here: ${shown.join(', ')}${valid.length > shown.length ? ', …' : ''}.`;
}

/** Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], j: number): number => row[j] ?? Infinity;
