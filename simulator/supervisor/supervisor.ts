/**
 * Plays a plan: gives attempts to media workers, makes new ones when they die, and never dies with them.
 * It imports no native addon, so that no native library can lose a run (design.md, rule 8).
 */
import { TurnrigError, messageOf, type ErrorCode } from '../../src/error.js';
import type { SessionEnd } from '../../src/recording/model.js';
import { sessionIndexOf, type AttemptQueue, type NextAttempt } from './attempts.js';
import type { AttemptJob, FromWorker, LiveDetector } from './protocol.js';
import { WorkerProcess, type WorkerHandler } from './worker-process.js';

/** Sessions that one media worker carries at most: what a crash can cost. */
const SESSIONS_PER_WORKER = 4;
/** After the user asked to stop, sessions have so long to end by themselves before their worker is killed. */
const STOP_WITHIN_MS = 8_000;

export interface SupervisorOptions {
  readonly runDir: string;
  readonly queue: AttemptQueue;
  /**
   * Makes room and agent ready for an attempt, and says how they are reached: called before each one, so that a server or a
   * worker that has died is there again. @throws TurnrigError when that is not possible: the plan is given up.
   */
  readonly prepare: (next: NextAttempt, room: string) => Promise<Prepared>;
  readonly detector: LiveDetector;
  /** Sessions side by side. */
  readonly concurrency: number;
  /** JavaScript entry of the media worker process. */
  readonly workerFile: string;
  /** Makes room names unique on a shared server. */
  readonly roomPrefix: string;
  /**
   * Brings an attempt that stood still to an end that says so, with what was recorded of it. Rejects when nothing was.
   * Not there: it is as lost as one whose process crashed.
   */
  readonly keep?: (attempt: string, detail: string) => Promise<SessionEnd>;
  /** A worker that says nothing for so long stands still, ms. */
  readonly hungAfterMs?: number;
  readonly onEvent: (event: SupervisorEvent) => void;
  /** Called when nothing is given out and nothing runs. True: the queue has more now. Left out, or false: that was all. */
  readonly onIdle?: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** What an attempt needs, made ready. */
export interface Prepared extends Pick<AttemptJob, 'agent' | 'way' | 'access' | 'agentGroup'> {
  /** The attempt as a whole cannot take longer, ms (simulator/patience.ts): beyond that it stands still, and its worker is ended. */
  readonly longestMs: number;
  /** Called once the attempt is over, however it went: ends what was started for it alone. Never rejects. */
  readonly release?: () => Promise<void>;
}

export type SupervisorEvent =
  | { readonly type: 'started'; readonly next: NextAttempt }
  | { readonly type: 'turn'; readonly index: number; readonly turn: string }
  | {
      readonly type: 'ended';
      readonly index: number;
      readonly attempt: string;
      readonly end: SessionEnd;
      /** The rig spoiled it, and it is played again. */
      readonly again: boolean;
    }
  | { readonly type: 'crashed'; readonly index: number; readonly attempt: string; readonly detail: string; readonly again: boolean };

/** What stopped the plan before its end, when something did. */
export interface SupervisorResult {
  readonly stopped: boolean;
  /** An error that would meet every session alike (disk full, room refused): the plan was given up. */
  readonly fatal: { readonly code: ErrorCode; readonly message: string; readonly hint: string } | undefined;
}

/** Codes of errors that trying again does not mend. */
const FATAL: ReadonlySet<ErrorCode> = new Set(['store', 'input', 'run-folder', 'missing', 'room-refused', 'room-unreachable']);

/** Plays the whole queue. Resolves when nothing is left to be done, or when it was stopped; rejects only for a bug. */
export async function supervise(options: SupervisorOptions): Promise<SupervisorResult> {
  return new Supervision(options).run();
}

class Supervision {
  readonly #workers: WorkerProcess[] = [];
  /** What ends with an attempt: its bound, and what was made ready for it. */
  readonly #releases = new Map<string, () => void>();
  #fatal: SupervisorResult['fatal'];
  #settle: (() => void) | undefined;
  #asking = false;

  constructor(private readonly options: SupervisorOptions) {}

  async run(): Promise<SupervisorResult> {
    const { signal } = this.options;
    const finished = new Promise<void>((resolve) => (this.#settle = resolve));
    const onAbort = (): void => this.#stopAll();
    signal.addEventListener('abort', onAbort, { once: true });
    this.#fill();
    await finished;
    signal.removeEventListener('abort', onAbort);
    await Promise.all(this.#workers.map((worker) => worker.quit()));
    return { stopped: signal.aborted, fatal: this.#fatal };
  }

  get #over(): boolean {
    return this.options.signal.aborted || this.#fatal !== undefined;
  }

  #fill(): void {
    const { queue } = this.options;
    while (!this.#over && queue.running < this.options.concurrency) {
      const next = queue.next();
      if (next === undefined) break;
      void this.#start(next);
    }
    if (queue.running === 0) this.#idle();
  }

  #idle(): void {
    const { onIdle } = this.options;
    if (this.#asking) return;
    if (onIdle === undefined || this.#over) {
      this.#settle?.();
      return;
    }
    this.#asking = true;
    void onIdle().then(
      (more) => {
        this.#asking = false;
        if (more) this.#fill();
        else this.#settle?.();
      },
      (error: unknown) => {
        this.#asking = false;
        this.#giveUp(error);
        this.#settle?.();
      },
    );
  }

  async #start(next: NextAttempt): Promise<void> {
    try {
      const room = `${this.options.roomPrefix}-${next.attempt}`;
      const { release, longestMs, ...ready } = await this.options.prepare(next, room);
      const last = setTimeout(() => this.#standsStill(next.attempt, longestMs), longestMs);
      this.#releases.set(next.attempt, () => {
        clearTimeout(last);
        void release?.();
      });
      // The user may have stopped the run while the room was made ready.
      if (this.#over) {
        this.#notStarted(next);
        return;
      }
      this.options.onEvent({ type: 'started', next });
      this.#worker().start({
        ...ready,
        runDir: this.options.runDir,
        attempt: next.attempt,
        session: next.session,
        detector: this.options.detector,
        room,
      });
    } catch (error) {
      this.#giveUp(error);
      this.#notStarted(next);
    }
  }

  #release(attempt: string): void {
    this.#releases.get(attempt)?.();
    this.#releases.delete(attempt);
  }

  #notStarted(next: NextAttempt): void {
    this.#release(next.attempt);
    this.options.queue.done(next.index, { kind: 'ended', end: { reason: 'stopped' } });
    this.#fill();
  }

  #giveUp(error: unknown): void {
    const known = error instanceof TurnrigError ? error : new TurnrigError('internal', messageOf(error), { cause: error });
    this.#fatal ??= { code: known.code, message: known.message, hint: known.hint };
    this.#stopAll();
  }

  #worker(): WorkerProcess {
    const free = this.#workers.filter((worker) => worker.alive && worker.load < SESSIONS_PER_WORKER).sort((a, b) => a.load - b.load)[0];
    if (free !== undefined) return free;
    const handler: WorkerHandler = {
      message: (message) => this.#message(message),
      gone: (attempts, detail, stoodStill) => {
        this.#workers.splice(this.#workers.indexOf(worker), 1);
        for (const [attempt, step] of attempts) {
          if (stoodStill(attempt)) this.#keep(attempt, `${detail} (${step})`);
          else this.#crashed(attempt, detail);
        }
        this.#fill();
      },
    };
    const worker: WorkerProcess = new WorkerProcess(this.options.workerFile, handler, this.options.hungAfterMs);
    this.#workers.push(worker);
    return worker;
  }

  #message(message: FromWorker): void {
    if (message.type === 'turn') {
      const index = sessionIndexOf(message.attempt);
      if (index !== undefined) this.options.onEvent({ type: 'turn', index, turn: message.turn });
    } else if (message.type === 'ended') {
      this.#ended(message.attempt, message.end);
      this.#fill();
    } else if (message.type === 'failed') {
      if (FATAL.has(message.code)) this.#giveUp(new TurnrigError(message.code, message.message, { hint: message.hint }));
      this.#crashed(message.attempt, message.message);
      this.#fill();
    }
  }

  #ended(attempt: string, end: SessionEnd): void {
    const index = sessionIndexOf(attempt);
    if (index === undefined) return;
    this.#release(attempt);
    const again = this.options.queue.done(index, { kind: 'ended', end });
    this.options.onEvent({ type: 'ended', index, attempt, end, again: again && !this.#over });
  }

  /** The last bound of all: whatever holds the attempt up, its process is ended. */
  #standsStill(attempt: string, ms: number): void {
    const detail = `the attempt did not end within ${Math.round(ms / 1000)} s`;
    this.#workers.find((worker) => worker.carries(attempt))?.standsStill(detail, attempt);
  }

  /** The attempt's process is gone, and what it recorded stays: it ends as spoiled by the rig, with the step at which it stood still. */
  #keep(attempt: string, detail: string): void {
    const keep = this.options.keep ?? ((): Promise<never> => Promise.reject(new Error(detail)));
    void keep(attempt, detail)
      .then(
        (end) => this.#ended(attempt, end),
        () => this.#crashed(attempt, detail),
      )
      .finally(() => this.#fill());
  }

  #crashed(attempt: string, detail: string): void {
    const index = sessionIndexOf(attempt);
    if (index === undefined) return;
    this.#release(attempt);
    const again = this.options.queue.done(index, { kind: 'crashed', detail });
    this.options.onEvent({ type: 'crashed', index, attempt, detail, again: again && !this.#over });
  }

  #stopAll(): void {
    for (const worker of this.#workers) worker.stop(this.options.signal.aborted ? 'interrupted by the user' : 'the run was given up');
    setTimeout(() => {
      for (const worker of this.#workers) if (worker.load > 0) worker.kill();
    }, STOP_WITHIN_MS).unref();
    if (this.options.queue.running === 0) this.#settle?.();
  }
}
