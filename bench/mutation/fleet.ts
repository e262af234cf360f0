/** Child processes that work off orders side by side. One that hangs or dies is replaced. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Note, Order } from './protocol.js';

/** `late`: no answer in time (a loop without an end); `died`: the process ended (a list without an end). `at` is the test file that it came to. */
export type Outcome = Answer | { readonly kind: 'late' | 'died'; readonly at: string | undefined };

export interface Job {
  readonly order: Order;
  /** How long it may take, ms; of a try, in each test file. */
  deadlineMs(file?: string): number;
}

/** Modules are loaded anew for each mutant and never given back, so a worker has its day. */
const ORDERS_A_WORKER = 200;
const MEMORY_MB = 1024;

export class Fleet {
  readonly #size: number;
  readonly #children = new Set<ChildProcess>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Works off all jobs; `done` is called as they come to an end, in any order. */
  async run<J extends Job>(jobs: readonly J[], done: (job: J, outcome: Outcome) => void): Promise<void> {
    const queue = [...jobs];
    const work = async (): Promise<void> => {
      let worker: Worker | undefined;
      for (let job = queue.shift(); job; job = queue.shift()) {
        if (!worker?.fit) {
          worker?.end();
          worker = new Worker(this.#children);
        }
        done(job, await worker.ask(job));
      }
      worker?.end();
    };
    await Promise.all(Array.from({ length: this.#size }, work));
  }

  /** Ends every child at once. */
  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}

class Worker {
  readonly #child: ChildProcess;
  #orders = 0;
  #broken = false;

  constructor(children: Set<ChildProcess>) {
    // What tests print is of no interest here.
    this.#child = fork(fileURLToPath(new URL('./worker.js', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    });
    children.add(this.#child);
    this.#child.once('exit', () => children.delete(this.#child));
  }

  get fit(): boolean {
    return !this.#broken && this.#orders < ORDERS_A_WORKER;
  }

  ask(job: Job): Promise<Outcome> {
    this.#orders += 1;
    return new Promise((resolve) => {
      const child = this.#child;
      let at: string | undefined;
      const settle = (outcome: Outcome): void => {
        clearTimeout(timer);
        child.off('message', onAnswer);
        child.off('exit', onExit);
        if (outcome.kind === 'late' || outcome.kind === 'died') {
          this.#broken = true;
          this.end();
        }
        resolve(outcome);
      };
      const onAnswer = (message: unknown): void => {
        const said = message as Answer | Note;
        if (said.kind !== 'at') {
          settle(said);
          return;
        }
        at = said.file;
        clearTimeout(timer);
        timer = setTimeout(onLate, job.deadlineMs(at));
      };
      const onExit = (): void => settle({ kind: 'died', at });
      const onLate = (): void => settle({ kind: 'late', at });
      let timer = setTimeout(onLate, job.deadlineMs());
      child.on('message', onAnswer);
      child.on('exit', onExit);
      child.send(job.order, (error) => {
        if (error) onExit();
      });
    });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}
