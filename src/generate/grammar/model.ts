/** What a grammar is made of. A template holds `{slot}`; a slot's values may have several ways to be said, "nine forty|9:40". */
import type { Family } from '../../scenario/model.js';

export interface Topic {
  readonly id: string;
  readonly family: Family;
  /** Slots of its own, each with its values, beside those of the lexicon. */
  readonly slots?: Readonly<Record<string, readonly string[]>>;
  /** Each is the evidence in other words: one line, or two said by two people. */
  readonly evidence: readonly (readonly string[])[];
  readonly explicit: readonly string[];
  readonly implicit: readonly string[];
  readonly answer: string;
  /** Slots that a right answer names. */
  readonly mention: readonly string[];
  /** Slots whose value was said and is wrong. */
  readonly not?: readonly string[];
}

/** What people say beside the matter, by label. `{to}` is the person spoken to. */
export interface Talk {
  readonly N1: readonly string[];
  readonly N2: readonly string[];
  readonly N3: readonly string[];
  /** Question to the assistant, and how a human answers it or takes it back. `same`: the asker does. */
  readonly N4: readonly { readonly ask: string; readonly resolve: string; readonly same?: true }[];
}

export interface Grammar {
  readonly lexicon: Readonly<Record<string, readonly string[]>>;
  readonly topics: readonly Topic[];
  readonly talk: Talk;
}
