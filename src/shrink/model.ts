/**
 * What shrinking works on: a scene taken apart into pieces that are never cut, and candidates, each of which is a choice of what is left.
 * Positions inside a clip are 48 kHz samples; lengths that a candidate chooses are whole milliseconds, as the scenario format has them.
 */
import type { CompiledScene, CompiledTurn } from '../scenario/model.js';
import type { Samples } from '../time/position.js';

/** A stretch of speech between two silences: it stays or goes whole, sample by sample as it was played. */
export interface Piece {
  /** First voiced sample in the turn's clip, and one past the last. */
  readonly from: Samples;
  readonly to: Samples;
  /** Its words: the part's where the part is one piece, else a share of them by length, which is a guess. */
  readonly text: string;
  /** The part that it is of. */
  readonly part: number;
}

/** A turn of the input as it was played. */
export interface MaterialTurn {
  readonly turn: CompiledTurn;
  /** 48 kHz mono, at the level at which it was played. */
  readonly samples: Float32Array;
  readonly pieces: readonly Piece[];
}

/** The pause `after` so many pieces of the target: between piece `after` - 1 and piece `after`. */
export interface Anchor {
  readonly turn: number;
  readonly after: number;
}

/** A scene taken apart. Turns and pieces are named by their index in it for good. */
export interface Material {
  readonly suite: string;
  readonly scene: CompiledScene;
  readonly turns: readonly MaterialTurn[];
}

/** Faults that can be looked for: a window of one turn that surely fails, by the measure and the flag of fault.ts. */
export const FAULTS = ['cutoff', 'no-reply', 'silence', 'yield', 'double-reply', 'continue'] as const;
export type FaultKind = (typeof FAULTS)[number];

/** The fault that must show again. */
export interface Fault {
  readonly kind: FaultKind;
  /** Index of the turn in the material. */
  readonly turn: number;
  /** The pause it belongs to; undefined for a cutoff in the words, and for other faults. */
  readonly anchor: Anchor | undefined;
  /** Of `silence`: it was speaking already when the turn began. Shortened waits must not make the one fault of the other. */
  readonly fromBefore?: true;
}

export interface CandidateTurn {
  /** Index in the material. */
  readonly turn: number;
  /** Indices of the pieces that are left, rising, at least one. */
  readonly pieces: readonly number[];
}

/** What is left of the scene. Plain data: two candidates are the same when their JSON is. */
export interface Candidate {
  readonly turns: readonly CandidateTurn[];
  /** Chosen lengths, ms, by "TURN:AFTER" of the pause that they shorten; others are as they were. */
  readonly pauses: Readonly<Record<string, number>>;
  /** Chosen lengths, ms, of what a turn's cue or hold waits, by "TURN:cue" or "TURN:hold". */
  readonly waits: Readonly<Record<string, number>>;
}

export const pauseKey = (turn: number, after: number): string => `${turn}:${after}`;

/** How big a scenario is. The search makes the first of these smaller before the next. */
export interface Size {
  readonly turns: number;
  readonly noises: number;
  readonly speakers: number;
  readonly pieces: number;
  readonly pausesMs: number;
  readonly waitsMs: number;
  /** Sound of all clips together. */
  readonly soundMs: number;
}

/** What so many sessions said of one candidate. */
export interface Answer {
  readonly verdict: 'yes' | 'no' | 'undecided';
  readonly reproduced: number;
  /** Sessions that count: the rig spoiled none of them. */
  readonly sessions: number;
  readonly spoiled: number;
}

export type StepKind = 'baseline' | 'turns' | 'speakers' | 'words' | 'pause' | 'wait' | 'probe' | 'confirm';

/** One candidate that was tried. */
export interface Step {
  readonly kind: StepKind;
  /** In words: "without t1, t2". */
  readonly what: string;
  /** SHA-256 of what would be played: document and sound. */
  readonly key: string;
  readonly size: Size;
  readonly answer: Answer;
  /** It reproduced, and the search went on from it. */
  readonly kept: boolean;
}
