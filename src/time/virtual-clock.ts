/**
 * Virtual time: a discrete-event queue ordered by (position, sequence) (design.md, rule 7).
 *
 * Asynchronous work never decides an order. `run` reserves the place of a result at once and the clock does not pass that
 * place before the work is done; `hold` stops the clock altogether. So real delays, however shuffled, leave no trace.
 */
import type { Cancel, HoldingClock, Release } from './clock.js';
import { EventQueue, type Timed } from './event-queue.js';
import { rigPos, type RigPos } from './position.js';

interface Entry extends Timed {
  run: (() => void) | undefined;
  /** Work that has to be done before the entry may run; undefined once it is. */
  pending: Promise<void> | undefined;
}

export class VirtualClock implements HoldingClock {
  readonly #queue = new EventQueue<Entry>();
  #now: RigPos;
  #sequence = 0;
  #holds = 0;
  #freed: (() => void) | undefined;
  #driving: Promise<void> | undefined;

  constructor(start: RigPos = rigPos(0)) {
    this.#now = start;
  }

  now(): RigPos {
    return this.#now;
  }

  at(at: RigPos, run: () => void): Cancel {
    const entry = this.#enter(at, run, undefined);
    return () => {
      entry.run = undefined;
    };
  }

  run<T>(work: Promise<T>, at: RigPos, apply: (value: T) => void): void {
    const entry = this.#enter(at, undefined, undefined);
    entry.pending = work.then(
      (value) => {
        entry.pending = undefined;
        entry.run = () => {
          apply(value);
        };
      },
      (error: unknown) => {
        entry.pending = undefined;
        // Thrown when its place comes, not when it happens to fail: errors keep the order of events too.
        entry.run = () => {
          throw error;
        };
      },
    );
  }

  hold(): Release {
    this.#holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds === 0) this.#freed?.();
    };
  }

  /**
   * Lets time pass until nothing is left to happen and nothing holds the clock, or up to and including `until`, where the
   * clock then stands. A second call while the first still runs waits for the first.
   * @throws whatever an event throws; the events after it stay queued.
   */
  async drive(until?: RigPos): Promise<void> {
    while (this.#driving) await this.#driving;
    const driving = this.#drive(until);
    this.#driving = driving.catch(() => undefined);
    try {
      await driving;
    } finally {
      this.#driving = undefined;
    }
  }

  async #drive(until: RigPos | undefined): Promise<void> {
    for (;;) {
      if (this.#holds > 0) {
        await new Promise<void>((resolve) => (this.#freed = resolve));
        this.#freed = undefined;
        continue;
      }
      const next = this.#queue.peek();
      if (next === undefined || (until !== undefined && next.at > until)) break;
      if (next.pending) {
        await next.pending;
        continue;
      }
      this.#queue.pop();
      if (next.at > this.#now) this.#now = next.at;
      next.run?.();
    }
    if (until !== undefined && until > this.#now) this.#now = until;
  }

  #enter(at: RigPos, run: (() => void) | undefined, pending: Promise<void> | undefined): Entry {
    const entry: Entry = { at: at > this.#now ? at : this.#now, sequence: this.#sequence++, run, pending };
    this.#queue.push(entry);
    return entry;
  }
}
