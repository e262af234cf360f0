/**
 * Texts whose numbers know what they count: printed as they are in the console, and as links to their windows on the page. Where a number
 * stands in the summary is a JSON pointer (score/counted.ts).
 */

/** A number in a text. */
export interface Num {
  /** "7", or with a word of its own: "1 within uncertainty". */
  readonly text: string;
  /** How many windows stand behind it; the list has to be as long. */
  readonly n: number;
  /** The counts that they are the windows of, together; below the row's own pointer. */
  readonly at: readonly string[];
  /** What they are, for the list's heading: "failed". */
  readonly what: string;
}

export type Words = readonly (string | Num)[];

export function num(n: number, at: string | readonly string[], what: string, text = String(n)): Num {
  return { text, n, at: typeof at === 'string' ? [at] : at, what };
}

export function textOf(words: Words): string {
  return words.map((one) => (typeof one === 'string' ? one : one.text)).join('');
}

/** Texts one after another, those that are empty left out. */
export function joined(texts: readonly Words[], by = ', '): Words {
  return texts.filter((words) => textOf(words) !== '').flatMap((words, i) => (i === 0 ? words : [by, ...words]));
}

/** The same text, its numbers' places moved below another one. */
export function below(at: string, words: Words): Words {
  return words.map((one) => (typeof one === 'string' ? one : { ...one, at: one.at.map((path) => at + path) }));
}
