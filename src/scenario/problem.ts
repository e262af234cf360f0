/** What is wrong with a scenario file, where, and what would be right. */

/** One problem of a file. Lines and columns count from 1, columns in UTF-16 units as editors do. */
export interface Problem {
  /** The file as the user named it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Where in the document: "scenes[0].turns[2].speaker"; empty for the document itself. */
  readonly path: string;
  /** The bad value as written, shortened; undefined when something is missing. */
  readonly value: string | undefined;
  readonly message: string;
  /** What to do, or the nearest valid name; empty when nothing is known. */
  readonly hint: string;
}

export type Path = readonly (string | number)[];

/** A problem as a check finds it: where it lies in the document, not yet in the file. */
export interface Finding {
  readonly path: Path;
  /** Point at the key (an unknown one) instead of its value. */
  readonly on?: 'key';
  readonly value?: unknown;
  readonly message: string;
  readonly hint?: string;
}

/** "scenes[0].turns[2].speaker" */
export function formatPath(path: Path): string {
  return path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
}

const SHOWN_CHARACTERS = 60;

/** A value as a message shows it: JSON on one line, shortened. Never throws. */
export function showValue(value: unknown): string {
  const text = typeof value === 'number' || value === undefined ? String(value) : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;
}

/** "quickstart.yaml:31:7: unknown key "spaeker" (scenes[0].turns[1]); did you mean "speaker"?" */
export function formatProblem(problem: Problem): string {
  const where = problem.path === '' ? '' : ` (${problem.path})`;
  const hint = problem.hint === '' ? '' : `\n    ${problem.hint}`;
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}${where}${hint}`;
}

/** Longest name for which a nearest one is looked for; the search costs the product of the lengths. */
const LONGEST_NAME = 64;

/**
 * The valid name nearest to a wrong one by edit distance, or undefined when none is near (more than a third of it differs).
 * Case alone counts half, so that "n1" finds "N1".
 */
export function nearest(wrong: string, valid: readonly string[]): string | undefined {
  if (wrong.length > LONGEST_NAME) return undefined;
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
