/** The page of live points: the picture, the figures, and every span. It has no script, and all text in it is escaped. */
import { html, raw, type Markup } from '../../report/escape.js';
import { page } from '../../report/page-shell.js';
import { pointNotes, pointRow, POINT_COLUMNS } from './words.js';
import type { LivePoint } from './point.js';
import type { TurnOutcome } from './outcome.js';

const OWN_STYLE = `
figure { margin:0 0 18px; } figure svg { width:100%; height:auto; display:block; background:#fff; border:1px solid var(--line); border-radius:6px; }
td.cut { color:var(--bad, #b3261e); font-weight:600; }
`;

export interface LivePage {
  readonly title: string;
  /** Sentences under the title. */
  readonly about: readonly string[];
  /** Made by chart.ts, which escapes. */
  readonly svg: string;
  readonly points: readonly { readonly name: string; readonly point: LivePoint; readonly pareto?: boolean }[];
  readonly outcomes: readonly TurnOutcome[];
  /** Where the sound behind the numbers is, seen from the page. */
  readonly report: string | undefined;
}

export function livePage({ title, about, svg, points, outcomes, report }: LivePage): string {
  const marked = points.some(({ pareto }) => pareto !== undefined);
  const rows = points.map(({ name, point, pareto }) => [...pointRow(point, name), ...(marked ? [pareto === true ? 'yes' : ''] : [])]);
  const notes = points.flatMap(({ name, point }) => pointNotes(point, name));
  const body = html`<h1>${title}</h1>
    ${about.map((sentence) => html`<p class="dim">${sentence}</p>`)}
    ${report === undefined ? '' : html`<p><a href="${report}">Report of the run: every window with its sound</a></p>`}
    <figure id="picture">${raw(svg)}</figure>
    <div class="scroll">${tableOf('points', [...POINT_COLUMNS, ...(marked ? ['Pareto'] : [])], rows)}</div>
    ${notes.length === 0 ? '' : html`<ul class="dim">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
    ${outcomes.length === 0 ? '' : spans(outcomes)}`;
  return page(title, body, '', OWN_STYLE);
}

function tableOf(id: string, head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<table id="${id}">
    <thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table>`;
}

function spans(outcomes: readonly TurnOutcome[]): Markup {
  const ms = (value: number | undefined): string => (value === undefined ? '' : `${Math.round(1000 * value)} ms`);
  const rows = outcomes.flatMap(({ agent, session, id, holds, end }) => [
    ...holds.map(({ span, cut, onsetS, why }) => [
      ...[agent, id, `hold ${span.spanIndex}`, ms(span.end - span.start)],
      ...[cut === undefined ? `left out: ${why ?? ''}` : cut ? 'cut off' : 'held', ms(onsetS), session],
    ]),
    ...(end === undefined
      ? []
      : [
          [
            ...[agent, id, 'end', ''],
            ...[
              end.latencyS === undefined ? `left out: ${end.why ?? ''}` : end.censored ? 'no answer' : 'answered',
              ms(end.latencyS),
              session,
            ],
          ],
        ]),
  ]);
  return html`<h2>Spans</h2>
    <div class="scroll">${tableOf('spans', ['agent', 'turn', 'span', 'pause', 'what happened', 'after', 'session'], rows)}</div>`;
}
