/** Numbers of the schedule, each with its source; the run manifest repeats them. */
import { msToSamples } from '../time/position.js';

/**
 * Time the live VAD may need to confirm an onset. A decision on an onset is taken so much after the onset's last chance
 * (selective-participation.md, "Details that the source leaves open": at most 250 ms).
 */
export const LIVE_CONFIRM = msToSamples(250);

/** A run of agent speech under this length does not restart the silence that ends an answer (selective-participation.md). */
export const SHORTEST_RUN = msToSamples(120);

/** A play command goes out at least so long before its clip where the rules allow it: more than an event-loop stall, less than a gap. */
export const PLAY_LEAD = msToSamples(100);

/** What plays at once plays so much later: two of the speaker's 10 ms frames (facts.md, Time), so that it is exact and not late. */
export const REACTION_LEAD = msToSamples(20);

/** A transport that has not reported a turn's start (or end) so long after it was due has lost it. */
export const PLAY_LOST_AFTER = msToSamples(5000);
