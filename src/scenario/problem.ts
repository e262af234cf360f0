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
  /** Something is not there; where the YAML is broken, that says nothing. */
  readonly missing?: true;
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
