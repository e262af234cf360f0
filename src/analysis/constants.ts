/** Numbers of the analysis of recordings, each with its source. Lengths in samples. The run manifest shows them. */
import { msToSamples, samplesToMs, type Samples } from '../time/position.js';
import { LONGEST_CLOSURE, LONGEST_CONSONANT, SURELY_RELEASE, WEAKEST_CONSONANT_DB } from './final-consonant.js';

/** A reply is waited for so long (the answer window of selective-participation.md, The four scores, 1). */
export const REPLY_WITHIN: Samples = msToSamples(5000);
/** A barge-in is yielded to within this (issue 4, item 3). */
export const YIELD_WITHIN: Samples = msToSamples(1000);
/** ... and the agent keeps quiet for so long after it, or until the user has finished (live cases C12 to C14). */
export const YIELD_QUIET: Samples = msToSamples(1500);
/** A sound that is no speech stopped the agent when that was silent within the first of it and not back within the second (issue 4, item 3). */
export const IGNORE_REACTION: Samples = msToSamples(1200);
export const IGNORE_GAP: Samples = msToSamples(800);

/**
 * Pauses of a user that nobody speaks in are inside one turn up to this: the schedule takes as long a silence for the end of an answer
 * (selective-participation.md, Schedule, row T), and it is longer than the pauses of a person who thinks aloud (facts.md, 900 to 1500 ms).
 */
export const LONGEST_PAUSE: Samples = msToSamples(2000);
/** Where the agent speaks in the pause, only up to this: the bridge of the protocol's segments. */
export const LONGEST_PAUSE_OVER_AGENT: Samples = msToSamples(800);
/**
 * A user who speaks so soon after the agent began in his pause goes on with his own turn: answering what was said takes hearing some words
 * of it, and planning takes a second and more (Levinson and Torreira 2015: 600 ms for one word, 1.5 s for a sentence).
 */
export const STILL_OWN_TURN: Samples = msToSamples(1000);
/** ... unless the agent had said its words and was silent for this long: people answer one another after 200 ms (Stivers et al. 2009, the mode in ten languages). */
export const SHORTEST_GAP: Samples = msToSamples(200);

/** A sound of the user's channel that may be a cough: shorter ones are clicks (chosen, half a short cough), dB are those of bursts.ts. */
export const SHORTEST_SOUND: Samples = msToSamples(50);
export const SOUND_BELOW_VOICE_DB = 22;
export const LEAST_SOUND_DB = -50;
/** Sounds nearer than this are one, as a cough of two beats is. */
export const SOUNDS_APART: Samples = msToSamples(300);
/** Nearer than this to a word it is the word's own (bursts.ts). */
export const NEAR_WORD: Samples = msToSamples(60);

/** Positions that a person labelled: the frame in which edges are labelled (vectors/recordings/README.md). */
export const LABEL_PLUS_MINUS: Samples = msToSamples(5);
/** A recording shorter than this has no turn and an answer in it. */
export const SHORTEST_RECORDING: Samples = msToSamples(500);

export const ANALYSIS_CONSTANTS: Readonly<Record<string, number>> = {
  'analysis.replyWithinMs': samplesToMs(REPLY_WITHIN),
  'analysis.yieldWithinMs': samplesToMs(YIELD_WITHIN),
  'analysis.yieldQuietMs': samplesToMs(YIELD_QUIET),
  'analysis.ignoreReactionMs': samplesToMs(IGNORE_REACTION),
  'analysis.ignoreGapMs': samplesToMs(IGNORE_GAP),
  'analysis.longestPauseMs': samplesToMs(LONGEST_PAUSE),
  'analysis.longestPauseOverAgentMs': samplesToMs(LONGEST_PAUSE_OVER_AGENT),
  'analysis.stillOwnTurnMs': samplesToMs(STILL_OWN_TURN),
  'analysis.shortestGapMs': samplesToMs(SHORTEST_GAP),
  'analysis.longestClosureMs': samplesToMs(LONGEST_CLOSURE),
  'analysis.longestConsonantMs': samplesToMs(LONGEST_CONSONANT),
  'analysis.surelyReleaseMs': samplesToMs(SURELY_RELEASE),
  'analysis.weakestConsonantDb': WEAKEST_CONSONANT_DB,
};
