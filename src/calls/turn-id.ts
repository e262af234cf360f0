/** Reversible names of turns in a data set (premature-reply.md, "Export"): call and turn, whatever characters they hold, as a name of a file. */

/** Stands between the two, and is escaped in both. */
const BETWEEN = '--';
const PLAIN = /^[A-Za-z0-9_.]$/;

/** "demo", "u001" is "demo--u001"; other characters are "~" and their UTF-8 bytes in hex, "~2d" for a hyphen. */
export function turnId(callId: string, turnId: string): string {
  return `${escape(callId)}${BETWEEN}${escape(turnId)}`;
}

/** Undefined of what `turnId` has not made. */
export function readTurnId(id: string): { readonly callId: string; readonly turnId: string } | undefined {
  const [first, second, ...more] = id.split(BETWEEN);
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const [callId, turn] = [unescape(first), unescape(second)];
  return callId === undefined || turn === undefined ? undefined : { callId, turnId: turn };
}

function escape(name: string): string {
  return Array.from(new TextEncoder().encode(name), (byte) => {
    const character = String.fromCharCode(byte);
    return PLAIN.test(character) ? character : `~${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

function unescape(text: string): string | undefined {
  if (text === '' || !/^(?:[A-Za-z0-9_.]|~[0-9a-f]{2})*$/.test(text)) return undefined;
  const bytes = text.match(/~[0-9a-f]{2}|./g) ?? [];
  const raw = Uint8Array.from(bytes, (one) => (one.length === 3 ? Number.parseInt(one.slice(1), 16) : one.charCodeAt(0)));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return undefined;
  }
}
