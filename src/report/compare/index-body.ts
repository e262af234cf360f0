/** The first page of a comparison: every figure with its counts, and a way to the scenes behind each. */
import type { CompareDocument, ComparedSystem } from '../../compare/model.js';
import { MEASURES, type Measure } from '../../score/model.js';
import type { SelectiveCondition } from '../../score/selective/model.js';
import { html, type Markup } from '../escape.js';
import { stacked } from '../stacked.js';
import { besideRateWords, durationWords, funnelWords, identityWords } from '../selective.js';
import { intervalWords } from '../statistics.js';
import { COVERAGE, MEASURE_WORDS } from '../words.js';
import { CONDITION_WORDS, PAPER_COLUMNS, paperRow, PUBLISHED_NOTE, publishedRow, REFERENCE_NOTE, referenceCells } from '../paper.js';
import { comparisonGroups, conditionsOf, outcomeWords, rankLines } from './words.js';

/** Address of the page behind a cell; undefined where there is nothing behind it. */
export type CellLink = (system: number, condition: string, measure: string) => string | undefined;

/** Which windows stand behind a column of the paper's table. */
const MEASURE_OF: Readonly<Record<(typeof PAPER_COLUMNS)[number]['key'], Measure>> = {
  responsePresence: 'response-presence',
  newInitiation: 'new-initiation',
  answerAccuracy: 'answer-accuracy',
  silence: 'silence',
  answerWindowYield: 'answer-window-yield',
};

export function indexBody(
  document: CompareDocument,
  cell: CellLink,
  comparisonPages: readonly string[],
  withoutReport: readonly string[],
): Markup {
  const { verdict, notes, systems } = document;
  return html`<header>
      <h1>${systems.map(({ name }) => name).join(', ')}</h1>
      ${
        verdict.may
          ? html`<p>${systems.length} systems on the same scenes, compared scene by scene.</p>`
          : html`<p><b>No verdict, and nothing compared</b>: ${verdict.reasons.join('; ')}</p>`
      }
    </header>
    ${notes.map((note) => html`<p class="note">${note}</p>`)}${
      withoutReport.length === 0
        ? undefined
        : html`<p class="note">No way into ${withoutReport.join(', ')}: write its report first (turnrig report RUN), then compare again.</p>`
    }
    <h2>Systems</h2>
    ${stacked(
      'systems',
      ['system', 'run', 'agent', 'sessions'],
      systems.map((one) => [html`<b>${one.name}</b>`, document.runs[one.run]?.run ?? '', one.agent, outcomeWords(one.outcomes)]),
    )}
    ${paperSection(document, cell)}
    <h2>Measures</h2>
    ${measuresTable(document, cell)}
    ${comparisonSection(document, comparisonPages)}${rankSection(document)}
    <p class="dim">Every figure leads to the scenes behind it, and every scene to its lanes and sound in its run's report.</p>`;
}

const maybeLinked = (to: string | undefined, content: string): Markup =>
  to === undefined ? html`<span class="num">${content}</span>` : html`<a class="num" href="${to}">${content}</a>`;

function paperSection(document: CompareDocument, cell: CellLink): Markup | undefined {
  const conditions = conditionsOf(document);
  if (conditions.length === 0) return undefined;
  return html`<h2>Selective participation</h2>
    ${conditions.map((condition) => paperTable(document, condition, cell))}
    <p class="dim">* Presence is coverage: it says what could be measured, not an ability. Each score has its own denominator; there is no total.</p>
    ${document.reference === undefined ? undefined : html`<p class="dim">${REFERENCE_NOTE}</p>`}
    ${conditions.includes('explicit') ? html`<p class="dim">${PUBLISHED_NOTE}</p>` : undefined}`;
}

function paperTable({ systems, reference, published = [] }: CompareDocument, condition: SelectiveCondition, cell: CellLink): Markup {
  const own = systems.flatMap((system, index) =>
    (system.selective ?? []).filter((one) => one.condition === condition).map((scores) => ({ system, index, scores })),
  );
  const rows = own.map(({ system, index, scores }) => [
    html`<b>${system.name}</b>`,
    ...paperRow(scores).map((text, i) => paperCell(text, i, scores, (measure) => cell(index, condition, measure))),
  ]);
  const theirs = condition === 'explicit' ? published : [];
  return html`<h3>${CONDITION_WORDS[condition]}</h3>
    ${stacked(
      `paper-${condition}`,
      ['system', ...PAPER_COLUMNS.map(({ head }) => head)],
      [
        ...rows,
        ...referenceCells(reference, condition),
        ...theirs.map((one) => [
          html`${one.system} <span class="v none">published</span>`,
          ...publishedRow(one).map((text) => html`<span class="dim num">${text}</span>`),
        ]),
      ],
    )}
    <ul>
      ${own.map(({ system, index, scores }) => {
        const to = cell(index, condition, 'window-response');
        return html`<li>
          <b>${system.name}</b>, N4: ${to === undefined ? funnelWords(scores.funnel) : html`<a href="${to}">${funnelWords(scores.funnel)}</a>`};
          ${identityWords(scores.identity)}; silence by duration alone: ${durationWords(scores)}
        </li>`;
      })}
    </ul>`;
}

function paperCell(
  text: string,
  column: number,
  scores: NonNullable<ComparedSystem['selective']>[number],
  link: (measure: string) => string | undefined,
): Markup {
  const key = PAPER_COLUMNS[column]?.key ?? 'silence';
  const rate = scores[key];
  const beside = rate === undefined ? '' : besideRateWords(rate);
  return html`${maybeLinked(link(MEASURE_OF[key]), text)}${beside === '' ? undefined : html`<br /><span class="dim">${beside}</span>`}`;
}

/** All conditions together, as the runs' own tables have it; the links lead to each condition. */
function measuresTable({ systems }: CompareDocument, cell: CellLink): Markup {
  const measures = MEASURES.filter((measure) => systems.some(({ rates }) => rates.some((rate) => rate.measure === measure)));
  return stacked(
    'measures',
    ['measure', ...systems.map(({ name }) => name)],
    measures.map((measure) => [
      html`${MEASURE_WORDS[measure]}${COVERAGE.has(measure) ? html` <span class="dim">not an ability</span>` : undefined}`,
      ...systems.map(({ rates }, index) => {
        const rate = rates.find((one) => one.measure === measure);
        if (rate === undefined) return '–';
        const links = (['explicit', 'implicit', 'unpaired'] as const).flatMap((condition) => {
          const to = cell(index, condition, measure);
          return to === undefined ? [] : [html`<a href="${to}">${condition === 'unpaired' ? 'scenes' : condition}</a> `];
        });
        return html`<b class="num">${`${rate.successes} of ${rate.windows}`}</b><br /><span class="dim">${intervalWords(rate.interval, rate.clusters)}</span><br />${links}`;
      }),
    ]),
  );
}

function comparisonSection(document: CompareDocument, pages: readonly string[]): Markup | undefined {
  const groups = comparisonGroups(document);
  if (groups.length === 0) return undefined;
  let row = 0;
  return html`<h2>Systems compared</h2>
    ${groups.map(({ suite, condition, rows }, i) => {
      const cells = rows.map((one) => {
        const to = pages[row++];
        const what = html`${one.what}${one.primary ? html`<br /><span class="v primary">primary measure</span>` : undefined}`;
        return [
          to === undefined ? what : html`<a href="${to}">${what}</a>`,
          html`<span class="num">${one.pairs}</span>`,
          one.counts,
          html`<b>${one.difference}</b><br /><span class="dim num">${one.interval}</span>${one.bootstrap === '' ? undefined : html`<br /><span class="dim num">${one.bootstrap}</span>`}`,
          html`${one.verdict}<br /><span class="dim">${one.test}</span>`,
        ];
      });
      return html`<h3>${suite}, ${CONDITION_WORDS[condition]}</h3>
        ${stacked(`comparisons${i === 0 ? '' : `-${i + 1}`}`, ['what', 'pairs', 'counts', 'difference', 'test'], cells)}`;
    })}
    <p class="dim">
      What is shown keeps an error of 5% over all rows of a suite and condition together (Holm), but for a declared primary measure. The
      bootstrap draws whole scenes, the same for both.
    </p>`;
}

function rankSection({ ranks }: CompareDocument): Markup | undefined {
  if (ranks.length === 0) return undefined;
  return html`<h2>Orders of systems</h2>
    ${ranks.map((one) => html`<h3>${CONDITION_WORDS[one.condition]}</h3><ul>${rankLines(one).map((line) => html`<li>${line}</li>`)}</ul>`)}`;
}
