/**
 * How long the parts of a session may take before they stand still. Each part's own waits (simulator/bounded.ts) are shorter, so that these
 * are reached only by what nobody has thought of. The supervisor's bound comes last, from another process.
 */

/** Reading the run, rendering a voice, loading a model: seconds, on a machine that is busy with other things minutes. ms */
export const LOADING_MS = 180_000;
/** Joining of everybody, one after the other, each at the end of its own patience (20 s to connect, 20 s to publish). ms */
export const OPENING_MS = 150_000;
/** Beyond the longest session there is. ms */
export const PLAYING_MARGIN_MS = 10_000;
/** One step of leaving a room; every one has bounds of 0.5 to 5 s of its own. ms */
export const LEAVING_STEP_MS = 8_000;
/** All steps of leaving together, and the live ear's last work. ms */
export const LEAVING_MS = 60_000;
/** Bringing what was recorded to a disk. ms */
export const STORING_MS = 60_000;

/** What an attempt may take beside its session's own longest time. ms */
export const AROUND_SESSION_MS = LOADING_MS + OPENING_MS + PLAYING_MARGIN_MS + LEAVING_MS + STORING_MS;
