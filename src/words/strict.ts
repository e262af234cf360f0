/**
 * The answer of a model that was asked for one JSON object of texts, read strictly. Whatever else comes (prose, a code fence, another key, another
 * type, a key twice) is not guessed at.
 */

/** @param keys all that it may have. @returns its values by key, or what is wrong with the answer. */
export function strictTexts<K extends string>(answer: string, keys: readonly K[], longest: number): Readonly<Record<K, unknown>> | string {
  if (answer.length > longest) return `the answer is longer than ${longest} characters`;
  let json: unknown;
  try {
    json = JSON.parse(answer);
  } catch {
    return 'the answer is not JSON alone';
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'the answer is not a JSON object';
  if (Object.keys(json).some((key) => !keys.some((known) => known === key))) return `the answer has other keys than ${keys.join(' and ')}`;
  return json as Readonly<Record<K, unknown>>;
}

/** Whether a key is there twice, of which JSON.parse keeps the last. Of an answer whose keys and values are all texts, one of each. */
export const hasKeyTwice = (answer: string, keys: number): boolean => (answer.match(/"(?:[^"\\]|\\.)*"/gs) ?? []).length !== 2 * keys;
