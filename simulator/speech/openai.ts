/**
 * Any speech server that speaks OpenAI's HTTP API: POST {base}/v1/audio/speech (OpenAI, Kokoro-FastAPI, LocalAI, vLLM, ...).
 */
import { TurnrigError } from '../../src/error.js';
import { readAudio } from '../../src/media/audio-file.js';
import { post } from './post.js';
import { service, type ServiceOptions } from './service.js';
import type { RenderedSpeech, Tts } from '../../src/speech/tts.js';

/** Environment variables that `openAiTtsFromEnv` reads. OPENAI_API_KEY serves when TURNRIG_TTS_API_KEY is not set. */
export const TTS_ENV = { url: 'TURNRIG_TTS_URL', key: 'TURNRIG_TTS_API_KEY', model: 'TURNRIG_TTS_MODEL' } as const;

const DEFAULT_MODEL = 'tts-1';

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
export function openAiTts(options: ServiceOptions): Tts {
  const { endpoint, settings } = service(options, {
    server: 'the speech server',
    example: 'http://127.0.0.1:8880',
    path: 'audio/speech',
    url: TTS_ENV.url,
    model: TTS_ENV.model,
    key: TTS_ENV.key,
    refused: `the voice and ${TTS_ENV.model}`,
    later: 'Try again later.',
    timeout: 60_000,
    attempts: 3,
    backoff: 500,
  });
  const name = `openai:${options.model}@${endpoint.host}`;
  return {
    name,
    async render(text: string, voice: string): Promise<RenderedSpeech> {
      if (text.trim() === '') throw new TurnrigError('input', 'there is no text to speak');
      const body = JSON.stringify({ model: options.model, input: text, voice, response_format: 'wav' });
      const bytes = await post(endpoint, body, { ...settings, accept: 'audio/wav' });
      const { rate, channels } = await readAudio(bytes, `speech from ${endpoint.host}.wav`);
      const samples = channels[0];
      if (samples === undefined || samples.length === 0)
        throw new TurnrigError('audio', `the speech server at ${endpoint.host} sent no sound for "${text}"`);
      return { rate, samples };
    },
  };
}
