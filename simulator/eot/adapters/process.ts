/**
 * A model in any language, as a process of its own: JSON lines over standard input and output (docs/eot.md has the shapes and a worked
 * Python example). One request at a time is under way for batches; turns may be under way beside one another.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { BatchAdapter, BatchItem, ScoreEvent, StreamingAdapter, TurnAnswer, TurnRow } from '../../../src/eot/adapter.js';
import { EotError } from '../../../src/eot/error.js';
import { messageOf } from '../../../src/error.js';
import { endedWithin, settled } from '../../bounded.js';
import { answered } from '../answered.js';

const PROTOCOL = 1;
/** A process that does not end by itself is ended after this. */
const END_MS = 2000;
/** The last words of its standard error, for messages. */
const KEPT_ERROR = 2000;

type Answer = Readonly<Record<string, unknown>>;

const shown = (text: string): string => text.trim().split('\n').slice(-3).join(' | ');

export interface ProcessOptions {
  readonly command: string;
  /** A request that takes longer is an error. */
  readonly timeoutMs: number;
}

/** The pipe to the process: requests by number. */
class Pipe {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void }>();
  #next = 0;
  #gone: EotError | undefined;
  #error = '';

  constructor(private readonly options: ProcessOptions) {
    // A group of its own, so that what the shell started ends with it.
    this.#child = spawn('/bin/sh', ['-c', options.command], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#child.once('error', (cause) => this.#fail(`it cannot be started: ${messageOf(cause)}`));
    this.#child.once('close', (code, signal) => this.#fail(`it ended (${signal ?? `exit code ${code ?? 0}`})`));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#error = (this.#error + chunk.toString('utf8')).slice(-KEPT_ERROR)));
    // A process that closed its input is told by its end, not by the pipe.
    this.#child.stdin?.on('error', () => undefined);
    if (this.#child.stdout !== null) createInterface({ input: this.#child.stdout }).on('line', (line) => this.#read(line));
  }

  #fail(why: string): void {
    this.#gone ??= new EotError(`the adapter's process failed: ${why}${this.#error.trim() === '' ? '' : `: ${shown(this.#error)}`}`, {
      type: 'RuntimeError',
      code: 'agent-start',
    });
    for (const { reject } of this.#waiting.values()) reject(this.#gone);
    this.#waiting.clear();
  }

  #read(line: string): void {
    let answer: unknown;
    try {
      answer = JSON.parse(line);
    } catch {
      this.#fail(`it wrote what is no JSON line: ${line.slice(0, 120)}`);
      return;
    }
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) {
      this.#fail(`it answered a request that was not made: ${line.slice(0, 120)}`);
      return;
    }
    this.#waiting.delete(id as number);
    const problem = (answer as Answer)['error'];
    if (typeof problem === 'string') waiting.reject(new EotError(`the adapter says: ${problem}`, { type: 'RuntimeError' }));
    else waiting.resolve(answer as Answer);
  }

  async ask(request: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Answer> {
    if (this.#gone !== undefined) throw this.#gone;
    const id = this.#next++;
    try {
      const answer = new Promise<Answer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
      this.#child.stdin?.write(`${JSON.stringify({ ...request, id })}\n`);
      return await answered(answer, this.options.timeoutMs, "the adapter's process", signal);
    } finally {
      this.#waiting.delete(id);
    }
  }

  async close(): Promise<void> {
    this.#gone ??= new EotError("the adapter's process was closed", { type: 'RuntimeError' });
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return;
    const ended = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
    this.#child.stdin?.end();
    const group = -this.#child.pid;
    const end = (signal: NodeJS.Signals): void => {
      try {
        process.kill(group, signal);
      } catch {
        // Gone already.
      }
    };
    if (!(await settled(END_MS, ended))) end('SIGTERM');
    await endedWithin(END_MS, ended, () => end('SIGKILL'));
  }
}

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
    private readonly pipe: Pipe,
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
    const pipe = new Pipe(options);
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
