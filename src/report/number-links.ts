/** Numbers as links to the list of their windows, which the page's script opens (page/windows.ts). */
import { html, type Markup } from './escape.js';
import type { ReportRun } from './model.js';
import { below, type Num, type Words } from './numbers.js';

/** Begins the hash of such a link; the counts follow, apart by "+". */
export const LIST_HASH = '#windows:';

/**
 * A text with its numbers as links.
 * @param at the row's place in the summary. @param of what it is, for the list's heading: "reply after the turn, vad-only".
 */
export function linked(run: Pick<ReportRun, 'windows'>, at: string, words: Words, of: string): Markup {
  return html`${below(at, words).map((one) => (typeof one === 'string' ? one : numberLink(run, one, of)))}`;
}

/** A number of which not every window can be listed stays a text: a list never tells another number than the table. */
function numberLink({ windows }: Pick<ReportRun, 'windows'>, { text, n, at, what }: Num, of: string): Markup | string {
  const listed = at.reduce((sum, one) => sum + (windows?.size(one) ?? 0), 0);
  if (n === 0 || listed !== n) return text;
  return html`<a class="n" href="${LIST_HASH}${at.join('+')}" data-of="${of}: ${what}">${text}</a>`;
}
