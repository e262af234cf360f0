import { speechLike } from '../../agent/reference/speech-like.js';
import { msToSamples } from '../../src/time/position.js';

/** As long as the longest that a participant says in one go. */
export const VOICE = speechLike(msToSamples(6000), 1);
