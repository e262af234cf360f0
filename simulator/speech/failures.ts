/**
 * What a failed request means to a user, in words of our own: the runtime's text may hold the URL, and with it what people put into URLs.
 */
import { TurnrigError } from '../../src/error.js';

/** Codes of errors that a server caused which was there: it took the connection, and gave no answer that could be read. */
const REACHED: Readonly<Record<string, string>> = {
  ECONNRESET: 'closed the connection without an answer',
  EPIPE: 'closed the connection without an answer',
  UND_ERR_SOCKET: 'closed the connection without an answer',
  UND_ERR_HEADERS_OVERFLOW: 'answered with headers that are too long',
};

const NOT_REACHED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'no host has that name',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its network',
  ETIMEDOUT: 'the connection was not taken in time',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not taken in time',
};

/** `name` is the server's, as messages call it: "the chat server at 127.0.0.1:8000". `hint` serves where it was not reached. */
export function requestFailure(thrown: unknown, name: string, hint: string): TurnrigError {
  const code = codeOf(thrown);
  const reached = REACHED[code] ?? (code.startsWith('HPE_') ? 'answered, but not as HTTP has it' : undefined);
  if (reached !== undefined)
    return new TurnrigError('speech-service', `${name} was reached, but ${reached} (${code})`, {
      hint: 'Look into its log; is it an HTTP server, and does it want https?',
    });
  const why = isBadPort(thrown)
    ? 'HTTP clients do not ask its port, which is that of another protocol'
    : (NOT_REACHED[code] ?? 'the request failed');
  return new TurnrigError('speech-service', `${name} cannot be reached: ${why}${code === '' ? '' : ` (${code})`}`, { hint });
}

/** The Fetch Standard's blocked ports (9, 22, 6667, ...); undici gives no code for them. */
const isBadPort = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.cause instanceof Error && thrown.cause.message === 'bad port';

/** The answer began and did not come to its end. */
export function brokenOff(thrown: unknown, name: string): TurnrigError {
  const code = codeOf(thrown);
  return new TurnrigError('speech-service', `${name} was reached, but its answer broke off${code === '' ? '' : ` (${code})`}`, {
    hint: 'Look into its log, and into that of any proxy before it.',
  });
}

/** A redirect is not followed: the key would go to somebody who was not named. `location` is the header as it was sent. */
export function redirected(status: number, location: string | null, endpoint: URL, name: string): TurnrigError {
  const to = location === null ? undefined : shown(location, endpoint);
  return new TurnrigError('speech-service', `${name} redirects (${status})${to === undefined ? '' : ` to ${to}`}`, {
    hint: 'Redirects are not followed, so that a key goes to no other server: give the base URL that it redirects to.',
  });
}

/** More of a URL says nothing to a reader. */
const SHOWN_URL = 200;

/** Without the query, which may hold a token; undefined where the URL has credentials or is none. */
function shown(location: string, endpoint: URL): string | undefined {
  let url: URL;
  try {
    url = new URL(location, endpoint);
  } catch {
    return undefined;
  }
  if (url.username !== '' || url.password !== '' || !/^https?:$/.test(url.protocol)) return undefined;
  return `${url.origin}${url.pathname}`.slice(0, SHOWN_URL);
}

/** "ECONNREFUSED"; undici says "fetch failed" and keeps the reason in the cause. Empty when there is no code, or what stands there is none. */
function codeOf(thrown: unknown): string {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const { code } = at as { readonly code?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) return code;
  }
  return '';
}
