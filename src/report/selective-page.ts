/** Selective participation on the run's page: the paper's table, what stands behind it, the pairs. Each count leads to its windows. */
import { SELECTIVE_CONDITIONS, type PairComparison, type SelectiveScores, type SelectiveSummary } from '../score/selective/model.js';
import { PUBLISHED } from '../score/selective/published.js';
import { LEVEL } from '../stats/interval.js';
import { comparisonRow } from './comparisons.js';
import { html, type Markup } from './escape.js';
import type { ReportRun } from './model.js';
import { linked } from './number-links.js';
import { num, type Words } from './numbers.js';
import { CONDITION_WORDS, PAPER_COLUMNS, PUBLISHED_NOTE, publishedRow, REFERENCE_NOTE, referenceCells } from './paper.js';
import { besideRate, blips, FUNNEL_STEPS, identity, SELECTIVE_ROWS, selectiveRate, trend } from './selective.js';
import { positionPlot } from './selective-plot.js';
import { stacked } from './stacked.js';

/** Scores with their place in the summary. */
interface Placed {
  readonly one: SelectiveScores;
  readonly at: string;
}

/** Undefined where nothing of the protocol was scored. */
export function selectiveSection(run: ReportRun): Markup | undefined {
  const { selective } = run.summary;
  if (selective === undefined) return undefined;
  const all = selective.scores.map((one, i): Placed => ({ one, at: `/selective/scores/${i}` }));
  const conditions = SELECTIVE_CONDITIONS.filter((condition) => all.some(({ one }) => one.condition === condition));
  return html`<h2>Selective participation</h2>
    ${conditions.map((condition) =>
      paperTable(
        run,
        condition,
        all.filter(({ one }) => one.condition === condition),
      ),
    )}
    <p class="dim">
      * Coverage: says what could be measured, not an ability. Each score has its own denominator; there is no total, and one below ten prints
      as counts.
    </p>
    ${run.reference === undefined ? undefined : html`<p class="dim">${REFERENCE_NOTE}</p>`}${conditions.includes('explicit') ? html`<p class="dim">${PUBLISHED_NOTE}</p>` : undefined}${funnelTable(run, all)}${behindTable(run, all)}${positionSection(run, all)}${pairsTable(run, selective)}`;
}

const nameOf = ({ agent, condition }: SelectiveScores): string => (condition === 'unpaired' ? agent : `${agent}, ${condition}`);
const nameCell = ({ agent, condition }: SelectiveScores): Markup =>
  html`<b>${agent}</b>${condition === 'unpaired' ? undefined : html`<br /><span class="dim">${condition}</span>`}`;
const dash = html`<span class="dim">–</span>`;

/** A number of a row, to its windows. */
const cell = (run: ReportRun, at: string, words: Words, of: string): Markup => html`<span class="num">${linked(run, at, words, of)}</span>`;

function paperTable(run: ReportRun, condition: SelectiveScores['condition'], own: readonly Placed[]): Markup {
  const heads = ['system', ...PAPER_COLUMNS.map(({ head }) => head), 'response to N4*'];
  const rows = own.map(({ one, at }) => [
    html`<b>${one.agent}</b>`,
    ...[...PAPER_COLUMNS, { key: 'windowResponse' as const }].map(({ key }) => {
      const rate = one[key];
      if (rate === undefined) return html`<span class="dim">not judged</span>`;
      const of = `${SELECTIVE_ROWS.find((row) => row.key === key)?.words ?? key}, ${nameOf(one)}`;
      return html`<b class="num">${linked(run, `${at}/${key}`, selectiveRate(rate), of)}</b><br /><span class="dim">${linked(run, `${at}/${key}`, besideRate(rate), of)}</span>`;
    }),
  ]);
  const theirs = condition === 'explicit' ? PUBLISHED : [];
  return html`<h3>${CONDITION_WORDS[condition]}</h3>
    ${stacked(`selective-${condition}`, heads, [
      ...rows,
      ...referenceCells(run.reference, condition).map((cells) => [...cells, dash]),
      ...theirs.map((one) => [
        html`${one.system} <span class="v none">published</span>`,
        ...publishedRow(one).map((text) => html`<span class="dim num">${text}</span>`),
        dash,
      ]),
    ])}`;
}

function funnelTable(run: ReportRun, all: readonly Placed[]): Markup {
  return html`<h3>N4: a request, then a human answers it or takes it back</h3>
    ${stacked(
      'funnel',
      ['system', ...FUNNEL_STEPS.map(({ words }) => words)],
      all.map(({ one, at }) => [
        nameCell(one),
        ...FUNNEL_STEPS.map(({ key, words }) => cell(run, `${at}/funnel`, [num(one.funnel[key], `/${key}`, words)], `N4, ${nameOf(one)}`)),
      ]),
    )}
    <p class="dim">Each step is of the one before it; what yielded, of those still speaking, is the yield in the answer window.</p>`;
}

function behindTable(run: ReportRun, all: readonly Placed[]): Markup {
  const limits = all[0]?.one.silenceByDuration.map(({ limitMs }) => limitMs) ?? [];
  return html`<h3>Behind the scores</h3>
    ${stacked(
      'selective-behind',
      ['system', 'sessions', 'identity', ...limits.map((limit) => `silent by ${limit} ms`), 'sounds under 120 ms'],
      all.map(({ one, at }) => {
        const sounds = blips(one);
        return [
          nameCell(one),
          html`${cell(run, at, [num(one.sessions, '/sessions', 'scored sessions')], nameOf(one))}<br /><span class="dim">of ${one.scenes} scenes</span>`,
          linked(run, `${at}/identity`, identity(one.identity), nameOf(one)),
          ...one.silenceByDuration.map(({ limitMs, pass, of }, i) => {
            const counts = [num(pass, '/pass', 'met'), ' of ', num(of, '/of', 'observed')];
            return cell(run, `${at}/silenceByDuration/${i}`, counts, `silence by duration alone, at most ${limitMs} ms, ${nameOf(one)}`);
          }),
          sounds === undefined ? dash : linked(run, `${at}/blips`, sounds, nameOf(one)),
        ];
      }),
    )}
    <p class="dim">
      Silence by duration alone: the voiced time in a window is at most so long, whatever was said. Sounds under 120 ms are dropped before
      anything is scored.
    </p>`;
}

function positionSection(run: ReportRun, all: readonly Placed[]): Markup | undefined {
  const own = all.filter(({ one }) => one.positions.length > 0);
  if (own.length === 0) return undefined;
  const judged = own.some(({ one }) => one.positions.some(({ right }) => right !== undefined));
  return html`<h3>By place of the request</h3>
    ${own.map(({ one }) => positionPlot(nameOf(one), one.positions))}
    ${stacked(
      'positions',
      ['system', 'turn of the request', 'new initiation', 'presence', ...(judged ? ['right answers'] : [])],
      own.flatMap(({ one, at }) =>
        one.positions.map((place, i) => {
          const here = `${at}/positions/${i}`;
          const of = `request in turn ${place.turn}, ${nameOf(one)}`;
          const requests = num(place.requests, '/requests', 'requests');
          const met = (n: number, name: string, what: string): Markup => cell(run, here, [num(n, name, what), ' of ', requests], of);
          const right = [num(place.right ?? 0, '/right', 'right answers'), ' of ', num(place.judged ?? 0, '/judged', 'judged answers')];
          return [
            nameCell(one),
            html`<b class="num">${place.turn}</b>`,
            met(place.newInitiation, '/newInitiation', 'new initiation'),
            met(place.presence, '/presence', 'response presence'),
            ...(judged ? [place.right === undefined ? dash : cell(run, here, right, of)] : []),
          ];
        }),
      ),
    )}
    <ul class="dim">
      ${own.flatMap(({ one, at }) => one.trends.map((found, i) => html`<li>${nameOf(one)}: ${linked(run, `${at}/trends/${i}`, trend(found), nameOf(one))}</li>`))}
    </ul>`;
}

function pairsTable(run: ReportRun, { pairs = [] }: SelectiveSummary): Markup | undefined {
  if (pairs.length === 0) return undefined;
  return html`<h3>Explicit against implicit: any response over the pairs</h3>
    ${stacked(
      'selective-pairs',
      ['system', 'pairs', 'counts', 'difference', 'test'],
      pairs.map((one, i) => pairCells(run, one, `/selective/pairs/${i}`)),
    )}
    <p class="dim">Two-sided, each system by itself: nothing is corrected for how many systems there are.</p>`;
}

function pairCells(run: ReportRun, one: PairComparison, at: string): readonly Markup[] {
  // It stands by itself: no other row corrects it.
  const row = comparisonRow({ ...one, adjusted: one.pValue, primary: true }, LEVEL, at);
  const link = (words: Words): Markup => linked(run, '', words, `response presence, ${one.agent} on ${one.suite}`);
  return [
    html`<b>${one.agent}</b><br /><span class="dim">${one.suite}</span>`,
    html`<span class="num">${link(row.pairs)}</span>`,
    link(row.counts),
    html`<b>${link(row.difference)}</b><br /><span class="dim">${row.interval}</span>`,
    html`${row.verdict}<br /><span class="dim">${link(row.test)}</span>`,
  ];
}
