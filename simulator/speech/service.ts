/** What calls to any OpenAI-compatible server have alike: where they go, how patient they are, and what to do when one fails. */
import { endpointOf, type PostOptions } from './post.js';

export interface ServiceOptions {
  /** E.g. "http://127.0.0.1:8000"; a "/v1" at its end is the same. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as a bearer token and to nowhere else: it is in no message, name, file or log. */
  readonly apiKey?: string;
  /** Per request, ms. */
  readonly timeout?: number;
  /** Tries when the server is busy (429, 5xx) or cannot be reached. */
  readonly attempts?: number;
  /** First wait between two tries, ms; it doubles. */
  readonly backoff?: number;
  /** Ends what is under way. */
  readonly signal?: AbortSignal;
}

/** What a kind of server is called by, for its messages. */
export interface ServiceKind {
  /** "the chat server" */
  readonly server: string;
  readonly example: string;
  /** Below {base}/v1/: "chat/completions". */
  readonly path: string;
  /** Where the user gave its base URL, its model and its key: an option or an environment variable. */
  readonly url: string;
  readonly model: string;
  readonly key: string;
  /** What a refused request may be about: "the voice and TURNRIG_TTS_MODEL". */
  readonly refused: string;
  /** What becomes of the work when it is to be tried again later. */
  readonly later: string;
  readonly timeout: number;
  readonly attempts: number;
  readonly backoff: number;
  /** An answer longer than this is refused, bytes. */
  readonly longest?: number;
}

/** @throws TurnrigError `input` when the base URL is not an http(s) URL, or has credentials. */
export function service(
  options: ServiceOptions,
  kind: ServiceKind,
): { readonly endpoint: URL; readonly settings: Omit<PostOptions, 'accept'> } {
  const { server, example } = kind;
  return {
    endpoint: endpointOf(options.baseUrl, kind.path, { server, example, keyEnv: kind.key }),
    settings: {
      server,
      timeout: options.timeout ?? kind.timeout,
      attempts: options.attempts ?? kind.attempts,
      backoff: options.backoff ?? kind.backoff,
      hint: (status) => hintOf(status, kind),
      ...(kind.longest === undefined ? {} : { longest: kind.longest }),
      ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    },
  };
}

function hintOf(status: number | undefined, { url, model, key, path, refused, later }: ServiceKind): string {
  if (status === undefined) return `Is it running, and is ${url} right?`;
  if (status === 401 || status === 403) return `Check ${key}.`;
  if (status === 404) return `Check ${url} and ${model}: the rig posts to {base}/v1/${path}.`;
  if (status === 400 || status === 422) return `Check ${refused}.`;
  return later;
}
