/** What may be said of a run, for the terminal. */
import type { RunStatistics, WaitPercentile } from '../score/statistics/model.js';
import { FEWEST_CLUSTERS } from '../stats/clusters.js';
import { comparisonTables, primaryWords, tableNotes, tableWords } from './comparisons.js';
import { textOf } from './numbers.js';
import { endsWords, ENDS_NOTE, percentileBoundsWords, percentileWords, rateRows, shareWords } from './statistics.js';
import { table } from './table.js';
import { levelWords } from './words.js';

/** Lines below the table of measures; none where nothing was decided. */
export function statisticsLines(statistics: RunStatistics | undefined): string[] {
  if (statistics === undefined) return [];
  return [...primaryLines(statistics), ...rateLines(statistics), ...waitLines(statistics), ...comparisonLines(statistics)];
}

function primaryLines(statistics: RunStatistics): string[] {
  const words = primaryWords(statistics);
  return words.length === 0 ? [] : ['', ...words];
}

function rateLines(statistics: RunStatistics): string[] {
  const rows = rateRows(statistics);
  if (rows.length === 0) return [];
  const rates = [...statistics.rates, ...statistics.failures];
  if (rates.every(({ interval }) => interval.kind === 'none')) {
    const most = Math.max(...rates.map(({ clusters }) => clusters));
    return ['', `rates over scenes: counts only, ${most} ${most === 1 ? 'scene' : 'scenes'}; an interval needs ${FEWEST_CLUSTERS}`];
  }
  const heads = ['rates over scenes', 'agent', 'met', 'scenes', 'correlation', 'effective n', `${levelWords(statistics.level)} interval`];
  const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))];
  return [
    '',
    table([heads, ...rows.map((row) => [`  ${row.what}`, row.agent, textOf(row.met), row.scenes, row.icc, row.effective, row.interval])]),
    ...notes.map((note) => `  few scenes: ${note}`),
  ];
}

/** Why a percentile has no bounds at all. */
function unboundedBecause({ lower, upper }: WaitPercentile): string | undefined {
  return lower.kind === 'none' && upper.kind === 'none' ? lower.reason : undefined;
}

function waitLines({ waits, level }: RunStatistics): string[] {
  if (waits.length === 0) return [];
  return [
    '',
    'waits for a reply, with those that had none:',
    ...(waits.some(({ premature }) => premature > 0) ? [`  ${ENDS_NOTE}`] : []),
    ...waits.flatMap((one) => [
      `  ${one.agent}: ${textOf(endsWords(one))}`,
      ...one.percentiles.map((point) => {
        const bounds = unboundedBecause(point) === undefined ? `; ${levelWords(level)} bounds: ${percentileBoundsWords(point)}` : '';
        return `    ${shareWords(point.share)} ${percentileWords(point)}${bounds}`;
      }),
    ]),
    // Said once: the same reason stands behind most rows of a small run.
    ...[...new Set(waits.flatMap(({ percentiles }) => percentiles.flatMap((point) => unboundedBecause(point) ?? [])))].map(
      (reason) => `  no ${levelWords(level)} bounds: ${reason}`,
    ),
  ];
}

function comparisonLines(statistics: RunStatistics): string[] {
  return comparisonTables(statistics).flatMap((one) => [
    '',
    `${tableWords(one)}:`,
    table(
      one.rows.flatMap(({ what, primary, pairs, counts, difference, interval, test, verdict }) => [
        [`  ${what}${primary ? ' (primary)' : ''}`, textOf(pairs), textOf(difference), verdict],
        ['', '', interval, `${textOf(counts)}; ${textOf(test)}`],
      ]),
    ),
    ...tableNotes(one).map((note) => `  ${note}`),
  ]);
}
