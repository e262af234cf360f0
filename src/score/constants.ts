/** Numbers of the scores, each with its source. Lengths in samples. The run manifest may carry them (`SCORE_CONSTANTS`). */
import { msToSamples } from '../time/position.js';

/** An onset so soon after the user resumed was decided in the pause before it, and heard late (premature-reply.md, Live 3, chosen). */
export const ATTRIBUTION = msToSamples(1000);
/** An onset nearer to the resume than this is a race, and flagged `near-miss` with its milliseconds (premature-reply.md; live case C07). */
export const NEAR_MISS = msToSamples(100);
/** Speech shorter than this is a burst and no reply (premature-reply.md: reply 300 ms or more, burst 120 to 299, blip under 120). */
export const SHORTEST_REPLY = msToSamples(300);
/** Runs under this were dropped by the VAD; a hole of unknown content this long can hide speech (selective-participation.md, VAD). */
export const SHORTEST_RUN = msToSamples(120);
/**
 * Speech that begins so soon after the turn before has ended, while the next one is still being said, may well answer that one: it is
 * flagged `answers-previous` (chosen: twice the wait of a slow pipeline, under the 5 s of row T).
 */
export const ANSWERS_PREVIOUS = msToSamples(3000);
/** Row T: speech in (request end, request end + this] is an answer (selective-participation.md, The four scores, 1). */
export const ANSWER_WINDOW = msToSamples(5000);
/** Row N4R: silent from R + this on (selective-participation.md, The four scores, 4). */
export const RESOLUTION_AFTER_START = msToSamples(2000);
/** ... observed to max(R + the above, end of N4R + this). */
export const RESOLUTION_AFTER_END = msToSamples(500);
/** The live VAD may take so long to confirm; disagreement with the stored waveform nearer than this to the limit is `boundary` (selective-participation.md). */
export const LIVE_CONFIRM = msToSamples(250);
/**
 * Speech that stops so soon after a backchannel began was stopped by it; later it just ended. Agents stop 0.6 s after the start of a
 * barge-in, the first time 1.5 s (facts.md, Real sessions).
 */
export const STOPPED_BY = msToSamples(1500);
/** "From 1 s before": what to play when a person opens a number starts so long before the event (issue: Report). */
export const EVIDENCE_BEFORE = msToSamples(1000);
/** ... and goes on so long after it. */
export const EVIDENCE_AFTER = msToSamples(2000);
/**
 * Version of the scorer: rises whenever a rule or a number of the scores, or of the VAD that they are read from, changes. Scores of different
 * versions are not compared; `turnrig score` makes a run's scores anew by the present one.
 */
export const SCORER_VERSION = 3;
/** Above this share of rig-invalid sessions there is no verdict on a run (measurement.md, Outcomes). */
export const MAX_RIG_INVALID_SHARE = 0.05;
