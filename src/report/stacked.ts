import { html, type Markup } from './escape.js';

/** A table whose rows stand below each other on a narrow page. */
export function stacked(id: string, heads: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup {
  return html`<div class="scroll"><table class="stack" id="${id}">
    <thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead>
    <tbody>${rows.map((cells) => html`<tr>${cells.map((cell, i) => html`<td data-h="${heads[i] ?? ''}"><div>${cell}</div></td>`)}</tr>`)}</tbody>
  </table></div>`;
}
