/** What a page shows of a text reference. It stands apart because pages in a browser read it: nothing of Node is in it. */
import type { SelectiveScores } from '../score/selective/model.js';

/** What it is, wherever its figures stand beside those of agents that hear. */
export const TEXT_REFERENCE_MARK = 'text reference, upper bound';

export interface ReferenceRow {
  readonly model: string;
  readonly judge: string;
  readonly scores: readonly Omit<SelectiveScores, 'agent'>[];
  readonly scenes: readonly {
    readonly suite: string;
    readonly scene: string;
    /** SHA-256 of the texts, labels and gold answer: of other texts no figure stands beside these. */
    readonly sha256: string;
  }[];
}
