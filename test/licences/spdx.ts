/** Whether a licence, as packages name it, is one that turnrig ships (README.md of stand-ins/, THIRD_PARTY.md). */

/** MIT, BSD, Apache-2.0, MPL-2.0 and ISC, and what asks for less than they do. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'MPL-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD-4-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]);

/** Spellings that are no SPDX identifiers but say the same. */
const SPELLED: ReadonlyMap<string, string> = new Map([
  ['MPL 2.0', 'MPL-2.0'],
  ['Apache 2.0', 'Apache-2.0'],
]);

/**
 * @param expression an SPDX expression: identifiers, AND, OR, WITH, brackets. One part of an OR is enough, every part of an AND is needed; an
 * exception (WITH) never makes a licence stricter.
 * @param also identifiers that are allowed beside the usual ones.
 */
export function isAllowed(expression: string, also: ReadonlySet<string> = new Set()): boolean {
  const tokens = (SPELLED.get(expression.trim()) ?? expression).match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    const token = tokens[at++];
    if (token === '(') {
      const inner = either();
      return tokens[at++] === ')' && inner;
    }
    if (tokens[at] === 'WITH') at += 2;
    return token !== undefined && (ALLOWED.has(token) || also.has(token));
  };
  const every = (): boolean => {
    let allowed = one();
    while (tokens[at] === 'AND') {
      at++;
      allowed = one() && allowed;
    }
    return allowed;
  };
  const either = (): boolean => {
    let allowed = every();
    while (tokens[at] === 'OR') {
      at++;
      allowed = every() || allowed;
    }
    return allowed;
  };
  return either() && at === tokens.length;
}
