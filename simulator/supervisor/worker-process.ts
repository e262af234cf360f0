/** One media worker from the outside: a child process that may die at any moment (design.md, rule 8). */
import { fork, type ChildProcess } from 'node:child_process';
import { messageOf } from '../../src/error.js';
import { endedWithin } from '../bounded.js';
import { HUNG_AFTER_MS, type AttemptJob, type FromWorker, type ToWorker } from './protocol.js';

/** How long a worker may take to end by itself before it is killed. */
const QUIT_WITHIN_MS = 5_000;

export interface WorkerHandler {
  message(message: FromWorker): void;
  /**
   * The process is gone. `attempts` are those it still carried, each with what it last waited for; `detail` says how it ended.
   * `stoodStill` says of an attempt whether the process was ended because that one did not move any more.
   */
  gone(attempts: ReadonlyMap<string, string>, detail: string, stoodStill: (attempt: string) => boolean): void;
}

export class WorkerProcess {
  readonly #child: ChildProcess;
  /** Attempts under way, with what each waits for. */
  readonly #carried = new Map<string, string>();
  readonly #watch: NodeJS.Timeout;
  #lastHeard = performance.now();
  #gone = false;
  #quitting = false;
  #tail = '';
  #stoodStill: { readonly detail: string; readonly attempt: string | undefined } | undefined;

  /** Starts the process. `file` is the JavaScript entry of the media worker. */
  constructor(
    file: string,
    private readonly handler: WorkerHandler,
    hungAfterMs = HUNG_AFTER_MS,
  ) {
    this.#child = fork(file, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], serialization: 'advanced' });
    // Native libraries write to the standard streams: kept for the message about a crash, never shown otherwise.
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#tail = (this.#tail + chunk.toString('utf8')).slice(-2_000)));
    this.#child.on('message', (message: FromWorker) => this.#heard(message));
    this.#child.on('error', (error) => this.#end(messageOf(error)));
    this.#child.on('exit', (code, signal) => this.#end(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`));
    this.#watch = setInterval(() => {
      if (performance.now() - this.#lastHeard > hungAfterMs) this.standsStill(`its media worker did not move for ${hungAfterMs / 1000} s`);
    }, 1_000);
    this.#watch.unref();
  }

  /** How many attempts it carries at the moment. */
  get load(): number {
    return this.#carried.size;
  }
  get alive(): boolean {
    return !this.#gone && !this.#quitting;
  }
  get pid(): number | undefined {
    return this.#child.pid;
  }

  start(job: AttemptJob): void {
    this.#carried.set(job.attempt, 'starting');
    this.#send({ type: 'attempt', job });
  }

  /** Asks all sessions in it to stop and keep their evidence. */
  stop(reason: string): void {
    this.#send({ type: 'stop', reason });
  }

  /** Ends the process once it carries nothing; kills it when it does not go. */
  async quit(): Promise<void> {
    if (this.#gone) return;
    this.#quitting = true;
    const gone = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#send({ type: 'quit' });
    await endedWithin(QUIT_WITHIN_MS, gone, () => this.kill());
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends it because it stands still, or one attempt in it. */
  standsStill(detail: string, attempt?: string): void {
    this.#stoodStill ??= { detail, attempt };
    this.kill();
  }

  carries(attempt: string): boolean {
    return this.#carried.has(attempt);
  }

  #send(message: ToWorker): void {
    if (this.#gone || !this.#child.connected) return;
    this.#child.send(message, (error) => {
      if (error !== null) this.kill();
    });
  }

  #heard(message: FromWorker): void {
    this.#lastHeard = performance.now();
    if (message.type === 'ended' || message.type === 'failed') this.#carried.delete(message.attempt);
    if (message.type === 'step' && this.#carried.has(message.attempt)) this.#carried.set(message.attempt, message.step);
    this.handler.message(message);
  }

  #end(detail: string): void {
    if (this.#gone) return;
    this.#gone = true;
    clearInterval(this.#watch);
    const said = this.#tail.trim().split('\n').at(-1) ?? '';
    const still = this.#stoodStill;
    const how = still?.detail ?? (said === '' ? detail : `${detail}: ${said.slice(0, 300)}`);
    this.handler.gone(
      new Map(this.#carried),
      how,
      (attempt) => still !== undefined && (still.attempt === undefined || still.attempt === attempt),
    );
    this.#carried.clear();
  }
}
