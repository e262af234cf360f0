/** The page's sections on what may be said of a run: rates over scenes, waits, agents compared, single scenes. */
import type { RunStatistics, WaitStatement } from '../score/statistics/model.js';
import { html, raw, type Markup } from './escape.js';
import type { ReportRun } from './model.js';
import { comparisonTables, tableNotes, tableWords, type ComparisonTable } from './comparisons.js';
import { linked } from './number-links.js';
import { num, type Words } from './numbers.js';
import { endsWords, ENDS_NOTE, percentileBoundsWords, percentileWords, rangeWords, rateRows, shareWords } from './statistics.js';
import { stacked } from './stacked.js';
import { levelWords, MEASURE_WORDS } from './words.js';

/** Drawing sizes, in CSS pixels. */
const WIDTH = 340;
const HEIGHT = 130;
const PAD = 26;

export function statisticsSections(run: ReportRun): Markup | undefined {
  const { statistics } = run.summary;
  if (statistics === undefined) return undefined;
  return html`${rateSection(run, statistics)}${waitSection(run, statistics)}${comparisonSection(run, statistics)}${sceneSection(run, statistics)}`;
}

function rateSection(run: ReportRun, statistics: RunStatistics): Markup | undefined {
  const rows = rateRows(statistics);
  if (rows.length === 0) return undefined;
  return html`<h2>Rates over scenes</h2>
    ${stacked(
      'rates',
      ['rate', 'agent', 'met', 'scenes', 'correlation', 'effective n', `${levelWords(statistics.level)} interval`],
      rows.map((row) => [
        row.what,
        row.agent,
        html`<b class="num">${linked(run, '', row.met, `${row.what}, ${row.agent}`)}</b>`,
        html`<span class="num">${row.scenes}</span>`,
        html`<span class="num">${row.icc}</span>`,
        html`<span class="num">${row.effective}</span>`,
        row.interval,
      ]),
    )}
    <p class="dim">
      Repeats of one scene are not independent: the scene is the cluster, correlation says how alike its windows are, and effective n how
      many independent windows would tell as much.
    </p>
    ${[...new Set(rows.flatMap(({ note }) => note ?? []))].map((note) => html`<p class="dim">Few scenes: ${note}.</p>`)}`;
}

function waitSection(run: ReportRun, { waits, level }: RunStatistics): Markup | undefined {
  if (waits.length === 0) return undefined;
  return html`<h2>Waits for a reply</h2>
    ${stacked(
      'waits',
      ['agent', 'turns', ...(waits[0]?.percentiles ?? []).map(({ share }) => shareWords(share)), 'by time'],
      waits.map((one, i) => {
        const link = (words: Words): Markup => linked(run, `/statistics/waits/${i}`, words, `waits for a reply, ${one.agent}`);
        const waited = (text: string): Words => [num(one.measured + one.censored, ['/censored', '/measured'], 'waits', text)];
        return [
          html`<b>${one.agent}</b>`,
          link(endsWords(one)),
          ...one.percentiles.map(
            (point) =>
              html`<b>${link(waited(percentileWords(point)))}</b><br /><span class="dim">${levelWords(level)} bounds: ${percentileBoundsWords(point)}</span>`,
          ),
          incidenceChart(one),
        ];
      }),
    )}
    <p class="dim">${ENDS_NOTE}</p>
    <p class="dim">
      A turn without a reply waited longer than its window and is never left out. A percentile beyond which more turns had no reply than
      had one is printed as above the window.
    </p>`;
}

/** Cumulative incidence: the dashed line turns that were cut into, the solid one these and those that were replied to. */
function incidenceChart({ incidence, agent }: WaitStatement): Markup {
  const { stepMs, premature, reply } = incidence;
  const last = Math.max(1, premature.length - 1);
  const x = (i: number): string => (PAD + (i / last) * (WIDTH - PAD - 8)).toFixed(1);
  const y = (share: number): string => (HEIGHT - PAD - share * (HEIGHT - PAD - 12)).toFixed(1);
  const steps = (of: (i: number) => number): string =>
    premature.map((_, i) => (i === 0 ? `M${x(0)} ${y(of(0))}` : `H${x(i)}V${y(of(i))}`)).join('');
  const cut = (i: number): number => premature[i] ?? 0;
  const any = (i: number): number => cut(i) + (reply[i] ?? 0);
  const axis = `<path d="M${x(0)} ${y(1)}V${y(0)}H${x(last)}" stroke-opacity=".4" />`;
  const labels = `<text x="0" y="${Number(y(1)) + 4}">100%</text><text x="12" y="${y(0)}">0</text><text x="${x(0)}" y="${HEIGHT - 8}">0</text><text x="${WIDTH - 8}" y="${HEIGHT - 8}" text-anchor="end">${last * stepMs} ms</text>`;
  return html`<figure style="margin:0">${raw(
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" style="max-width:100%;height:auto" role="img" aria-label="Share of turns by the time since their end" fill="none" stroke="currentColor">${axis}<path d="${steps(any)}" stroke-width="1.5" /><path d="${steps(cut)}" stroke-dasharray="4 3" /><g stroke="none" fill="currentColor" font-size="10">${labels}</g></svg>`,
  )}<figcaption class="dim">${agent}: cut into (dashed) or replied to (solid) by then</figcaption></figure>`;
}

function comparisonSection(run: ReportRun, statistics: RunStatistics): Markup | undefined {
  const tables = comparisonTables(statistics);
  if (tables.length === 0) return undefined;
  const heading = (kind: ComparisonTable['kind']): Markup | undefined => {
    const own = tables.filter((one) => one.kind === kind);
    if (own.length === 0) return undefined;
    return html`<h2>${kind === 'agents' ? 'Agents compared' : 'Arms compared'}</h2>
      ${own.map((one, i) => comparisonTable(run, one, `${kind === 'agents' ? 'comparisons' : 'arm-comparisons'}${i === 0 ? '' : `-${i + 1}`}`))}`;
  };
  return html`${heading('agents')}${heading('arms')}`;
}

function comparisonTable(run: ReportRun, one: ComparisonTable, id: string): Markup {
  const about = tableWords(one);
  const link = (what: string, words: Words): Markup => linked(run, '', words, `${what}, ${about}`);
  return html`<h3>${about}</h3>
    ${stacked(
      id,
      ['what', 'pairs', 'counts', 'difference', 'test'],
      one.rows.map((row) => [
        html`${row.primary ? html`<b>${row.what}</b><br /><span class="v primary">primary measure</span>` : row.what}`,
        html`<span class="num">${link(row.what, row.pairs)}</span>`,
        link(row.what, row.counts),
        html`<b>${link(row.what, row.difference)}</b><br /><span class="dim">${row.interval}</span>`,
        html`${row.verdict}<br /><span class="dim">${link(row.what, row.test)}</span>`,
      ]),
    )}
    <p class="dim">${tableNotes(one).join(' ')}</p>`;
}

/** Folded: there is a row for every scene, agent and measure. */
function sceneSection(run: ReportRun, { scenes, level }: RunStatistics): Markup | undefined {
  const repeated = scenes.map((one, i) => ({ one, at: `/statistics/scenes/${i}` })).filter(({ one }) => one.sessions > 1);
  if (repeated.length === 0) return undefined;
  const of = levelWords(level);
  return html`<details class="agents"><summary>Single scenes over their repeats (${of} intervals, about that scene on that agent only)</summary>
    ${stacked(
      'scenes',
      ['scene', 'agent', 'measure', 'sessions that held', `${of} interval`],
      repeated.map(({ one, at }) => {
        const counts = [num(one.held, '/held', 'sessions that held'), ' of ', num(one.sessions, '/sessions', 'sessions decided')];
        return [
          `${one.suite}/${one.scene}`,
          one.agent,
          MEASURE_WORDS[one.measure],
          html`<span class="num">${linked(run, at, counts, `${MEASURE_WORDS[one.measure]}, ${one.suite}/${one.scene}, ${one.agent}`)}</span>`,
          html`<span class="num">${rangeWords(one)}</span>`,
        ];
      }),
    )}
  </details>`;
}
