/** POST to a speech or chat server: bounded tries, bounded waits, and no secret in any message. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TurnrigError } from '../../src/error.js';
import { keyHider } from '../../src/speech/keys.js';
import { brokenOff, redirected, requestFailure } from './failures.js';

export interface PostOptions {
  /** As messages call it: "the chat server". */
  readonly server: string;
  /** Sent as a bearer token and to nowhere else. */
  readonly apiKey?: string;
  readonly accept: string;
  /** Of the body; JSON where it is left out. */
  readonly contentType?: string;
  /** Per request, ms. */
  readonly timeout: number;
  /** Tries when the server is busy (429, 5xx), silent, or cannot be reached. */
  readonly attempts: number;
  /** First wait between two tries, ms; it doubles. */
  readonly backoff: number;
  /** An answer longer than this is refused, bytes. */
  readonly longest?: number;
  /** Ends the request and the wait that are under way, and makes no other. */
  readonly signal?: AbortSignal;
  /** What to do about a status; undefined status: it cannot be reached. */
  readonly hint: (status: number | undefined) => string;
}

type Body = string | Uint8Array<ArrayBuffer>;

/** A server may ask for any wait; a test rig does not sit still for longer than this. */
const LONGEST_WAIT_MS = 10_000;
/** Of a refusal's text only so much is shown. */
const SHOWN_REASON = 300;
/** So much of it is searched for the key before it is cut. */
const READ_REASON_BYTES = 2 ** 16;
const LONGEST_BYTES = 64 * 2 ** 20;

/**
 * The URL of an API's path below its base; a "/v1" at the base's end is the same.
 *
 * @param keyEnv environment variable where a key belongs.
 * @throws TurnrigError `input` when it is no http(s) URL, or has credentials
 */
export function endpointOf(
  baseUrl: string,
  path: string,
  { server, example, keyEnv }: { readonly server: string; readonly example: string; readonly keyEnv: string },
): URL {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {
    // Told below, together with the URLs that parse but lead nowhere.
  }
  // The URL itself is not shown: people put user names and keys into it.
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TurnrigError('input', `the base URL of ${server} is not an http(s) URL`, { hint: `It looks like ${example}.` });
  if (url.username !== '' || url.password !== '')
    throw new TurnrigError('input', `the base URL of ${server} has a user name or a password in it`, {
      hint: `Leave them out (${example}): a key goes into ${keyEnv}.`,
    });
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/${path}`;
  return url;
}

/** @throws TurnrigError `speech-service` when the last try failed, with the server's own reason; the signal's reason when it was aborted. */
export async function post(endpoint: URL, body: Body, options: PostOptions): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    const { signal } = options;
    signal?.throwIfAborted();
    const outcome = await tryOnce(endpoint, body, options);
    signal?.throwIfAborted();
    if ('bytes' in outcome) return outcome.bytes;
    if (!outcome.again || attempt >= options.attempts) throw outcome.error;
    await sleep(Math.min(outcome.wait ?? options.backoff * 2 ** (attempt - 1), LONGEST_WAIT_MS), undefined, signal && { signal });
  }
}

type Outcome =
  | { readonly bytes: Uint8Array }
  /** `wait`: what the server asked for, ms. */
  | { readonly error: TurnrigError; readonly again: boolean; readonly wait?: number };

async function tryOnce(endpoint: URL, body: Body, options: PostOptions): Promise<Outcome> {
  const ends = new AbortController();
  const stop = (): void => ends.abort(options.signal?.reason);
  const timer = setTimeout(() => ends.abort(new DOMException('too late', LATE)), options.timeout);
  options.signal?.addEventListener('abort', stop, { once: true });
  try {
    return await request(endpoint, body, options, ends.signal);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

/** Name of what ends a request whose time is up. */
const LATE = 'TimeoutError';

async function request(endpoint: URL, body: Body, options: PostOptions, signal: AbortSignal): Promise<Outcome> {
  const headers: Record<string, string> = { 'content-type': options.contentType ?? 'application/json', accept: options.accept };
  const name = `${options.server} at ${endpoint.host}`;
  const key = options.apiKey?.trim() ?? '';
  // The runtime would quote the whole header.
  if (!/^[\x21-\x7e]*$/.test(key))
    return { error: new TurnrigError('input', `the key of ${options.server} has characters that no HTTP header can carry`), again: false };
  if (key !== '') headers['authorization'] = `Bearer ${key}`;
  // Servers quote the key they refuse.
  const hide = keyHider([key], 1);
  let response: Response;
  try {
    response = await fetch(endpoint, { method: 'POST', headers, body, signal, redirect: 'manual' });
  } catch (thrown) {
    return { error: late(thrown, name, options) ?? requestFailure(thrown, name, options.hint(undefined)), again: true };
  }
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel().catch(() => undefined);
    const location = response.headers.get('location');
    return { error: redirected(response.status, location && hide(location), endpoint, name), again: false };
  }
  let bytes: Uint8Array;
  try {
    bytes = await bounded(response, options.longest ?? LONGEST_BYTES, name);
  } catch (thrown) {
    if (thrown instanceof TurnrigError) return { error: thrown, again: false };
    return { error: late(thrown, name, options) ?? brokenOff(thrown, name), again: true };
  }
  if (response.ok) return { bytes };
  const reason = hide(new TextDecoder().decode(bytes.subarray(0, READ_REASON_BYTES)))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN_REASON);
  const error = new TurnrigError('speech-service', `${name} answered ${response.status}: ${reason}`, {
    hint: options.hint(response.status),
  });
  const asked = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
  const again = response.status === 429 || response.status >= 500;
  return { error, again, ...(Number.isFinite(asked) ? { wait: Math.max(0, asked) } : {}) };
}

function late(thrown: unknown, name: string, { timeout, hint }: PostOptions): TurnrigError | undefined {
  if (!(thrown instanceof Error) || thrown.name !== LATE) return undefined;
  return new TurnrigError('speech-service', `${name} did not answer within ${timeout / 1000} s`, { hint: hint(undefined) });
}

async function bounded(response: Response, longest: number, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Responses of fetch are async iterable in Node; its types do not say so.
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > longest) throw new TurnrigError('speech-service', `${name} sent more than ${Math.round(longest / 2 ** 20)} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
