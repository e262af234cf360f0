/** The table in the paper's form, in words: ours, and the paper's figures marked as published. */
import type { SelectiveCondition, SelectiveScores } from '../score/selective/model.js';
import { PUBLISHED_N4_WINDOWS, PUBLISHED_SCENES, type PublishedSystem } from '../score/selective/published.js';
import { TEXT_REFERENCE_MARK, type ReferenceRow } from '../text-reference/row.js';
import { html, type Markup } from './escape.js';
import { besideRateWords, selectiveRateWords } from './selective.js';

export const CONDITION_WORDS: Readonly<Record<SelectiveCondition, string>> = {
  explicit: 'explicit scenes (the request names the assistant)',
  implicit: 'implicit scenes (only context shows that it is asked)',
  unpaired: 'all scenes',
};

/** Columns of the paper's table, and the yield of N4 beside them. */
export const PAPER_COLUMNS = [
  { key: 'responsePresence', head: 'presence*', published: ({ presence }: PublishedSystem) => presence.toFixed(4) },
  { key: 'newInitiation', head: 'new initiation', published: ({ newInitiation }: PublishedSystem) => newInitiation.toFixed(4) },
  { key: 'answerAccuracy', head: 'accuracy', published: ({ accuracy }: PublishedSystem) => accuracy.toFixed(4) },
  { key: 'silence', head: 'silence', published: ({ silence }: PublishedSystem) => silence.toFixed(4) },
  {
    key: 'answerWindowYield',
    head: 'yield (eligible N4)',
    published: ({ yield: { rate, denominator } }: PublishedSystem) =>
      rate === undefined ? `no rate (of ${denominator})` : `${rate.toFixed(3)} (of ${denominator})`,
  },
] as const;

/** One row of the paper's form: ours with counts. */
export function paperRow(scores: Omit<SelectiveScores, 'agent'>): string[] {
  return PAPER_COLUMNS.map(({ key }) => {
    const rate = scores[key];
    return rate === undefined ? 'not judged' : selectiveRateWords(rate);
  });
}

export const publishedRow = (system: PublishedSystem): string[] => PAPER_COLUMNS.map(({ published }) => published(system));

export const PUBLISHED_NOTE = `Published: Duplex-MPE, explicit condition, ${PUBLISHED_SCENES} scenes and ${PUBLISHED_N4_WINDOWS} N4 windows of its own; other scenes, other ears and another judge than ours. They stand here to be seen side by side, and nothing is tested against them.`;

export const REFERENCE_NOTE =
  'Text reference: a chat model that reads who says what decides after each line; it hears nothing, nobody talks over it, and it has all the time it wants. An upper bound for agents that hear, and no system of the comparison.';

type Reference = Pick<ReferenceRow, 'model' | 'scores'> | undefined;

/** Its row in the table of a condition; none where it has none. */
export function referenceRows(
  reference: Reference,
  condition: SelectiveCondition,
): { readonly name: string; readonly cells: readonly string[] }[] {
  if (reference === undefined) return [];
  return reference.scores
    .filter((one) => one.condition === condition)
    .map((scores) => ({ name: reference.model, cells: paperRow(scores) }));
}

/** The same for a page, with what stands below each figure. */
export function referenceCells(reference: Reference, condition: SelectiveCondition): Markup[][] {
  if (reference === undefined) return [];
  return reference.scores
    .filter((one) => one.condition === condition)
    .map((scores) => [
      html`${reference.model} <span class="v none">${TEXT_REFERENCE_MARK}</span>`,
      ...PAPER_COLUMNS.map(({ key }) => {
        const rate = scores[key];
        if (rate === undefined) return html`<span class="dim">not judged</span>`;
        return html`<span class="num">${selectiveRateWords(rate)}</span><br /><span class="dim">${besideRateWords(rate)}</span>`;
      }),
    ]);
}
