/**
 * Any speech server that speaks OpenAI's HTTP API: POST {base}/v1/audio/speech (OpenAI, Kokoro-FastAPI, LocalAI, vLLM, ...).
 */
import { TurnrigError } from '../../src/error.js';
import { readAudio } from '../../src/media/audio-file.js';
import { endpointOf, post } from './post.js';
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

/** @throws TurnrigError `input` when the base URL is not an http(s) URL, or has credentials. */
export function openAiTts(options: OpenAiTtsOptions): Tts {
  const endpoint = endpointOf(options.baseUrl, 'audio/speech', {
    server: 'the TTS server',
    example: 'http://127.0.0.1:8880',
    keyEnv: TTS_ENV.key,
  });
  const name = `openai:${options.model}@${endpoint.host}`;
  return {
    name,
    async render(text: string, voice: string): Promise<RenderedSpeech> {
      if (text.trim() === '') throw new TurnrigError('input', 'there is no text to speak');
      const body = JSON.stringify({ model: options.model, input: text, voice, response_format: 'wav' });
      const bytes = await post(endpoint, body, {
        server: 'the speech server',
        accept: 'audio/wav',
        timeout: options.timeout ?? DEFAULT_TIMEOUT_MS,
        attempts: options.attempts ?? DEFAULT_ATTEMPTS,
        backoff: options.backoff ?? DEFAULT_BACKOFF_MS,
        hint: hintFor,
        ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
      });
      const { rate, channels } = await readAudio(bytes, `speech from ${endpoint.host}.wav`);
      const samples = channels[0];
      if (samples === undefined || samples.length === 0)
        throw new TurnrigError('audio', `the speech server at ${endpoint.host} sent no sound for "${text}"`);
      return { rate, samples };
    },
  };
}

function hintFor(status: number | undefined): string {
  if (status === undefined) return `Is it running, and is ${TTS_ENV.url} right?`;
  if (status === 401 || status === 403) return `Check ${TTS_ENV.key}.`;
  if (status === 404) return `Check ${TTS_ENV.url} and ${TTS_ENV.model}: the rig posts to {base}/v1/audio/speech.`;
  if (status === 400 || status === 422) return `Check the voice and ${TTS_ENV.model}.`;
  return 'Try again later.';
}
