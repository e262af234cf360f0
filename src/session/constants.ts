/** Numbers of the gate before the first turn, each with its source; the run manifest repeats them. */
import { msToSamples } from '../time/position.js';

/** A greeting has ended so long before the scene starts (measurement.md, "Before the first turn"). */
export const AFTER_GREETING = msToSamples(1000);

/**
 * An agent that never reports a state is taken as ready so long after everything that can be seen of it is in place
 * (chosen: longer than an unreported start of a pipeline on a busy machine, short against a session).
 */
export const SETTLE = msToSamples(2000);

/** A greeting that goes on for so long is no greeting: the scene starts over it (chosen; a disclosure takes up to 15 s). */
export const LONGEST_GREETING = msToSamples(30_000);
