import type { RigPos } from './position.js';

/** Takes a scheduled call back; harmless after it has run. */
export type Cancel = () => void;

/**
 * Where the rig's time comes from (design.md, rule 7: time is injected).
 *
 * Live it counts the host's monotonic clock, in tests and in memory it is a `VirtualClock`.
 */
export interface Clock {
  /** The position now. Never goes back. */
  now(): RigPos;
  /** Runs `run` once the clock has reached `at` (at once, but never synchronously, when that is past). */
  at(at: RigPos, run: () => void): Cancel;
}

/** Lets a held clock go on; harmless when called twice. */
export type Release = () => void;

/**
 * A clock that asynchronous work can hold, so that its result is applied at a defined position and in a defined order.
 * Virtual time is one. Live time passes anyway, and results are applied as they come, in the order of asking.
 */
export interface HoldingClock extends Clock {
  /** Applies the work's result at `at`, behind everything asked for earlier; time does not pass `at` before. */
  run<T>(work: Promise<T>, at: RigPos, apply: (value: T) => void): void;
  /** Stops time until released. Work under two holds at once has no order: give it places with `run`. */
  hold(): Release;
}

export function isHoldingClock(clock: Clock): clock is HoldingClock {
  return 'hold' in clock && 'run' in clock;
}
