/** What may be said of a run, for the terminal. */
import type { RunStatistics, WaitPercentile } from '../score/statistics/model.js';
import { FEWEST_CLUSTERS } from '../stats/clusters.js';
import { comparisonTables, primaryWords, tableNotes, tableWords } from './comparisons.js';
import { endsWords, percentileBoundsWords, percentileWords, rateRows, shareWords } from './statistics.js';
import { table } from './table.js';

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
  const heads = ['rates over scenes', 'agent', 'met', 'scenes', 'correlation', 'effective n', '95% interval'];
  const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))];
  return [
    '',
    table([heads, ...rows.map((row) => [`  ${row.what}`, row.agent, row.met, row.scenes, row.icc, row.effective, row.interval])]),
    ...notes.map((note) => `  few scenes: ${note}`),
  ];
}

/** Why a percentile has no bounds at all. */
function unboundedBecause({ lower, upper }: WaitPercentile): string | undefined {
  return lower.kind === 'none' && upper.kind === 'none' ? lower.reason : undefined;
}

function waitLines({ waits }: RunStatistics): string[] {
  if (waits.length === 0) return [];
  return [
    '',
    'waits for a reply, with those that had none:',
    ...waits.flatMap((one) => [
      `  ${one.agent}: ${endsWords(one)}`,
      ...one.percentiles.map((point) => {
        const bounds = unboundedBecause(point) === undefined ? `; 95% bounds: ${percentileBoundsWords(point)}` : '';
        return `    ${shareWords(point.share)} ${percentileWords(point)}${bounds}`;
      }),
    ]),
    // Said once: the same reason stands behind most rows of a small run.
    ...[...new Set(waits.flatMap(({ percentiles }) => percentiles.flatMap((point) => unboundedBecause(point) ?? [])))].map(
      (reason) => `  no 95% bounds: ${reason}`,
    ),
  ];
}

function comparisonLines(statistics: RunStatistics): string[] {
  return comparisonTables(statistics).flatMap((one) => [
    '',
    `${tableWords(one)}:`,
    table(
      one.rows.flatMap(({ what, primary, pairs, counts, difference, interval, test, verdict }) => [
        [`  ${what}${primary ? ' (primary)' : ''}`, pairs, difference, verdict],
        ['', '', interval, `${counts}; ${test}`],
      ]),
    ),
    ...tableNotes(one).map((note) => `  ${note}`),
  ]);
}
