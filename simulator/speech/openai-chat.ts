/** Any server that speaks OpenAI's chat API: POST {base}/v1/chat/completions (OpenAI, vLLM, llama.cpp, Ollama, LiteLLM, ...). */
import { TurnrigError } from '../../src/error.js';
import type { Chat } from '../../src/speech/chat.js';
import { post } from './post.js';
import { service, type ServiceOptions } from './service.js';

export interface OpenAiChatOptions extends ServiceOptions {
  /** The options by which the user gave base URL and model. Default: those of `turnrig generate`. */
  readonly given?: { readonly url: string; readonly model: string; readonly later: string };
}

/** The key of a chat server; OPENAI_API_KEY serves where it is not set. */
export const CHAT_KEY_ENV = 'TURNRIG_CHAT_API_KEY';

const OF_GENERATE = { url: '--chat-url', model: '--chat-model', later: 'Try again later; what is written by then stays.' };

/** @throws TurnrigError `input` when the base URL is not an http(s) URL, or has credentials. */
export function openAiChat(options: OpenAiChatOptions): Chat {
  const { url, model, later } = options.given ?? OF_GENERATE;
  const { endpoint, settings } = service(options, {
    server: 'the chat server',
    example: 'http://127.0.0.1:8000',
    path: 'chat/completions',
    url,
    model,
    key: CHAT_KEY_ENV,
    refused: model,
    later,
    timeout: 120_000,
    attempts: 4,
    backoff: 1000,
    longest: 4 * 2 ** 20,
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
      const bytes = await post(endpoint, body, { ...settings, accept: 'application/json' });
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
