/** Any server that speaks OpenAI's transcription API: POST {base}/v1/audio/transcriptions (OpenAI, vLLM, faster-whisper servers, speaches, LocalAI, ...). */
import { createHash } from 'node:crypto';
import { TurnrigError } from '../../src/error.js';
import { writeWav } from '../../src/media/wav.js';
import { ASR_RATE, type Asr } from '../../src/speech/asr.js';
import { post } from '../speech/post.js';
import { service, type ServiceOptions } from '../speech/service.js';

/** The key of an ASR server; OPENAI_API_KEY serves where it is not set. */
export const ASR_KEY_ENV = 'TURNRIG_ASR_API_KEY';

/** @throws TurnrigError `input` when the base URL is not an http(s) URL, or has credentials. */
export function openAiAsr(options: ServiceOptions): Asr {
  const server = 'the ASR server';
  const { endpoint, settings } = service(options, {
    server,
    example: 'http://127.0.0.1:8000',
    path: 'audio/transcriptions',
    url: '--asr-url',
    model: '--asr',
    key: ASR_KEY_ENV,
    refused: '--asr, and that the server takes WAV of 16 kHz',
    later: 'Try again later; what was transcribed by then is stored.',
    timeout: 120_000,
    attempts: 4,
    backoff: 1000,
    longest: 4 * 2 ** 20,
  });
  return {
    name: `openai:${options.model}@${endpoint.host}`,
    version: '',
    async transcribe(samples, language) {
      const { body, contentType } = form(samples, language, options.model);
      const bytes = await post(endpoint, body, { ...settings, accept: 'application/json', contentType });
      const text = textOf(bytes);
      if (text === undefined)
        throw new TurnrigError('speech-service', `${server} at ${endpoint.host} answered, but not as the transcription API does`, {
          hint: 'It must answer with { "text": "..." }. Is the base URL right?',
        });
      return text;
    },
  };
}

/** multipart/form-data (RFC 7578), by hand: the same sound gives the same bytes, whatever the runtime's taste in boundaries. */
function form(
  samples: Int16Array,
  language: string,
  model: string,
): { readonly body: Uint8Array<ArrayBuffer>; readonly contentType: string } {
  const wav = writeWav([Float32Array.from(samples, (x) => x / 32_768)], ASR_RATE);
  const boundary = `turnrig-${createHash('sha256').update(wav).digest('hex').slice(0, 32)}`;
  const fields = {
    model,
    // ISO 639-1, as the API has it.
    language: language.split('-')[0] ?? language,
    response_format: 'json',
    temperature: '0',
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="agent.wav"\r\ncontent-type: audio/wav\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(parts.join('') + file), wav, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body: new Uint8Array(body), contentType: `multipart/form-data; boundary=${boundary}` };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const text = typeof answer === 'object' && answer !== null && 'text' in answer ? answer.text : undefined;
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
