/**
 * Opportunity-conditioned ENTRY and YIELD (entry-yield.md): reviewed events say where there is an opportunity to take, or to give up, the
 * floor; a model is scored from its frame probabilities alone. Times are seconds on the session's clock.
 */

export const TASKS = ['entry', 'yield'] as const;
export type Task = (typeof TASKS)[number];

interface KindRule {
  readonly task: Task;
  /** What it counts as; a diagnostic stands outside of the headline figures. */
  readonly as: 'positive' | 'negative' | 'diagnostic';
}

/** What reviewers call an event. */
export const KINDS = {
  ENTRY_WEARER: { task: 'entry', as: 'positive' },
  ENTRY_OTHER_MIDTURN_PAUSE: { task: 'entry', as: 'negative' },
  ENTRY_OTHER_TO_OTHER: { task: 'entry', as: 'negative' },
  /** Speaking is right there for a dense target: out of the headline rate of false positives. */
  ENTRY_WEARER_BACKCHANNEL: { task: 'entry', as: 'diagnostic' },
  INT_YIELD: { task: 'yield', as: 'positive' },
  OTHER_BACKCHANNEL: { task: 'yield', as: 'negative' },
  FAILED_TAKEOVER: { task: 'yield', as: 'negative' },
  WEARER_HOLD: { task: 'yield', as: 'negative' },
} as const satisfies Readonly<Record<string, KindRule>>;
export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

export const isKind = (text: string): text is Kind => Object.hasOwn(KINDS, text);

/** An interval in which a non-wearer speaks. */
export interface Competitor {
  readonly onset: number;
  readonly offset: number;
  readonly speaker: string | undefined;
}

/** A reviewed event with what its score needs. */
export interface Opportunity {
  readonly id: string;
  readonly session: string;
  readonly kind: Kind;
  /** ENTRY: the non-wearer's release. YIELD: the non-wearer's onset. */
  readonly opens: number;
  /** ENTRY: the resolution. YIELD: the non-wearer's offset. No frame at or after it is causal. */
  readonly end: number;
  /** How many competitors crossed the wearer's offset; of YIELD with several given. */
  readonly eligible?: number;
}

/** Why an event is not scored; each is counted. */
export const EXCLUSIONS = {
  'unknown-kind': 'its kind is none of the protocol',
  'by-reviewer': 'the reviewer excludes it',
  provisional: 'its review is provisional',
  'no-release': 'no preceding release was chosen',
  'no-competitor': "no competitor crosses the wearer's offset",
  'after-outcome': 'its outcome does not lie after its beginning',
  'no-session': 'no frames of its session',
  'before-the-start': 'it reaches before the first frame of its session',
  'past-the-end': 'it reaches past the last frame of its session',
  gap: 'frames are missing in its window',
  'no-frame': 'no frame lies in its window',
} as const;
export type Exclusion = keyof typeof EXCLUSIONS;

export interface Excluded {
  readonly id: string;
  readonly session: string;
  /** As the reviewer wrote it. */
  readonly kind: string;
  readonly task: Task | undefined;
  readonly why: Exclusion;
  /** More than the rule: the reviewer's words, times. Hostile text. */
  readonly detail: string;
  readonly opportunity?: Opportunity;
}

/** The causal window of frames that a score is read from. */
export interface Window {
  readonly from: number;
  /** The last moment that a frame may have. */
  readonly to: number;
  /** Whether a frame at `to` itself belongs to it. */
  readonly closed: boolean;
  /** Upper limit by the protocol, were there no outcome: release + 2.0 s, onset + 0.6 s. */
  readonly horizon: number;
}

export interface ScoredOpportunity extends Opportunity {
  readonly window: Window;
  readonly score: number;
  /** Frames in the window: first index in the session's frames, and how many. */
  readonly first: number;
  readonly frames: number;
}

/** How ENTRY's window ends: before the resolution (causal, chosen), or with it. */
export const READINGS = ['half-open', 'closed'] as const;
export type Reading = (typeof READINGS)[number];
