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
