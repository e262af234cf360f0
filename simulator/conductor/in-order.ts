import { isHoldingClock, type Clock } from '../../src/time/clock.js';

/**
 * Work whose results are applied in the order in which it was asked for, whatever the order in which it gets done.
 * A clock that can be held stands still until then, so that a result has a position that no delay changes (design.md, rule 7).
 */
export class InOrder {
  readonly #clock: Clock;
  readonly #failed: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();
  #pending = 0;
  #over = false;

  constructor(clock: Clock, failed: (error: unknown) => void) {
    this.#clock = clock;
    this.#failed = failed;
  }

  /** Whether results of earlier work are still to come: what comes now has to queue behind them. */
  get busy(): boolean {
    return this.#pending > 0;
  }

  /** Starts `work` when all work before it is done, then applies its result. A failure is told once it would have been applied. */
  push<T>(work: () => T | Promise<T>, apply: (value: T) => void): void {
    this.#pending += 1;
    const done = this.#last.then(async () => (this.#over ? undefined : { value: await work() }));
    const settled = (run: () => void): void => {
      this.#pending -= 1;
      try {
        run();
      } catch (error) {
        this.#failed(error);
      }
    };
    const outcome = done.then(
      (result) => () => {
        if (result !== undefined) apply(result.value);
      },
      (error: unknown) => () => this.#failed(error),
    );
    if (isHoldingClock(this.#clock)) {
      this.#last = done.then(
        () => undefined,
        () => undefined,
      );
      this.#clock.run(outcome, this.#clock.now(), settled);
    } else this.#last = outcome.then(settled);
  }

  /** Begins nothing of what is still waiting: on a busy machine that may be minutes of work. What is under way is applied. */
  stop(): void {
    this.#over = true;
  }

  /** Resolves when everything asked for so far is done, or left out. */
  idle(): Promise<void> {
    return this.#last;
  }
}
