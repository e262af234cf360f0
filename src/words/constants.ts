/** Numbers of words, each with its source. Lengths in samples. */
import { msToSamples } from '../time/position.js';

/** Silence that ends an answer (selective-participation.md, Schedule, after T). */
export const ANSWER_ENDS = msToSamples(2000);
/** Longest answer, from its onset, or from the request's end where the agent was speaking then (ibid.). */
export const LONGEST_ANSWER = msToSamples(60_000);
/**
 * What is given to the ASR reaches so far beyond the edges that the VAD found, inside the window: edges are of level, and soft consonants lie
 * below it (facts.md: "an acoustic onset at -X dB, not a phonetic one"). Chosen.
 */
export const ASR_MARGIN = msToSamples(100);
/** Pieces of a silence window are joined with so much silence between them, so that words do not run together. Chosen. */
export const BETWEEN_PIECES = msToSamples(300);
/** Of a transcript so much stands in a score, UTF-16 units; the whole is in the stored output. Chosen. */
export const SHOWN_TRANSCRIPT = 500;
