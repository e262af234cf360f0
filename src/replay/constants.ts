/** Numbers of the replay of recorded calls, each with its source. */
import { samplesToMs } from '../time/position.js';
import { LONGEST_BRIDGED_PAUSE } from '../vad/find.js';

/** A pause found by the VAD is one to wait through from here on, ms (premature-reply.md, "default filter: hold spans from 200 ms"). */
export const SHORTEST_HOLD_MS = 200;
/** What is kept of the recording before a turn's first voiced sample and after its last one, ms (as scenario clips keep: EDGE_MARGIN). */
export const EDGE_MS = 80;
/** Of it, so much is faded at the outer end, ms: a cut in a room's noise clicks. */
export const FADE_MS = 5;
/**
 * Least silence that ends the agent's reply, ms: shorter ones are pauses inside it (the bridge of the protocol's segments). The user
 * would talk over an agent that takes breath.
 */
export const LEAST_GAP_MS = Math.round(samplesToMs(LONGEST_BRIDGED_PAUSE));
/** No gap between turns is waited out longer, ms (chosen): a caller who fetches his papers is no part of the bug. */
export const MOST_GAP_MS = 10_000;
/** A session plays at most so much of a call, ms (chosen): it is played in real time, once a repeat and agent. */
export const MOST_PLAYED_MS = 10 * 60_000;
/** Words of a part that nobody wrote down; a recogniser that is told nothing would keep an agent silent (facts.md). */
export const UNKNOWN_WORDS = '(speech)';
