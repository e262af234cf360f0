/** The page's sections on many sessions together: expectations over repeats with their distribution, and sweeps with their curve. */
import type { AcrossResult } from '../score/model.js';
import { html, raw, type Markup } from './escape.js';
import type { ReportRun } from './model.js';
import { linked } from './number-links.js';
import { joined, num, type Words } from './numbers.js';
import { curveMeasure, isBrief, share, sweepTables, variantWords, type SweepCell, type SweepTable } from './variants.js';
import { MEASURE_WORDS, VERDICT_WORDS } from './words.js';

/** Drawing sizes, in CSS pixels. */
const WIDTH = 360;
const STRIP = 34;
const CURVE = 120;
const PAD = 26;
/** Lines of agents, told apart by dash and by the number at their end too: colour alone is not read by everybody. */
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];

export function overSessions(run: ReportRun): Markup | undefined {
  const across = run.summary.across ?? [];
  const sweeps = sweepTables(run.summary);
  if (across.length === 0 && sweeps.length === 0) return undefined;
  const once = sweeps.filter(isBrief);
  const others = sweeps.filter((one) => !isBrief(one));
  return html`${across.length === 0 ? undefined : html`<h2>Over all repeats</h2>${acrossTable(run, across)}`}${
    sweeps.length === 0 ? undefined : html`<h2>By swept value</h2>`
  }${once.length === 0 ? undefined : briefTable(run, once)}${others.map((one) => sweepSection(run, one))}`;
}

/** What the verdict rests on: "12 values, 1 without an end, 2 without a value". */
function restsOn({ values, censored, without }: AcrossResult): Words {
  const one = (n: number, at: string, what: string): Words => (n === 0 ? [] : [num(n, at, what, `${n} ${what}`)]);
  return joined([
    one(values.length, '/values', values.length === 1 ? 'value' : 'values'),
    one(censored, '/censored', 'without an end'),
    one(without, '/without', 'without a value'),
  ]);
}

function acrossTable(run: ReportRun, across: readonly AcrossResult[]): Markup {
  return html`<div class="scroll">
    <table class="stack" id="across">
      <thead>
        <tr><th>scene</th><th>agent</th><th>verdict</th><th>distribution</th><th>what was seen</th></tr>
      </thead>
      <tbody>
        ${across.map(
          (one, i) =>
            html`<tr>
              <td data-h="scene"><div>${one.suite}/${one.scene}<br /><span class="dim">${one.turn}, ${MEASURE_WORDS[one.measure]}</span></div></td>
              <td data-h="agent"><div>${one.agent}</div></td>
              <td data-h="verdict"><div><span class="v ${one.verdict}">${VERDICT_WORDS[one.verdict]}</span></div></td>
              <td data-h="distribution"><div>${strip(one)}</div></td>
              <td data-h="what was seen"><div>${one.reason}<br /><span class="dim">${linked(run, `/across/${i}`, restsOn(one), `${one.suite}/${one.scene}, ${MEASURE_WORDS[one.measure]}, ${one.agent}`)}</span></div></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Every value as a tick on one line, from 0 to the largest. */
function strip({ values, limitMs, lowMs, highMs }: AcrossResult): Markup {
  const last = values.at(-1);
  if (last === undefined) return html`<span class="dim">no value</span>`;
  const most = Math.max(last, (lowMs ?? 0) + limitMs, 1);
  const x = (ms: number): string => (8 + (ms / most) * (WIDTH - 16)).toFixed(1);
  const ticks = values.map((ms) => `<path d="M${x(ms)} 4V18" />`).join('');
  const band = lowMs === undefined || highMs === undefined ? '' : `<path d="M${x(lowMs)} 21H${x(highMs)}" stroke-width="3" />`;
  return html`${raw(
    `<svg viewBox="0 0 ${WIDTH} ${STRIP}" width="${WIDTH}" style="max-width:100%;height:auto" role="img" aria-label="${values.length} values up to ${Math.round(last)} ms" stroke="currentColor" fill="currentColor">${ticks}${band}<g stroke="none" font-size="10"><text x="8" y="33">0</text><text x="${WIDTH - 8}" y="33" text-anchor="end">${Math.round(most)} ms</text></g></svg>`,
  )}`;
}

const cellLink = (run: ReportRun, cell: SweepCell | undefined, of: string): Markup =>
  linked(run, '', variantWords(cell), `${of}, ${cell?.agent ?? ''}`);

/** Swept scenes that were played once a value: one table, where a table each would be of single sessions. */
function briefTable(run: ReportRun, tables: readonly SweepTable[]): Markup {
  const agents = [...new Set(tables.flatMap((one) => one.agents))];
  const rows = tables.flatMap(({ scene, names, agents: own, rows: values }) =>
    values.map(({ value, cells }) => ({
      scene,
      value: `${names} ${value}`,
      cells: agents.map((agent) => (own.includes(agent) ? cells[own.indexOf(agent)] : undefined)),
    })),
  );
  return html`<div class="scroll">
    <table class="stack" id="swept-once">
      <thead>
        <tr><th>scene</th><th>value</th>${agents.map((agent) => html`<th>${agent}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ scene, value, cells }) =>
            html`<tr><td data-h="scene"><div>${scene}</div></td><td data-h="value"><div><b class="num">${value}</b></div></td>${cells.map((one, i) => html`<td data-h="${agents[i] ?? ''}"><div>${cellLink(run, one, `${scene}, ${value}`)}</div></td>`)}</tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function sweepSection(run: ReportRun, table: SweepTable): Markup {
  return html`<h3>${table.scene}</h3>
    ${curve(table)}
    <div class="scroll">
      <table class="stack sweep">
        <thead>
          <tr><th>${table.names}</th>${table.agents.map((agent) => html`<th>${agent}</th>`)}</tr>
        </thead>
        <tbody>
          ${table.rows.map(
            ({ value, cells }) =>
              html`<tr><td data-h="${table.names}"><div><b class="num">${value}</b></div></td>${cells.map((one, i) => html`<td data-h="${table.agents[i] ?? ''}"><div>${cellLink(run, one, `${table.scene}, ${table.names} ${value}`)}</div></td>`)}</tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** The share of sessions that failed over one swept number, a line an agent. */
function curve(table: SweepTable): Markup | undefined {
  const measure = curveMeasure(table);
  const xs = table.rows.map(({ value }) => Number(value));
  if (measure === undefined || xs.length < 3 || xs.some((x) => !Number.isFinite(x))) return undefined;
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const x = (value: number): string => (PAD + ((value - least) / (most - least)) * (WIDTH - 2 * PAD)).toFixed(1);
  const y = (value: number): string => (CURVE - PAD - value * (CURVE - 2 * PAD)).toFixed(1);
  const lines = table.agents.map((_, i) => {
    const points = table.rows.flatMap(({ cells }, row) => {
      const value = share(cells[i], measure);
      return value === undefined ? [] : [`${x(xs[row] ?? 0)},${y(value)}`];
    });
    const dots = points.map((point) => `<circle cx="${point.replace(',', '" cy="')}" r="2.5" fill="currentColor" />`).join('');
    return `<polyline points="${points.join(' ')}" fill="none" stroke-dasharray="${DASHES[i % DASHES.length] ?? ''}" />${dots}`;
  });
  const labels = xs.map((value) => `<text x="${x(value)}" y="${CURVE - 8}" text-anchor="middle">${value}</text>`).join('');
  const scale = `<text x="2" y="${y(1)}">100%</text><text x="2" y="${y(0)}">0</text>`;
  return html`<figure style="margin:0">${raw(
    `<svg viewBox="0 0 ${WIDTH} ${CURVE}" width="${WIDTH}" style="max-width:100%;height:auto" role="img" aria-label="Share of failed sessions by value" stroke="currentColor">${lines.join('')}<g stroke="none" fill="currentColor" font-size="10">${labels}${scale}</g></svg>`,
  )}<figcaption class="dim">Share of sessions that failed "${MEASURE_WORDS[measure]}", by ${table.names}; lines in the order of the columns: ${table.agents.map((agent, i) => `${agent} (${['solid', 'dashed', 'dotted', 'dash-dot'][i % DASHES.length]})`).join(', ')}</figcaption></figure>`;
}
