/**
 * Where things stand in one line of JSON: JSON.parse tells what a line holds, and not in which column, nor always where it broke.
 * Only read for lines that have a problem.
 */

export interface JsonPlaces {
  /** Offset of the value of each key of the outermost object, in UTF-16 units. */
  readonly values: ReadonlyMap<string, number>;
  /** Offset at which the text stops being JSON; undefined when all of it is. */
  readonly broken: number | undefined;
}

/** Deeper than any table's row; the scanner recurses. */
const MAX_DEPTH = 200;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Characters below the space stand escaped in JSON.
// eslint-disable-next-line no-control-regex -- these characters are exactly what JSON forbids
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

export function scanJson(text: string): JsonPlaces {
  const values = new Map<string, number>();
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const eat = (character: string): boolean => {
    take(SPACE);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const list = (close: string, one: () => boolean): boolean => {
    if (eat(close)) return true;
    do if (!one()) return false;
    while (eat(','));
    return eat(close);
  };
  const value = (depth: number): boolean => {
    take(SPACE);
    if (depth > MAX_DEPTH) return false;
    if (eat('{')) return list('}', () => member(depth));
    if (eat('[')) return list(']', () => value(depth + 1));
    return (take(STRING) ?? take(NUMBER) ?? take(WORD)) !== undefined;
  };
  const member = (depth: number): boolean => {
    take(SPACE);
    const key = take(STRING);
    if (key === undefined || !eat(':')) return false;
    take(SPACE);
    if (depth === 0) values.set(JSON.parse(key) as string, at);
    return value(depth + 1);
  };
  const whole = value(0);
  take(SPACE);
  return { values, broken: whole && at === text.length ? undefined : at };
}
