/** Scenes before they are a file: what every generator makes, and what it is asked for (selective-participation.md, "Making scenes"). */
import type { Family, TurnLabel } from '../scenario/model.js';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Where in its scene the request stands: first, second or last third. */
export const POSITIONS = ['early', 'middle', 'late'] as const;
export type Position = (typeof POSITIONS)[number];

/** Somebody who speaks. A person of one name has one voice in the whole file. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Which of the file's voices. */
  readonly voice: number;
}

/** What one pair is to be. */
export interface PairRequest {
  /** From 0. */
  readonly index: number;
  readonly seed: number;
  readonly language: Language;
  readonly family: Family;
  readonly position: Position;
  /** Three or four. */
  readonly people: readonly Person[];
}

export interface DraftTurn {
  /** Name of one of the people. */
  readonly speaker: string;
  readonly label: TurnLabel;
  readonly text: string;
  /** What is said in the implicit scene where that differs. */
  readonly implicit?: string;
}

export interface DraftPair {
  readonly title: string;
  readonly turns: readonly DraftTurn[];
  readonly gold: {
    readonly answer: string;
    readonly mustMention: readonly (readonly string[])[];
    readonly mustNotMention: readonly string[];
    /** Indices of turns, from 0. */
    readonly evidence: readonly number[];
  };
}

/** What a generator gave: a pair, or why there is none in what it gave (prose instead of JSON). */
export type Drafted = { readonly draft: DraftPair } | { readonly unusable: string };

/** The way to one pair. */
export interface Drafting {
  /** @param problems what is wrong with the draft before, each a sentence; empty for the first. */
  next(problems: readonly string[]): Promise<Drafted>;
}

export interface PairGenerator {
  readonly name: string;
  /** So many drafts of one pair at most; bounded, so that a generator that cannot do better ends. */
  readonly attempts: number;
  begin(request: PairRequest): Drafting;
}
