/** The host's monotonic clock as the rig's clock: position 0 is where it was made. */
import type { Cancel, Clock } from '../../../src/time/clock.js';
import { SAMPLE_RATE, SAMPLES_PER_MS } from '../../../src/time/position.js';
import type { RigPos } from '../../../src/time/position.js';

const NS_PER_S = 1_000_000_000n;

export class LiveClock implements Clock {
  readonly zeroNs: bigint;

  constructor(zeroNs: bigint = process.hrtime.bigint()) {
    this.zeroNs = zeroNs;
  }

  now(): RigPos {
    return this.position(process.hrtime.bigint());
  }

  /** The position of a reading of process.hrtime.bigint(), rounded down to a whole sample. */
  position(ns: bigint): RigPos {
    const samples = (ns - this.zeroNs) * BigInt(SAMPLE_RATE);
    // Bigint division rounds towards zero; positions before zero round down like all others.
    return Number(samples >= 0n ? samples / NS_PER_S : -((-samples + NS_PER_S - 1n) / NS_PER_S)) as RigPos;
  }

  /** Monotonic nanoseconds of a position, to the nanosecond below. */
  instant(at: RigPos): bigint {
    return this.zeroNs + (BigInt(at) * NS_PER_S) / BigInt(SAMPLE_RATE);
  }

  /**
   * A timer on an absolute position. Timers count whole milliseconds of the loop's own clock and may fire up to one early, so the
   * position is looked at again: never early, and about 1 ms late on a free host (facts.md: p50 1 ms, p95 2 ms).
   */
  at(at: RigPos, run: () => void): Cancel {
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      timer = setTimeout(
        () => {
          if (this.now() >= at) run();
          else wait();
        },
        Math.max(0, Math.min(Math.ceil((at - this.now()) / SAMPLES_PER_MS), LONGEST_TIMER_MS)),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }
}

/** setTimeout overflows at 2^31 ms and then fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
