/** A comparison of runs in the terminal. */
import type { CompareDocument } from '../../compare/model.js';
import { funnelWords } from '../selective.js';
import { intervalWords } from '../statistics.js';
import { table } from '../table.js';
import { MEASURE_WORDS } from '../words.js';
import { TEXT_REFERENCE_MARK } from '../../text-reference/row.js';
import { CONDITION_WORDS, PAPER_COLUMNS, paperRow, PUBLISHED_NOTE, publishedRow, REFERENCE_NOTE, referenceRows } from '../paper.js';
import { comparisonGroups, conditionsOf, outcomeWords, rankLines } from './words.js';

export function compareSummary(document: CompareDocument): string {
  const { systems, verdict, notes } = document;
  return [
    table([
      ['system', 'run', 'sessions'],
      ...systems.map(({ name, run, outcomes }) => [name, document.runs[run]?.run ?? '', outcomeWords(outcomes)]),
    ]),
    ...(verdict.may ? [] : ['', 'No verdict, and nothing compared:', ...verdict.reasons.map((reason) => `  ${reason}`)]),
    ...notes.map((note) => `\n${note}`),
    ...rateLines(document),
    ...paperLines(document),
    ...comparisonLines(document),
    ...document.ranks.flatMap((ranks) => [
      '',
      `orders of systems, ${CONDITION_WORDS[ranks.condition]}:`,
      ...rankLines(ranks).map((line) => `  ${line}`),
    ]),
  ].join('\n');
}

/** Every measure over scenes, a column a system. */
function rateLines({ systems }: CompareDocument): string[] {
  const measures = [...new Set(systems.flatMap(({ rates }) => rates.map(({ measure }) => measure)))];
  if (measures.length === 0) return ['', 'nothing was decided'];
  return [
    '',
    table([
      ['met of decided (95% over scenes)', ...systems.map(({ name }) => name)],
      ...measures.map((measure) => [
        `  ${MEASURE_WORDS[measure]}`,
        ...systems.map(({ rates }) => {
          const rate = rates.find((one) => one.measure === measure);
          return rate === undefined ? '-' : `${rate.successes} of ${rate.windows} (${intervalWords(rate.interval, rate.clusters)})`;
        }),
      ]),
    ]),
  ];
}

function paperLines(document: CompareDocument): string[] {
  const { systems, reference, published = [] } = document;
  const conditions = conditionsOf(document);
  if (conditions.length === 0) return [];
  return [
    ...conditions.flatMap((condition) => {
      const own = systems.flatMap(({ name, selective = [] }) =>
        selective.filter((one) => one.condition === condition).map((scores) => ({ name, scores })),
      );
      return [
        '',
        `selective participation, ${CONDITION_WORDS[condition]}:`,
        table([
          ['  system', ...PAPER_COLUMNS.map(({ head }) => head)],
          ...own.map(({ name, scores }) => [`  ${name}`, ...paperRow(scores)]),
          ...referenceRows(reference, condition).map(({ name, cells }) => [`  ${name} (${TEXT_REFERENCE_MARK})`, ...cells]),
          ...(condition === 'explicit' ? published.map((one) => [`  ${one.system} (published)`, ...publishedRow(one)]) : []),
        ]),
        ...own.map(({ name, scores }) => `  ${name}, N4: ${funnelWords(scores.funnel)}`),
      ];
    }),
    '  * coverage: says what could be measured, not an ability',
    ...(reference === undefined ? [] : [`  ${REFERENCE_NOTE}`]),
    ...(conditions.includes('explicit') ? [`  ${PUBLISHED_NOTE}`] : []),
  ];
}

function comparisonLines(document: CompareDocument): string[] {
  return comparisonGroups(document).flatMap(({ suite, condition, rows }) => [
    '',
    `systems compared on ${suite}, ${CONDITION_WORDS[condition]}:`,
    table(
      rows.flatMap(({ what, primary, pairs, counts, difference, interval, bootstrap, test, verdict }) => [
        [`  ${what}${primary ? ' (primary)' : ''}`, pairs, difference, verdict],
        ['', '', interval, `${counts}; ${test}`],
        ...(bootstrap === '' ? [] : [['', '', bootstrap, '']]),
      ]),
    ),
    '  What is shown keeps an error of 5% over all rows of the suite and condition together (Holm), but for a declared primary measure.',
  ]);
}
