/**
 * Any speech server that speaks OpenAI's HTTP API: POST {base}/v1/audio/speech (OpenAI, Kokoro-FastAPI, LocalAI, vLLM, ...).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, TurnrigError } from '../../src/error.js';
import { readAudio } from '../../src/media/audio-file.js';
import type { RenderedSpeech, Tts } from '../../src/speech/tts.js';

export interface OpenAiTtsOptions {
  /** E.g. "http://127.0.0.1:8880"; a "/v1" at its end is the same. */
  readonly baseUrl: string;
  /** Sent as a bearer token and to nowhere else: it is in no message, name or log. */
  readonly apiKey?: string;
  readonly model: string;
  /** Per request, ms. */
  readonly timeout?: number;
  /** Tries per line when the server is busy (429, 5xx) or cannot be reached. */
  readonly attempts?: number;
  /** First wait between two tries, ms; it doubles. */
  readonly backoff?: number;
}

/** Environment variables that `openAiTtsFromEnv` reads. OPENAI_API_KEY serves when TURNRIG_TTS_API_KEY is not set. */
export const TTS_ENV = { url: 'TURNRIG_TTS_URL', key: 'TURNRIG_TTS_API_KEY', model: 'TURNRIG_TTS_MODEL' } as const;

const DEFAULT_MODEL = 'tts-1';
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_ATTEMPTS = 3;
const DEFAULT_BACKOFF_MS = 500;
/** A server may ask for any wait; a test rig does not sit still for longer than this. */
const LONGEST_WAIT_MS = 10_000;
/** Of a refusal's text only so much is shown. */
const SHOWN_REASON = 300;

/** @throws TurnrigError `input` when no server is set. */
export function openAiTtsFromEnv(env: Readonly<Record<string, string | undefined>>): Tts {
  const baseUrl = env[TTS_ENV.url];
  if (baseUrl === undefined || baseUrl === '')
    throw new TurnrigError('input', 'a voice asks for an OpenAI-compatible TTS, but no server is set', {
      hint: `Set ${TTS_ENV.url} to its base URL, e.g. http://127.0.0.1:8880, and ${TTS_ENV.key} if it needs a key.`,
    });
  const apiKey = env[TTS_ENV.key] ?? env['OPENAI_API_KEY'];
  return openAiTts({ baseUrl, model: env[TTS_ENV.model] ?? DEFAULT_MODEL, ...(apiKey === undefined ? {} : { apiKey }) });
}

/** @throws TurnrigError `input` when the base URL is not an http(s) URL. */
export function openAiTts(options: OpenAiTtsOptions): Tts {
  const endpoint = speechEndpoint(options.baseUrl);
  const name = `openai:${options.model}@${endpoint.host}`;
  return {
    name,
    async render(text: string, voice: string): Promise<RenderedSpeech> {
      if (text.trim() === '') throw new TurnrigError('input', 'there is no text to speak');
      const body = JSON.stringify({ model: options.model, input: text, voice, response_format: 'wav' });
      const bytes = await post(endpoint, body, options);
      const { rate, channels } = await readAudio(bytes, `speech from ${endpoint.host}.wav`);
      const samples = channels[0];
      if (samples === undefined || samples.length === 0)
        throw new TurnrigError('audio', `the speech server at ${endpoint.host} sent no sound for "${text}"`);
      return { rate, samples };
    },
  };
}

function speechEndpoint(baseUrl: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {
    // Told below, together with the URLs that parse but lead nowhere.
  }
  // The URL itself is not shown: people put user names and keys into it.
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TurnrigError('input', 'the base URL of the TTS server is not an http(s) URL', {
      hint: 'It looks like http://127.0.0.1:8880.',
    });
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/audio/speech`;
  return url;
}

async function post(endpoint: URL, body: string, options: OpenAiTtsOptions): Promise<Uint8Array> {
  const attempts = options.attempts ?? DEFAULT_ATTEMPTS;
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(endpoint, body, options);
    if ('bytes' in outcome) return outcome.bytes;
    if (!outcome.again || attempt >= attempts) throw outcome.error;
    await sleep(Math.min(outcome.wait ?? (options.backoff ?? DEFAULT_BACKOFF_MS) * 2 ** (attempt - 1), LONGEST_WAIT_MS));
  }
}

type Outcome =
  | { readonly bytes: Uint8Array }
  /** `wait`: what the server asked for, ms. */
  | { readonly error: TurnrigError; readonly again: boolean; readonly wait?: number };

async function tryOnce(endpoint: URL, body: string, options: OpenAiTtsOptions): Promise<Outcome> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'audio/wav' };
  if (options.apiKey !== undefined) headers['authorization'] = `Bearer ${options.apiKey}`;
  let response: Response;
  let bytes: Uint8Array;
  try {
    const signal = AbortSignal.timeout(options.timeout ?? DEFAULT_TIMEOUT_MS);
    response = await fetch(endpoint, { method: 'POST', headers, body, signal, redirect: 'error' });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (thrown) {
    // undici says "fetch failed" and keeps the reason (ECONNREFUSED 127.0.0.1:9) in the cause.
    const reason = thrown instanceof Error && thrown.cause !== undefined ? messageOf(thrown.cause) : messageOf(thrown);
    const error = new TurnrigError('speech-service', `the speech server at ${endpoint.host} cannot be reached: ${hide(reason, options)}`, {
      hint: `Is it running, and is ${TTS_ENV.url} right?`,
    });
    return { error, again: true };
  }
  if (response.ok) return { bytes };
  const reason = hide(new TextDecoder().decode(bytes.subarray(0, 4 * SHOWN_REASON)), options)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN_REASON);
  const error = new TurnrigError('speech-service', `the speech server at ${endpoint.host} answered ${response.status}: ${reason}`, {
    hint: hintFor(response.status),
  });
  const asked = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
  const again = response.status === 429 || response.status >= 500;
  return { error, again, ...(Number.isFinite(asked) ? { wait: Math.max(0, asked) } : {}) };
}

/** Servers quote the key they refuse. */
function hide(text: string, options: OpenAiTtsOptions): string {
  return options.apiKey === undefined || options.apiKey === '' ? text : text.replaceAll(options.apiKey, '[key]');
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return `Check ${TTS_ENV.key}.`;
  if (status === 404) return `Check ${TTS_ENV.url} and ${TTS_ENV.model}: the rig posts to {base}/v1/audio/speech.`;
  if (status === 400 || status === 422) return `Check the voice and ${TTS_ENV.model}.`;
  return 'Try again later.';
}
