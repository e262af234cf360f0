/**
 * Numbers of the protocols, in milliseconds, each with its source. The run manifest carries them (`PROTOCOL_CONSTANTS`), so that a
 * stored run says by which rules it was played. A scenario overrides the ones it may, turn by turn.
 *
 * "chosen" marks a rule that the source of selective participation leaves open and that turnrig has chosen.
 */

/** Silence after an ordinary turn, and after the preamble (selective-participation.md, Scene and Schedule). */
export const TURN_GAP_MS = 500;
/** How long the schedule waits after T for agent speech (selective-participation.md, Schedule, row T). */
export const ANSWER_ONSET_WITHIN_MS = 5000;
/** Confirmed silence that ends an answer (same row). */
export const ANSWER_SILENCE_MS = 2000;
/** Longest answer, from its onset, or from the request's end if the agent was already speaking (same row). */
export const ANSWER_CAP_MS = 60_000;
/** Answer window after N4Q, whatever the agent does (row N4Q). */
export const RESOLUTION_AFTER_MS = 3000;
/** Observation after N4R: until max(its first sample + this, ...) (row N4R). */
export const OBSERVE_AFTER_START_MS = 2000;
/** ... its voiced end + this) (row N4R). */
export const OBSERVE_AFTER_END_MS = 500;
/** A scene ends so long after its last turn (selective-participation.md, chosen). */
export const TAIL_MS = 2000;
/** People in a scene of a pair, the assistant not counted (selective-participation.md, Scene). */
export const HUMANS = { least: 3, most: 4 } as const;
/** The assistant's name unless a file says otherwise (selective-participation.md, Scene). */
export const ASSISTANT = 'Aria';
/** A gold answer is short and can be checked (chosen). Words; in Chinese, characters. */
export const LONGEST_GOLD = 16;
/** The live VAD may take so long to confirm before the decision after T is taken (selective-participation.md, chosen). */
export const LIVE_VAD_CONFIRM_MS = 250;
/** A reply to a plain user turn is expected within the window of T unless the file says otherwise (chosen). */
export const REPLY_WITHIN_MS = ANSWER_ONSET_WITHIN_MS;

/** An agent that is cut into falls silent within (chosen; live cases C12 and C14 set 800 and 500). */
export const YIELD_WITHIN_MS = 1000;
/** ... and stays silent for (live case C13). */
export const YIELD_QUIET_MS = 3000;
/** Longest gap that still counts as going on through a backchannel (live case C10). */
export const CONTINUE_MAX_GAP_MS = 2000;

/** The spread of a value over many sessions lies between these percentiles (live case C15). */
export const SPREAD_LOW = 10;
export const SPREAD_HIGH = 90;
/** A 10th and a 90th percentile are no more than the extremes of fewer values (chosen). */
export const LEAST_VALUES = 10;

/** A cue on the agent's onset may come so much later than wanted and still be scored (chosen). */
export const CUE_TOLERANCE_MS = 300;
/** A cue on the agent's speech gives up after this (the window of T). */
export const CUE_TIMEOUT_MS = ANSWER_ONSET_WITHIN_MS;
/** The gate waits so long for a greeting to begin (chosen). */
export const GREETING_WITHIN_MS = 3000;
/** The scene starts so long after a greeting ended (measurement.md, "Before the first turn"). */
export const AFTER_GREETING_MS = 1000;

/**
 * A frame that leaves the rig later than this spoils its session (chosen; measurement.md, Outcomes): two packets of 20 ms, which is as
 * much as a WebRTC receiver's jitter buffer holds at the least. Below it the agent hears the words whole, and positions come from RTP
 * either way; each late frame is drawn in the report.
 */
export const LATE_FRAME_MS = 40;
/** Share of lost packets that spoils a session (chosen). */
export const PACKET_LOSS_SHARE = 0.01;
/** An agent that is not ready by then has failed (chosen). */
export const READY_WITHIN_MS = 20_000;

/** Active speech level of every clip, ITU-T P.56, in dB relative to full scale: the customary level of telephone speech. */
export const ACTIVE_LEVEL_DB = -26;

/** All of the above by name, for the run manifest. */
export const PROTOCOL_CONSTANTS = {
  turnGapMs: TURN_GAP_MS,
  answerOnsetWithinMs: ANSWER_ONSET_WITHIN_MS,
  answerSilenceMs: ANSWER_SILENCE_MS,
  answerCapMs: ANSWER_CAP_MS,
  resolutionAfterMs: RESOLUTION_AFTER_MS,
  observeAfterStartMs: OBSERVE_AFTER_START_MS,
  observeAfterEndMs: OBSERVE_AFTER_END_MS,
  tailMs: TAIL_MS,
  liveVadConfirmMs: LIVE_VAD_CONFIRM_MS,
  replyWithinMs: REPLY_WITHIN_MS,
  yieldWithinMs: YIELD_WITHIN_MS,
  yieldQuietMs: YIELD_QUIET_MS,
  continueMaxGapMs: CONTINUE_MAX_GAP_MS,
  spreadLow: SPREAD_LOW,
  spreadHigh: SPREAD_HIGH,
  leastValues: LEAST_VALUES,
  cueToleranceMs: CUE_TOLERANCE_MS,
  cueTimeoutMs: CUE_TIMEOUT_MS,
  greetingWithinMs: GREETING_WITHIN_MS,
  afterGreetingMs: AFTER_GREETING_MS,
  lateFrameMs: LATE_FRAME_MS,
  packetLossShare: PACKET_LOSS_SHARE,
  readyWithinMs: READY_WITHIN_MS,
  activeLevelDb: ACTIVE_LEVEL_DB,
} as const;
