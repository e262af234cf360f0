import type { Cancel, HoldingClock, Release } from '../../../src/time/clock.js';
import { rigPos, shift, type RigPos } from '../../../src/time/position.js';

/** A clock that counts from a later moment of another: each session has its own position 0. */
export class OffsetClock implements HoldingClock {
  readonly #clock: HoldingClock;
  readonly #zero: RigPos;

  constructor(clock: HoldingClock, zero: RigPos) {
    this.#clock = clock;
    this.#zero = zero;
  }

  now(): RigPos {
    return rigPos(this.#clock.now() - this.#zero);
  }

  at(at: RigPos, run: () => void): Cancel {
    return this.#clock.at(shift(at, this.#zero), run);
  }

  run<T>(work: Promise<T>, at: RigPos, apply: (value: T) => void): void {
    this.#clock.run(work, shift(at, this.#zero), apply);
  }

  hold(): Release {
    return this.#clock.hold();
  }
}
