/**
 * Labelled calls of people with a bot (premature-reply.md, "Files"). All times are whole milliseconds of the whole call's recording; what
 * stands in a file keeps its place there, so that every later problem names file, line and column.
 */

export const ROLES = ['agent', 'user'] as const;
export type Role = (typeof ROLES)[number];

export const CONFIDENCES = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export const REASONS = [
  'completed_turn',
  'completed_answer',
  'mid_turn_pause',
  'hesitation',
  'unfinished_expression',
  'uncertain',
  'audio_issue',
  'interrupted_unclear',
] as const;
export type Reason = (typeof REASONS)[number];

/** `draft` (ours): found by a detector, and nobody has listened to it. It never counts. */
export const STATUSES = ['complete', 'uncertain', 'audio_issue', 'interrupted_unclear', 'draft'] as const;
export type TurnStatus = (typeof STATUSES)[number];

export const SPAN_LABELS = ['hold', 'eot'] as const;
export type SpanLabel = (typeof SPAN_LABELS)[number];

/** Where a cell stands: the file as the user named it; lines and columns from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The place of a row's cell of this name. */
export type PlaceOf = (column: string) => Place;

/** asr_history.csv: one stretch of speech. */
export interface HistoryRow {
  readonly callId: string;
  readonly role: Role;
  readonly startMs: number;
  readonly endMs: number;
  readonly transcript: string;
  readonly at: PlaceOf;
}

/** eot_labels.csv: one position at which a model is asked. */
export interface DecisionPoint {
  readonly callId: string;
  readonly decisionMs: number;
  readonly userText: string;
  /** Undefined: nobody can tell. */
  readonly canReply: boolean | undefined;
  readonly confidence: Confidence | undefined;
  /** Undefined, with an empty label: a draft, which nobody has listened to. It never counts. */
  readonly reason: Reason | undefined;
  readonly annotator: string;
  readonly at: PlaceOf;
}

/** A point that somebody has listened to. */
export interface HeardPoint extends DecisionPoint {
  readonly reason: Reason;
}

export const isHeard = (point: DecisionPoint): point is HeardPoint => point.reason !== undefined;

/** user_turns.csv. */
export interface UserTurn {
  readonly callId: string;
  readonly turnId: string;
  readonly startMs: number;
  /** Undefined: not known; never of a complete turn. */
  readonly speechEndMs: number | undefined;
  readonly status: TurnStatus;
  readonly annotator: string;
  readonly at: PlaceOf;
}

/** silence_spans.csv: half open, [startMs, endMs). */
export interface SilenceSpan {
  readonly callId: string;
  readonly turnId: string;
  readonly spanIndex: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Undefined: to be checked. */
  readonly label: SpanLabel | undefined;
  readonly confidence: Confidence | undefined;
  readonly reason: Reason | undefined;
  readonly annotator: string;
  readonly at: PlaceOf;
}

/** words.csv. */
export interface WordTime {
  readonly callId: string;
  readonly role: Role;
  readonly startMs: number;
  readonly endMs: number;
  readonly word: string;
  readonly at: PlaceOf;
}

/** A line of asr_log.jsonl: what the speech recognition had said, and when. */
export interface AsrLine {
  readonly callId: string;
  readonly atMs: number;
  readonly role: Role;
  readonly text: string;
  readonly final: boolean;
  /** `atMs` of the line whose text this one takes the place of; undefined: it is new. */
  readonly replaces: number | undefined;
  readonly at: PlaceOf;
}

/** A folder of labelled calls as it was read. What there is no file of is empty; `has` tells the two apart. */
export interface CallTables {
  readonly history: readonly HistoryRow[];
  readonly points: readonly DecisionPoint[];
  readonly turns: readonly UserTurn[];
  readonly spans: readonly SilenceSpan[];
  readonly words: readonly WordTime[];
  readonly asrLog: readonly AsrLine[];
  readonly has: ReadonlySet<TableName>;
  /** Tables of which no row was left out. Rules on what is missing ask these only: a mistyped cell is one problem and not three. */
  readonly whole: ReadonlySet<TableName>;
}

export const TABLES = {
  history: 'asr_history.csv',
  points: 'eot_labels.csv',
  turns: 'user_turns.csv',
  spans: 'silence_spans.csv',
  words: 'words.csv',
  asrLog: 'asr_log.jsonl',
} as const;
export type TableName = keyof typeof TABLES;

/** What a reason says of the label (premature-reply.md, "Validation"): true may reply, false may not, undefined nobody can tell. */
export const LABEL_OF_REASON: Readonly<Record<Reason, boolean | undefined>> = {
  completed_turn: true,
  completed_answer: true,
  mid_turn_pause: false,
  hesitation: false,
  unfinished_expression: false,
  uncertain: undefined,
  audio_issue: undefined,
  interrupted_unclear: undefined,
};

/** hold is 0, eot is 1, an empty label an empty one. */
export const MAY_REPLY_IN: Readonly<Record<SpanLabel, boolean>> = { hold: false, eot: true };

/** A key of a turn. */
export const turnKey = ({ callId, turnId }: { readonly callId: string; readonly turnId: string }): string =>
  JSON.stringify([callId, turnId]);
