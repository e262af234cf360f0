/** Constants of ENTRY and YIELD (entry-yield.md). Seconds. */

/** Comparisons of times. */
export const EPS_S = 1e-9;
/** An ENTRY is scored over so much after the release at most. */
export const ENTRY_CAP_S = 2;
/** A YIELD is scored from and to so much after the onset, both included. */
export const YIELD_FROM_S = 0.2;
export const YIELD_TO_S = 0.6;
/**
 * How far the annotation of an offset may be off when it is asked which competitor crosses it: one frame of EasyCom's annotation, 20 a
 * second (the source names a tolerance and not its size: chosen).
 */
export const ANNOTATION_TOLERANCE_S = 0.05;
/** A step between frames longer than so many usual ones is a gap (chosen): one frame late by half a step is none. */
export const GAP_STEPS = 1.5;
