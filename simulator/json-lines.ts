/** A program of somebody else's as a process: requests and answers are JSON lines over standard input and output, matched by `id`. */
import { spawn, type ChildProcess } from 'node:child_process';
import { messageOf } from '../src/error.js';
import { boundedLines } from './bounded-lines.js';
import { endedWithin, Overdue, settled, within } from './bounded.js';

/** A process that does not end by itself is ended after this. */
const END_MS = 2000;
/** The last words of its standard error, for messages. */
const KEPT_ERROR = 2000;
/** Longest line, bytes, where nothing else is said: scores of a large batch. */
const LONGEST_LINE = 64 * 2 ** 20;
/** Of a line so much is shown. */
const SHOWN_LINE = 120;

export type Answer = Readonly<Record<string, unknown>>;

const shown = (text: string): string => text.trim().split('\n').slice(-3).join(' | ');

export interface JsonLinesOptions {
  readonly command: string;
  /** A request that takes longer is an error. */
  readonly timeoutMs: number;
  /** A longer line is a failure, bytes. */
  readonly longestLine?: number;
  /** As messages call it: "the adapter". */
  readonly who: string;
  /** Takes out of what the process says what nobody is to see. */
  readonly hide?: (text: string) => string;
  /** Makes the errors. `gone`: the process failed; `says`: it answered with an error; `late`: it did not answer in time. */
  readonly error: (kind: 'gone' | 'says' | 'late', message: string) => Error;
}

/** The pipe to the process: requests by number. */
export class JsonLines {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void }>();
  #next = 0;
  #gone: Error | undefined;
  #error = '';
  readonly #hide: (text: string) => string;

  constructor(private readonly options: JsonLinesOptions) {
    this.#hide = options.hide ?? ((text) => text);
    // A group of its own, so that what the shell started ends with it.
    this.#child = spawn('/bin/sh', ['-c', options.command], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#child.once('error', (cause) => this.#fail(`it cannot be started: ${messageOf(cause)}`));
    this.#child.once('close', (code, signal) => this.#fail(`it ended (${signal ?? `exit code ${code ?? 0}`})`));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#error = this.#hide(this.#error + chunk.toString('utf8')).slice(-KEPT_ERROR)));
    // A process that closed its input is told by its end, not by the pipe.
    this.#child.stdin?.on('error', () => undefined);
    const { longestLine = LONGEST_LINE } = options;
    const tooLong = `it wrote a line of more than ${longestLine / 2 ** 20} MB`;
    if (this.#child.stdout !== null)
      boundedLines(
        this.#child.stdout,
        longestLine,
        (line) => this.#read(line),
        () => this.#fail(tooLong),
      );
  }

  #fail(why: string): void {
    const { who, error } = this.options;
    this.#gone ??= error('gone', `${who}'s process failed: ${why}${this.#error.trim() === '' ? '' : `: ${shown(this.#error)}`}`);
    for (const { reject } of this.#waiting.values()) reject(this.#gone);
    this.#waiting.clear();
  }

  #shown(line: string): string {
    return this.#hide(line).slice(0, SHOWN_LINE);
  }

  #read(line: string): void {
    let answer: unknown;
    try {
      answer = JSON.parse(line);
    } catch {
      this.#fail(`it wrote what is no JSON line: ${this.#shown(line)}`);
      return;
    }
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) {
      this.#fail(`it answered a request that was not made: ${this.#shown(line)}`);
      return;
    }
    this.#waiting.delete(id as number);
    const problem = (answer as Answer)['error'];
    if (typeof problem === 'string') waiting.reject(this.options.error('says', `${this.options.who} says: ${this.#hide(problem)}`));
    else waiting.resolve(answer as Answer);
  }

  /** @throws what `error` makes; the signal's reason. */
  async ask(request: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Answer> {
    if (this.#gone !== undefined) throw this.#gone;
    const id = this.#next++;
    const { timeoutMs, who, error } = this.options;
    try {
      const answer = new Promise<Answer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
      this.#child.stdin?.write(`${JSON.stringify({ ...request, id })}\n`);
      return await within(timeoutMs, `${who}'s process did not answer`, answer, signal);
    } catch (thrown) {
      throw thrown instanceof Overdue ? error('late', thrown.message) : thrown;
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** @param patience the process is asked to end, then told, then killed, each after so long, ms. */
  async close(patience = END_MS): Promise<void> {
    this.#gone ??= this.options.error('gone', `${this.options.who}'s process was closed`);
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
    if (!(await settled(patience, ended))) end('SIGTERM');
    await endedWithin(patience, ended, () => end('SIGKILL'));
  }
}
