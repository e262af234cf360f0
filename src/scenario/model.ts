/**
 * A scenario once it is read, checked and unrolled: what the schedule runs and the scorer judges.
 * All times here are 48 kHz samples; the file's milliseconds have become samples on reading.
 */
import type { Samples } from '../time/position.js';

/** Labels of protocols/selective-participation.md, and `user` for a plain turn in a two-party scene. */
export const TURN_LABELS = ['T', 'N1', 'N2', 'N3', 'N4Q', 'N4R', 'user'] as const;
export type TurnLabel = (typeof TURN_LABELS)[number];

/** What a scene's answer hangs on: the attribute families of selective-participation.md, "Making scenes". */
export const FAMILIES = ['place', 'activity', 'relation', 'devices', 'style'] as const;
export type Family = (typeof FAMILIES)[number];

/** The two scenes of a pair: the request names the assistant, or only context shows that it is asked (selective-participation.md, Scene). */
export const CONDITIONS = ['explicit', 'implicit'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** The right answer to a scene's T, and how a reader or a rubric knows one. */
export interface Gold {
  readonly answer: string;
  /** All of these are in a right answer; each is a list of ways to say one thing. */
  readonly mustMention: readonly (readonly string[])[];
  /** None of these is. */
  readonly mustNotMention: readonly string[];
  /** Ids of the turns before T that say what the answer needs. */
  readonly evidence: readonly string[];
}

/**
 * What a suite may declare as its primary measure (statistics.md: "One declared primary measure per gate"): the scorer's measures without
 * the diagnostics, and `wait`, each scene's median wait for a reply.
 */
export const PRIMARY_MEASURES = [
  'wait',
  'reply',
  'false-cutoff',
  'double-reply',
  'silence',
  'yield',
  'continue',
  'greeting',
  'new-initiation',
  'answer-window-yield',
] as const;
export type PrimaryMeasure = (typeof PRIMARY_MEASURES)[number];

/** A stretch of a clip, half open, in samples from the clip's sample 0. */
export interface ClipSpan {
  readonly from: Samples;
  readonly to: Samples;
}

/** A turn's audio, ready to play: parts joined by their exact pauses, at one active speech level. */
export interface ClipRef {
  /** SHA-256 of the 48 kHz mono s16le samples, hex. The store keeps the audio once under this name. */
  readonly hash: string;
  readonly length: Samples;
  /** First to one past the last voiced sample (labelled edges: measurement.md, "Edges"). */
  readonly voiced: ClipSpan;
  /** Voiced stretch of each spoken part, in order. The pauses lie between them. */
  readonly parts: readonly (ClipSpan & { readonly text: string })[];
  /** Active speech level after normalising, dBFS (ITU-T P.56). */
  readonly activeLevelDb: number;
  /** Files the parts came from, as written in the scenario, for messages. */
  readonly sources: readonly string[];
}

/**
 * When a turn plays: the position of its first voiced sample. Sample 0 of its clip leaves `clip.voiced.from` earlier, so that gaps
 * run from voiced to voiced; where that is past already (a cue on the agent's onset), it leaves at once.
 */
export type Cue =
  /** So long after the scene's first moment. */
  | { readonly kind: 'at'; readonly offset: Samples }
  /** After another turn's first voiced sample (or its voiced end), plus a gap. The hold of that turn does not apply. */
  | { readonly kind: 'after'; readonly turn: string; readonly edge: 'start' | 'end'; readonly gap: Samples }
  /** When the hold of the turn before it is over: the ordinary case. */
  | { readonly kind: 'next' }
  /**
   * Relative to the agent's own speech, counted from the first onset (offset) after the turn `since` began
   * (undefined: after the scene's first moment). A cue can only come later than an onset (measurement.md): `offset` >= 0.
   * Outside `tolerance` the window is unscored. A turn never plays before the clip of its own speaker's last turn is over.
   */
  | {
      readonly kind: 'agent';
      readonly edge: 'onset' | 'offset';
      readonly since: string | undefined;
      readonly offset: Samples;
      readonly tolerance: Samples;
      /**
       * Give up so long after the voiced end of `since` (the scene's first moment where that is undefined) when the agent's
       * edge has not come: the turn is skipped (its windows unscored) or played all the same, just then.
       */
      readonly timeout: Samples;
      readonly otherwise: 'skip' | 'play';
    };

/** What the schedule waits for after a turn before it goes on. */
export type Hold =
  | { readonly kind: 'gap'; readonly length: Samples }
  /**
   * Wait up to `onsetWithin` for agent speech, then for `silence` of confirmed silence, at most `cap`
   * (selective-participation.md, Schedule, row T).
   */
  | { readonly kind: 'answer'; readonly onsetWithin: Samples; readonly silence: Samples; readonly cap: Samples }
  /** Exactly so long, whatever the agent does (row N4Q). */
  | { readonly kind: 'fixed'; readonly length: Samples }
  /** Until max(first sample + afterStart, voiced end + afterEnd) (row N4R). */
  | { readonly kind: 'observe'; readonly afterStart: Samples; readonly afterEnd: Samples };

/** Limits of an expected reply. */
export interface ReplyLimits {
  /** The onset comes so soon after the turn's voiced end. */
  readonly within: Samples;
  /** One reply and no second one in the turn's window. */
  readonly once: boolean;
  /** No hole inside the reply is longer (live case C19); undefined: holes are not judged. */
  readonly maxGap?: Samples;
}

/** What is right after a turn. Limits are part of it. */
export type Expectation =
  /** One reply that begins after the turn's end and within the limit. Onsets in the turn's pauses are false cutoffs. */
  | ({ readonly kind: 'reply' } & ReplyLimits)
  /** No agent speech in the turn's window. */
  | { readonly kind: 'silence' }
  /**
   * The turn cuts into the agent's speech: silent within the limit of its first voiced sample and not back during `quiet` after that.
   * With `reply`, a reply to the turn is expected as well (live cases C08, C14): its onset lies after the turn's voiced end,
   * and `quiet` ends there at the latest. With `mayReply` it ends there too, and whether a reply comes is not judged (analyze).
   */
  | { readonly kind: 'yield'; readonly within: Samples; readonly quiet: Samples; readonly reply?: ReplyLimits; readonly mayReply?: true }
  /**
   * A backchannel or a noise: the agent goes on, with no gap above `maxGap`. With `quietAfter`, nothing more may begin in so long
   * after the speech it went on with has ended (live case C11: the "hmm" is answered later). `reaction` is how soon after the turn's first
   * sample speech must stop to have been stopped by it (undefined: STOPPED_BY, score/constants.ts).
   */
  | { readonly kind: 'continue'; readonly maxGap: Samples; readonly quietAfter?: Samples; readonly reaction?: Samples }
  /**
   * Whether the agent hears the speaker at all: speech of it after the turn is the proof (measurement.md, "Before the first turn"). Without
   * proof, silence on a track of one's own is unscored. Judges nothing by itself.
   */
  | { readonly kind: 'probe'; readonly within: Samples }
  /** Allowed to answer, must yield to the resolution that follows (N4Q); judged at the N4R. */
  | { readonly kind: 'may-answer' }
  | { readonly kind: 'none' };

/** Measures whose values can be judged over many sessions. */
export const ACROSS_MEASURES = ['reply', 'yield'] as const;
export type AcrossMeasure = (typeof ACROSS_MEASURES)[number];

/** What is right of all sessions of one variant against one agent together (live case C15). */
export interface AcrossExpectation {
  readonly turn: string;
  readonly measure: AcrossMeasure;
  /** The distance between two percentiles of the values is at most `within`. */
  readonly spread: { readonly low: number; readonly high: number; readonly within: Samples };
  /** With fewer values nothing is decided. */
  readonly least: number;
}

export interface CompiledTurn {
  readonly id: string;
  readonly label: TurnLabel;
  /**
   * `noise`: a cough, a door, the hum of a room: sound that is nobody's turn. It is played and placed like a turn, but it neither
   * ends nor starts another turn's window. Left out for speech.
   */
  readonly kind?: 'noise';
  readonly speaker: string;
  readonly text: string;
  readonly clip: ClipRef;
  readonly cue: Cue;
  readonly hold: Hold;
  readonly expect: Expectation;
  /** Half-width of its edges' 95% interval where the turn was found in a recording, or given for one, and not played by the rig. */
  readonly plusMinus?: Samples;
  /** Where the turn stands in its file, for messages: "quickstart.yaml:31:7". */
  readonly source: string;
}

export type RoomLayout = 'mixed' | 'tracks';

export interface Greeting {
  /** `expected`: the scene starts 1 s after it ended; `ignored`: if it comes it is waited for; `forbidden`: speech before the first turn fails. */
  readonly policy: 'expected' | 'ignored' | 'forbidden';
  /** How long the gate waits for it to begin. */
  readonly within: Samples;
}

/** Limits that spoil a session when exceeded (measurement.md, Outcomes). */
export interface RigLimits {
  readonly lateFrame: Samples;
  readonly packetLossShare: number;
  readonly readyWithin: Samples;
}

/** One scene, one variant, ready to be played as one session. */
export interface CompiledScene {
  /** Scene id plus variant: unique in its suite, stable between runs; e.g. "phone[pause=400]". */
  readonly id: string;
  readonly scene: string;
  readonly suite: string;
  readonly title: string;
  /** Sweep values of this variant. */
  readonly variant: Readonly<Record<string, string | number>>;
  /** Arm of an alternating comparison inside the file, if any. */
  readonly arm: string | undefined;
  /** How often the scene is played unless the command line says otherwise. */
  readonly repeats: number;
  /** Pair partner and condition for paired scenes (explicit, implicit); left undefined in two-party suites. */
  readonly pair: { readonly id: string; readonly condition: string } | undefined;
  readonly language: string;
  /** Name by which people speak of the agent. */
  readonly assistant?: string;
  readonly family?: Family;
  readonly gold?: Gold;
  readonly layout: RoomLayout;
  readonly speakers: readonly { readonly id: string; readonly name: string }[];
  readonly greeting: Greeting;
  /** The preamble is turn 0 when there is one; its label is `user` and its expectation `none` or `silence`. */
  readonly turns: readonly CompiledTurn[];
  /** What is right over the repeats; left out where there is nothing of the kind. */
  readonly across?: readonly AcrossExpectation[];
  /** Silence streamed, and observed, after the last turn's hold. */
  readonly tail: Samples;
  readonly limits: RigLimits;
}

/** One entry of a run's plan: what is played, against which agent, in which block. */
export interface PlannedSession {
  /**
   * "quickstart/phone[pause=400]#2@vad-only": suite, scene id, repeat from 1, agent. Stable, whatever the seed and whatever else
   * is in the run, so that --resume knows what is done.
   */
  readonly id: string;
  readonly scene: string;
  /** Suite the scene belongs to: scene ids are unique in their suite only. */
  readonly suite: string;
  readonly agent: string;
  readonly repeat: number;
  /** Randomised block; sessions of one block run one after another (statistics.md, "Two arms"). */
  readonly block: number;
  readonly seed: number;
}
