/** Any server that speaks OpenAI's chat API: POST {base}/v1/chat/completions (OpenAI, vLLM, llama.cpp, Ollama, LiteLLM, ...). */
import { TurnrigError } from '../../src/error.js';
import type { Chat } from '../../src/speech/chat.js';
import { endpointOf, post } from './post.js';

export interface OpenAiChatOptions {
  /** E.g. "http://127.0.0.1:8000"; a "/v1" at its end is the same. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as a bearer token and to nowhere else: it is in no message, name, file or log. */
  readonly apiKey?: string;
  /** Per request, ms. */
  readonly timeout?: number;
  readonly attempts?: number;
  /** First wait between two tries, ms; it doubles. */
  readonly backoff?: number;
  /** Ends what is under way. */
  readonly signal?: AbortSignal;
}

/** The key of a chat server; OPENAI_API_KEY serves where it is not set. */
export const CHAT_KEY_ENV = 'TURNRIG_CHAT_API_KEY';

const TIMEOUT_MS = 120_000;
const ATTEMPTS = 4;
const BACKOFF_MS = 1000;
const LONGEST_ANSWER_BYTES = 4 * 2 ** 20;

/** @throws TurnrigError `input` when the base URL is not an http(s) URL, or has credentials. */
export function openAiChat(options: OpenAiChatOptions): Chat {
  const endpoint = endpointOf(options.baseUrl, 'chat/completions', {
    server: 'the chat server',
    example: 'http://127.0.0.1:8000',
    keyEnv: CHAT_KEY_ENV,
  });
  return {
    name: `openai:${options.model}@${endpoint.host}`,
    async complete(messages, { temperature, seed, json = false } = {}) {
      const body = JSON.stringify({
        model: options.model,
        messages,
        ...(temperature === undefined ? {} : { temperature }),
        ...(seed === undefined ? {} : { seed }),
        ...(json ? { response_format: { type: 'json_object' } } : {}),
      });
      const bytes = await post(endpoint, body, {
        server: 'the chat server',
        accept: 'application/json',
        timeout: options.timeout ?? TIMEOUT_MS,
        attempts: options.attempts ?? ATTEMPTS,
        backoff: options.backoff ?? BACKOFF_MS,
        longest: LONGEST_ANSWER_BYTES,
        hint: hintFor,
        ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      const content = contentOf(bytes);
      if (content === undefined)
        throw new TurnrigError('speech-service', `the chat server at ${endpoint.host} answered, but not as the chat API does`, {
          hint: 'It must answer with { "choices": [{ "message": { "content": "..." } }] }. Is the base URL right?',
        });
      return content;
    },
  };
}

function contentOf(bytes: Uint8Array): string | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  const choices = property(answer, 'choices');
  const content = property(property(Array.isArray(choices) ? (choices as unknown[])[0] : undefined, 'message'), 'content');
  return typeof content === 'string' ? content : undefined;
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function hintFor(status: number | undefined): string {
  if (status === undefined) return 'Is it running, and is --chat-url right?';
  if (status === 401 || status === 403) return `Check ${CHAT_KEY_ENV}.`;
  if (status === 404) return 'Check --chat-url and --chat-model: the rig posts to {base}/v1/chat/completions.';
  if (status === 400 || status === 422) return 'Check --chat-model.';
  return 'Try again later; what is written by then stays.';
}
