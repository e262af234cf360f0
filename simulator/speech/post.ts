/** POST of JSON to a speech or chat server: bounded tries, bounded waits, and no secret in any message. */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, TurnrigError } from '../../src/error.js';

export interface PostOptions {
  /** As messages call it: "the chat server". */
  readonly server: string;
  /** Sent as a bearer token and to nowhere else. */
  readonly apiKey?: string;
  readonly accept: string;
  /** Per request, ms. */
  readonly timeout: number;
  /** Tries when the server is busy (429, 5xx), silent, or cannot be reached. */
  readonly attempts: number;
  /** First wait between two tries, ms; it doubles. */
  readonly backoff: number;
  /** An answer longer than this is refused, bytes. */
  readonly longest?: number;
  /** What to do about a status; undefined status: it cannot be reached. */
  readonly hint: (status: number | undefined) => string;
}

/** A server may ask for any wait; a test rig does not sit still for longer than this. */
const LONGEST_WAIT_MS = 10_000;
/** Of a refusal's text only so much is shown. */
const SHOWN_REASON = 300;
const LONGEST_BYTES = 64 * 2 ** 20;

/** The URL of an API's path below its base; a "/v1" at the base's end is the same. @throws TurnrigError `input` when it is no http(s) URL */
export function endpointOf(baseUrl: string, path: string, server: string, example: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {
    // Told below, together with the URLs that parse but lead nowhere.
  }
  // The URL itself is not shown: people put user names and keys into it.
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TurnrigError('input', `the base URL of ${server} is not an http(s) URL`, { hint: `It looks like ${example}.` });
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/${path}`;
  return url;
}

/** @throws TurnrigError `speech-service` when the last try failed, with the server's own reason. */
export async function post(endpoint: URL, body: string, options: PostOptions): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(endpoint, body, options);
    if ('bytes' in outcome) return outcome.bytes;
    if (!outcome.again || attempt >= options.attempts) throw outcome.error;
    await sleep(Math.min(outcome.wait ?? options.backoff * 2 ** (attempt - 1), LONGEST_WAIT_MS));
  }
}

type Outcome =
  | { readonly bytes: Uint8Array }
  /** `wait`: what the server asked for, ms. */
  | { readonly error: TurnrigError; readonly again: boolean; readonly wait?: number };

async function tryOnce(endpoint: URL, body: string, options: PostOptions): Promise<Outcome> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: options.accept };
  if (options.apiKey !== undefined && options.apiKey !== '') headers['authorization'] = `Bearer ${options.apiKey}`;
  const name = `${options.server} at ${endpoint.host}`;
  let response: Response;
  let bytes: Uint8Array;
  try {
    const signal = AbortSignal.timeout(options.timeout);
    response = await fetch(endpoint, { method: 'POST', headers, body, signal, redirect: 'error' });
    bytes = await bounded(response, options.longest ?? LONGEST_BYTES, name);
  } catch (thrown) {
    if (thrown instanceof TurnrigError) return { error: thrown, again: false };
    if (thrown instanceof Error && thrown.name === 'TimeoutError')
      return {
        error: new TurnrigError('speech-service', `${name} did not answer within ${options.timeout / 1000} s`, {
          hint: options.hint(undefined),
        }),
        again: true,
      };
    // undici says "fetch failed" and keeps the reason (ECONNREFUSED 127.0.0.1:9) in the cause.
    const reason = thrown instanceof Error && thrown.cause !== undefined ? messageOf(thrown.cause) : messageOf(thrown);
    const message = `${name} cannot be reached: ${hide(reason, options)}`;
    return { error: new TurnrigError('speech-service', message, { hint: options.hint(undefined) }), again: true };
  }
  if (response.ok) return { bytes };
  const reason = hide(new TextDecoder().decode(bytes.subarray(0, 4 * SHOWN_REASON)), options)
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

/** Servers quote the key they refuse. */
function hide(text: string, { apiKey }: PostOptions): string {
  return apiKey === undefined || apiKey === '' ? text : text.replaceAll(apiKey, '[key]');
}
