/**
 * An OpenAI-compatible realtime endpoint: the turn is streamed at the pace of speech, and the service's own turn detection says when it
 * holds the turn for finished. Its events come when they come, so an event counts at the place of the sound that was sent by then.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket, { type RawData } from 'ws';
import type { ScoreEvent, StreamingAdapter, TurnAnswer, TurnRow } from '../../../src/eot/adapter.js';
import { EotError } from '../../../src/eot/error.js';
import { messageOf } from '../../../src/error.js';
import { resample } from '../../../src/media/resample.js';

export const REALTIME_URL = 'wss://api.openai.com/v1/realtime';
/** The variable that holds the key, as the provider's own tools read it. */
export const REALTIME_KEY = 'OPENAI_API_KEY';
const MODEL = 'gpt-realtime';
/** The endpoint's own rate for "audio/pcm". */
const RATE = 24_000;
const CHUNK_MS = 100;
const OPEN_MS = 30_000;
/** A message of the endpoint that is larger is none of those that are looked at. */
const LARGEST_MESSAGE = 1 << 20;

export interface RealtimeOptions {
  readonly url: string;
  readonly key: string;
  /** Times as fast as speech; for tests. A service hears no difference, but its delays would count that many times. */
  readonly speed?: number;
}

/** @throws EotError where there is no key, or the address would carry it in the clear */
export function realtimeFromEnvironment(url: string, env: NodeJS.ProcessEnv): RealtimeAdapter {
  let parsed: URL;
  try {
    parsed = new URL(url === '' ? REALTIME_URL : url);
  } catch (cause) {
    throw new EotError(`--adapter realtime:${url} is no address`, { hint: `For example realtime:${REALTIME_URL}.`, cause });
  }
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname);
  if (parsed.protocol !== 'wss:' && !(parsed.protocol === 'ws:' && loopback))
    throw new EotError(`--adapter realtime:${url} would send the key in the clear`, { hint: 'The address begins with wss://.' });
  const key = env[REALTIME_KEY]?.trim() ?? '';
  if (key === '')
    throw new EotError(`--adapter realtime wants a key in the environment variable ${REALTIME_KEY}`, {
      code: 'missing',
      hint: 'It is sent to the endpoint and written nowhere.',
    });
  return new RealtimeAdapter({ url: parsed.href, key });
}

export class RealtimeAdapter implements StreamingAdapter {
  model = MODEL;
  chunkMs = CHUNK_MS;
  readonly concurrency = 1;
  readonly #open = new Set<WebSocket>();
  readonly #options: RealtimeOptions;

  constructor(options: RealtimeOptions) {
    this.#options = options;
  }

  get adapterId(): string {
    return `realtime-${this.model}`;
  }
  get displayName(): string {
    return `Realtime ${this.model}`;
  }

  async predictTurn(row: TurnRow, { signal }: { readonly signal: AbortSignal }): Promise<TurnAnswer> {
    const url = new URL(this.#options.url);
    url.searchParams.set('model', this.model);
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${this.#options.key}` },
      handshakeTimeout: OPEN_MS,
      maxPayload: LARGEST_MESSAGE,
      perMessageDeflate: false,
    });
    this.#open.add(socket);
    try {
      return { events: await new Session(socket, this.#hidden).play(row, this.chunkMs, this.#options.speed ?? 1, signal) };
    } finally {
      this.#open.delete(socket);
      socket.on('error', () => undefined);
      socket.terminate();
    }
  }

  /** What the endpoint says may repeat the key. */
  readonly #hidden = (text: string): string => text.replaceAll(this.#options.key, '(key)');

  close(): void {
    for (const socket of this.#open) socket.terminate();
  }
}

type Message = Readonly<Record<string, unknown>>;

/** One connection: a session of the endpoint, one turn long. */
class Session {
  readonly #events: ScoreEvent[] = [];
  #failed: EotError | undefined;
  #ready: (() => void) | undefined;
  #wake = new AbortController();
  /** Seconds of the turn that are sent by now. */
  #position = (): number => 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly hidden: (text: string) => string,
  ) {
    socket.on('message', (data) => this.#read(data));
    socket.on('error', (cause) => this.#fail(`cannot be reached: ${messageOf(cause)}`));
    socket.on('close', (code, reason) =>
      this.#fail(`closed the connection (${code}${reason.length === 0 ? '' : `: ${reason.toString('utf8')}`})`),
    );
  }

  #fail(why: string): void {
    this.#failed ??= new EotError(`the realtime endpoint ${this.hidden(why)}`, { type: 'RuntimeError', code: 'speech-service' });
    this.#wake.abort();
    this.#ready?.();
  }

  #read(data: RawData): void {
    let message: unknown;
    try {
      message = JSON.parse((data as Buffer).toString('utf8'));
    } catch {
      this.#fail('sent what is no JSON');
      return;
    }
    const fields = typeof message === 'object' && message !== null ? (message as Message) : {};
    switch (fields['type']) {
      case 'session.created': {
        this.#send(SESSION);
        return;
      }
      case 'session.updated':
        return this.#ready?.();
      case 'input_audio_buffer.speech_started': {
        this.#score(0, 'speech_started', fields['audio_start_ms']);
        return;
      }
      case 'input_audio_buffer.speech_stopped': {
        this.#score(1, 'speech_stopped', fields['audio_end_ms']);
        return;
      }
      case 'error': {
        const error = typeof fields['error'] === 'object' && fields['error'] !== null ? (fields['error'] as Message) : {};
        this.#fail(`says: ${typeof error['message'] === 'string' ? error['message'] : 'an error'}`);
        return;
      }
    }
  }

  #score(p: number, kind: string, audioMs: unknown): void {
    this.#events.push({
      timestamp: this.#position(),
      p,
      more: { event: kind, ...(typeof audioMs === 'number' ? { audio_ms: audioMs } : {}) },
    });
  }

  #send(message: Message): void {
    this.socket.send(JSON.stringify(message), () => undefined);
  }

  /** A piece is there to be sent when its last sample was spoken. A timer may fire a millisecond early: then what is left is waited for. */
  async #until(seconds: number, elapsed: () => number, speed: number): Promise<void> {
    for (;;) {
      const wait = ((seconds - elapsed()) / speed) * 1000;
      if (wait <= 0 || this.#failed !== undefined) return;
      await sleep(Math.ceil(wait), undefined, { signal: this.#wake.signal }).catch(() => undefined);
    }
  }

  async play({ audio }: TurnRow, chunkMs: number, speed: number, signal: AbortSignal): Promise<readonly ScoreEvent[]> {
    signal.throwIfAborted();
    const stop = (): void => this.#fail('was left: interrupted');
    signal.addEventListener('abort', stop, { once: true });
    const late = setTimeout(() => this.#fail(`did not begin a session within ${OPEN_MS / 1000} s`), OPEN_MS);
    try {
      if (this.#failed === undefined) await new Promise<void>((resolve) => (this.#ready = resolve));
      clearTimeout(late);
      const samples = resample(audio.samples, audio.rate, RATE);
      const began = performance.now();
      const elapsed = (): number => ((performance.now() - began) / 1000) * speed;
      this.#position = () => Math.min(elapsed(), samples.length / RATE);
      const step = Math.max(1, Math.round((chunkMs / 1000) * RATE));
      for (let from = 0; from < samples.length && this.#failed === undefined; from += step) {
        const to = Math.min(from + step, samples.length);
        await this.#until(to / RATE, elapsed, speed);
        this.#send({ type: 'input_audio_buffer.append', audio: pcm16(samples.subarray(from, to)) });
      }
      if (this.#failed !== undefined) throw this.#failed;
      return this.#events;
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
    }
  }
}

/** The service's turn detection with its own settings; it is to detect only, not to answer. */
const SESSION: Message = {
  type: 'session.update',
  session: {
    type: 'realtime',
    output_modalities: ['text'],
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: RATE },
        turn_detection: { type: 'semantic_vad', create_response: false, interrupt_response: false },
      },
    },
  },
};

/** Base64 of little-endian 16 bit samples. */
function pcm16(samples: Float32Array): string {
  const view = new DataView(new ArrayBuffer(2 * samples.length));
  samples.forEach((sample, i) => view.setInt16(2 * i, Math.round(32_767 * Math.min(1, Math.max(-1, sample))), true));
  return Buffer.from(view.buffer).toString('base64');
}
