/** What the server of the review page and its script say to each other, and what a label is made of. */
import { LABEL_OF_REASON, REASONS, type Confidence, type Reason, type Role } from './model.js';

/** What an annotator says of a pause: the turn goes on, it is over, or nobody can tell. */
export const VERDICTS = ['hold', 'eot', 'uncertain'] as const;
export type Verdict = (typeof VERDICTS)[number];

export function verdictOf(reason: Reason): Verdict {
  const mayReply = LABEL_OF_REASON[reason];
  return mayReply === undefined ? 'uncertain' : mayReply ? 'eot' : 'hold';
}

/** Reasons of a verdict; the first one stands until another is chosen. */
export const reasonsOf = (verdict: Verdict): readonly Reason[] => REASONS.filter((reason) => verdictOf(reason) === verdict);

/** The verdict is in the reason. */
export interface ReviewLabel {
  readonly reason: Reason;
  readonly confidence: Confidence | null;
}

/** `GET start`. */
export interface ReviewStart {
  readonly annotator: string;
  /** Number of the pause to go on with. */
  readonly at: number;
}

/** `GET items/N`, and what every change answers. Nothing in it is of later than the decision, unless `revealed`. */
export interface ReviewItemJson {
  readonly index: number;
  readonly count: number;
  /** How many of them have a label. */
  readonly labelled: number;
  readonly callId: string;
  readonly decisionMs: number;
  /** Where the user fell silent; null for a point in no silence. */
  readonly pauseStartMs: number | null;
  /** `later`: of what was shown on request, ended after the decision. */
  readonly history: readonly { readonly role: Role; readonly startMs: number; readonly text: string; readonly later: boolean }[];
  /** user_text_at_decision. */
  readonly current: string;
  readonly label: ReviewLabel | null;
  /** Whether what follows has been shown. */
  readonly revealed: boolean;
  /** Whether the label was given after what follows could be known. */
  readonly labelledKnowing: boolean;
  /** `GET items/N/sound`: s16le, user and agent interleaved. */
  readonly sound: { readonly fromMs: number; readonly toMs: number; readonly rate: number };
  readonly previous: number | null;
  readonly next: number | null;
  readonly canUndo: boolean;
}

/** Of everything that was refused. */
export interface ReviewRefusal {
  readonly message: string;
}
