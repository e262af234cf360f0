/** What stands behind one cell: the windows of one system in one measure, or of two systems side by side. */
import type { CellWindow, SystemComparison } from '../../compare/model.js';
import { html, type Markup } from '../escape.js';
import { MEASURE_WORDS, VERDICT_WORDS } from '../words.js';
import { CONDITION_WORDS } from '../paper.js';

/** Address of a window in its run's report; undefined where there is none. */
export type SessionLink = (window: CellWindow) => string | undefined;

/** More rows than this no reader goes through, and a page is megabytes: those that failed come first. */
const MOST_ROWS = 5000;

const RANK: Readonly<Record<string, number>> = { fail: 0, 'within-uncertainty': 1, unscored: 2, pass: 3 };
const rankOf = (window: CellWindow | undefined): number => RANK[window?.verdict ?? ''] ?? 4;

function verdict({ verdict: found }: CellWindow): Markup {
  const words = found in VERDICT_WORDS ? VERDICT_WORDS[found as keyof typeof VERDICT_WORDS] : found;
  return html`<span class="v ${found}">${words}</span>`;
}

function linked(window: CellWindow, link: SessionLink): Markup {
  const to = link(window);
  const name = html`${window.scene}<br /><span class="dim">${window.session}</span>`;
  return to === undefined ? name : html`<a href="${to}">${window.scene}</a><br /><span class="dim">${window.session}</span>`;
}

function table(heads: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup {
  return html`<div class="scroll"><table class="stack">
    <thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead>
    <tbody>${rows.slice(0, MOST_ROWS).map((cells) => html`<tr>${cells.map((cell, i) => html`<td data-h="${heads[i] ?? ''}"><div>${cell}</div></td>`)}</tr>`)}</tbody>
  </table></div>
  ${rows.length > MOST_ROWS ? html`<p class="dim">${rows.length - MOST_ROWS} more are not shown; all are in the run's report.</p>` : undefined}`;
}

/** All windows of a system in one measure and condition, failed ones first. */
export function cellBody(system: string, windows: readonly CellWindow[], link: SessionLink): Markup {
  const [first] = windows;
  if (first === undefined) return html`<p>nothing</p>`;
  const sorted = [...windows].sort((a, b) => rankOf(a) - rankOf(b));
  const count = (what: string): number => windows.filter((one) => one.verdict === what).length;
  return html`<h1>${system}: ${MEASURE_WORDS[first.measure]}</h1>
    <p class="dim">
      ${CONDITION_WORDS[first.condition]}: ${count('pass')} met, ${count('fail')} failed, ${count('within-uncertainty')} within uncertainty,
      ${count('unscored')} unscored or not eligible
    </p>
    ${table(
      ['scene', 'turn', 'verdict', 'what was seen'],
      sorted.map((one) => [linked(one, link), one.id.split('/')[0] ?? '', verdict(one), one.reason]),
    )}`;
}

interface Sides {
  a?: CellWindow;
  b?: CellWindow;
}

/** The same windows of two systems, those in which they differ first. */
export function pairBody(one: SystemComparison, a: readonly CellWindow[], b: readonly CellWindow[], link: SessionLink): Markup {
  const sides = new Map<string, Sides>();
  const put = (side: keyof Sides, windows: readonly CellWindow[]): void => {
    for (const window of windows) {
      const key = `${window.session.slice(0, window.session.lastIndexOf('@'))} ${window.id}`;
      const found = sides.get(key) ?? {};
      found[side] = window;
      sides.set(key, found);
    }
  };
  put('a', a);
  put('b', b);
  const differ = ({ a: x, b: y }: Sides): number => (x?.verdict === y?.verdict ? 1 : 0);
  const sorted = [...sides.values()].sort((x, y) => differ(x) - differ(y) || rankOf(x.b) - rankOf(y.b));
  const side = (window: CellWindow | undefined): Markup | string =>
    window === undefined ? '–' : html`${verdict(window)}<br />${linked(window, link)}<br /><span class="dim">${window.reason}</span>`;
  const what = one.what === 'wait' ? 'wait for a reply' : MEASURE_WORDS[one.what];
  const different = sorted.filter((pair) => differ(pair) === 0).length;
  return html`<h1>${what}: ${one.a} and ${one.b}</h1>
    <p class="dim">${CONDITION_WORDS[one.condition]}: ${different} of ${sorted.length} windows have other verdicts; they come first</p>
    ${table(
      ['turn', one.a, one.b],
      sorted.map((pair) => [(pair.a ?? pair.b)?.id.split('/')[0] ?? '', side(pair.a), side(pair.b)]),
    )}`;
}
