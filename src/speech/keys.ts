/** Keys in what somebody else sent: servers quote the key that they refuse, and a process has this one's environment. */

/** A value shorter than this is no secret: local servers take "none" and "dummy", words that an agent may say. Chosen. */
export const SHORTEST_KEY = 8;

export const HIDDEN_KEY = '[key]';

/**
 * Gives texts without these keys, as they are or as JSON or a URL may write them (`\u0073`, `\/`, `%73`).
 * Whoever cuts a text hides first: half a key is not found.
 */
export function keyHider(keys: readonly (string | undefined)[], shortest = SHORTEST_KEY): (text: string) => string {
  const known = [...new Set(keys.map((key) => key?.trim() ?? ''))].filter((key) => key.length >= Math.max(1, shortest));
  if (known.length === 0) return (text) => text;
  // The longest first: one key may begin another.
  const patterns = known
    .toSorted((a, b) => b.length - a.length)
    .map((key) => Array.from({ length: key.length }, (_, i) => unit(key, i)).join(''));
  const pattern = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(pattern, HIDDEN_KEY);
}

/** One UTF-16 unit of a key, in each way of writing it. */
function unit(key: string, i: number): string {
  const code = key.charCodeAt(i).toString(16).padStart(4, '0');
  const hex = Array.from(code, (digit) => `[${digit}${digit.toUpperCase()}]`).join('');
  const percent = code.startsWith('00') ? `|%${hex.slice(hex.length / 2)}` : '';
  // A JSON text inside of a JSON text doubles its backslashes; no more of them than this, so that a wall of them costs nothing.
  return `(?:\\\\{0,4}\\u${code}|\\\\{1,4}u${hex}${percent})`;
}
