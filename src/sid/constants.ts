/** Constants of SID-bench (semantic-interruption.md). Seconds. */

/** A predicted time this near to the true one is right, itself included. */
export const TOLERANCE_S = 0.05;
/** Time of a break that is not there. */
export const NO_BREAK_S = -1;
/**
 * Penalty of a break predicted early by more than the tolerance, in the definition of the text, whose table has no row for it:
 * the clip's whole duration, as in the notebook (chosen).
 */
export const EARLY_PENALTY = 'duration';
/** Of the bootstrap of means: the same files give the same intervals. */
export const INTERVAL_SEED = 20260324;
/** Name of the split of clips without speech (three files of the data set: en, zh, and this one). */
export const SILENCE_NOISE = 'silence_noise';
