/**
 * A model in any language, as a process of its own: JSON lines over standard input and output (docs/eot.md has the shapes and a worked
 * Python example). One request at a time is under way for batches; turns may be under way beside one another.
 */
import type { BatchAdapter, BatchItem, ScoreEvent, StreamingAdapter, TurnAnswer, TurnRow } from '../../../src/eot/adapter.js';
import { EotError } from '../../../src/eot/error.js';
import { JsonLines, type Answer } from '../../json-lines.js';

const PROTOCOL = 1;

export interface ProcessOptions {
  readonly command: string;
  /** A request that takes longer is an error. */
  readonly timeoutMs: number;
}

const pipeTo = (options: ProcessOptions): JsonLines =>
  new JsonLines({
    ...options,
    who: 'the adapter',
    error: (kind, message) =>
      new EotError(message, {
        type: 'RuntimeError',
        ...(kind === 'gone' ? { code: 'agent-start' } : {}),
        ...(kind === 'late' ? { hint: '--timeout sets how long it may take.' } : {}),
      }),
  });

function audioText({ samples }: { readonly samples: Float32Array }): string {
  const view = new DataView(new ArrayBuffer(4 * samples.length));
  samples.forEach((sample, i) => view.setFloat32(4 * i, sample, true));
  return Buffer.from(view.buffer).toString('base64');
}

export class ProcessAdapter implements BatchAdapter, StreamingAdapter {
  readonly adapterId: string;
  readonly displayName: string | undefined;
  readonly scorePoint: number | undefined;
  readonly maxAudioSec: number | undefined;
  readonly concurrency: number | undefined;
  readonly #languages: readonly string[] | undefined;

  private constructor(
    private readonly pipe: JsonLines,
    hello: Answer,
  ) {
    const number = (key: string): number | undefined => {
      const value = hello[key];
      if (value === undefined || value === null) return undefined;
      if (typeof value !== 'number' || !(value >= 0))
        throw new EotError(`the adapter's ${key} is ${JSON.stringify(value)}, not a number from 0 on`);
      return value;
    };
    const id = hello['adapter_id'];
    if (typeof id !== 'string' || id.trim() === '') throw new EotError('the adapter did not say its adapter_id');
    this.adapterId = id;
    this.displayName = typeof hello['display_name'] === 'string' ? hello['display_name'] : undefined;
    this.scorePoint = number('score_point');
    this.maxAudioSec = number('max_audio_sec');
    this.concurrency = number('concurrency');
    const languages = hello['languages'];
    this.#languages = Array.isArray(languages) ? languages.map(String) : undefined;
  }

  /** Starts the process and hears what it is. @throws EotError */
  static async start(options: ProcessOptions): Promise<ProcessAdapter> {
    const pipe = pipeTo(options);
    try {
      return new ProcessAdapter(pipe, await pipe.ask({ type: 'hello', protocol: PROTOCOL }));
    } catch (error) {
      await pipe.close();
      throw error;
    }
  }

  supportsLanguage(language: string): boolean {
    return this.#languages?.includes(language) ?? true;
  }

  async predictBatch(items: readonly BatchItem[]): Promise<readonly number[]> {
    const sent = items.map(({ language, messages, audio }) => ({ language, messages, sampling_rate: audio.rate, audio: audioText(audio) }));
    const { scores } = await this.pipe.ask({ type: 'batch', items: sent });
    if (!Array.isArray(scores)) throw new EotError('the adapter answered a batch without a list of scores', { type: 'TypeError' });
    return scores.map((score: unknown) => (score === null ? Number.NaN : (score as number)));
  }

  async predictTurn(
    row: TurnRow,
    { inferenceInterval, signal }: { readonly inferenceInterval: number; readonly signal: AbortSignal },
  ): Promise<TurnAnswer> {
    const { id, language, messages, words, silenceSpans, audio } = row;
    const turn = { id, language, messages, words, silence_spans: silenceSpans, sampling_rate: audio.rate, audio: audioText(audio) };
    const answer = await this.pipe.ask({ type: 'turn', inference_interval: inferenceInterval, turn }, signal);
    if (typeof answer['skipped'] === 'string') return { skipped: answer['skipped'] };
    if (!Array.isArray(answer['events'])) throw new EotError('the adapter answered a turn without a list of events', { type: 'TypeError' });
    return { events: answer['events'].map((event: unknown, i) => eventOf(event, i)) };
  }

  close(): Promise<void> {
    return this.pipe.close();
  }
}

function eventOf(event: unknown, i: number): ScoreEvent {
  const fields = typeof event === 'object' && event !== null ? (event as Answer) : {};
  const { timestamp, p_eot: p, ...others } = fields;
  if (typeof timestamp !== 'number' || typeof p !== 'number') throw new EotError(`event ${i} of the adapter is no {timestamp, p_eot}`);
  const more = Object.fromEntries(
    Object.entries(others).filter((entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  );
  return { timestamp, p, more };
}
