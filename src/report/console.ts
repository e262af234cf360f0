/** The summary a person reads in the terminal. */
import { MEASURES } from '../score/model.js';
import type { ReportRun } from './model.js';
import { worstFirst } from './order.js';
import { healthLine } from './health.js';
import { besideLatency, latencyLines } from './latency.js';
import { selectiveLines } from './selective-console.js';
import { statisticsLines } from './statistics-console.js';
import { textOf } from './numbers.js';
import { isBrief, sweepTables, variantBrief, variantWords, type SweepTable } from './variants.js';
import { table } from './table.js';
import { boundsWords, COVERAGE, failureWords, MEASURE_WORDS, spoiledWords, tallyWords, VERDICT_WORDS } from './words.js';

function measureRows(run: ReportRun): string[][] {
  const agents = [...new Set(run.summary.measures.map((row) => row.agent))];
  return MEASURES.flatMap((measure) => {
    const found = agents.map((agent) => run.summary.measures.find((row) => row.agent === agent && row.measure === measure));
    if (found.every((row) => row === undefined)) return [];
    const name = COVERAGE.has(measure) ? `${MEASURE_WORDS[measure]}*` : MEASURE_WORDS[measure];
    const cells = found.map((row) => {
      if (row === undefined) return '-';
      const value =
        row.value === undefined
          ? ''
          : `, median ${Math.round(row.value.medianMs)} ms (n=${row.value.n}${besideLatency(run.latency, measure)})`;
      const bounds = row.bounds === undefined ? '' : ` (${textOf(boundsWords(row.bounds))})`;
      return `${textOf(tallyWords(row.tally))}${bounds}${value}${row.censored > 0 ? `, ${row.censored} without an end` : ''}`;
    });
    return [[name, ...cells]];
  });
}

/** What is expected over many sessions, with the distribution in words. */
function acrossLines({ summary }: ReportRun): string[] {
  const rows = (summary.across ?? []).map((one) => [`  ${one.suite}/${one.scene}@${one.agent}`, VERDICT_WORDS[one.verdict], one.reason]);
  return rows.length === 0 ? [] : ['', 'over all repeats:', table(rows)];
}

/** Swept scenes: a table a scene with a row a value; those that were played once a value together in one, a row a scene. */
function sweepLines({ summary }: ReportRun): string[] {
  const tables = sweepTables(summary);
  const once = tables.filter(isBrief);
  return [
    ...(once.length === 0 ? [] : ['', 'swept scenes, one session a value:', briefTable(once)]),
    ...tables
      .filter((one) => !isBrief(one))
      .flatMap(({ scene, names, agents, rows }) => [
        '',
        `${scene} by ${names}, sessions:`,
        table([['', ...agents], ...rows.map(({ value, cells }) => [`  ${value}`, ...cells.map((cell) => textOf(variantWords(cell)))])]),
      ]),
  ];
}

/** "  barge-in/stop  offset  not yielded at 2500; met at 1000". */
function briefTable(tables: readonly SweepTable[]): string {
  const agents = [...new Set(tables.flatMap((one) => one.agents))];
  return table([
    ['', 'by', ...agents],
    ...tables.map((one) => [`  ${one.scene}`, one.names, ...agents.map((agent) => variantBrief(one, agent))]),
  ]);
}

/** How many of a session's failed windows are named. */
const FAILED_SHOWN = 4;

function failedWords(failed: readonly string[]): string {
  const more = failed.length - FAILED_SHOWN;
  return `${failed.slice(0, FAILED_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** How many of the worst sessions are named. */
const WORST_SHOWN = 8;

/** Outcomes, measures and the worst sessions, as plain text without colours or control characters of its own. */
export function consoleSummary(run: ReportRun): string {
  const agents = [...new Set(run.summary.measures.map((row) => row.agent))];
  const outcomes = table([
    ['agent', 'agent failures', 'scored', 'spoiled by the rig', 'not played'],
    ...run.summary.outcomes.map((row) => [
      row.agent,
      textOf(failureWords(row)),
      String(row.scored),
      textOf(spoiledWords(row)),
      String(row.missing),
    ]),
  ]);
  const bad = worstFirst(run.summary.sessions).filter((row) => row.outcome !== 'scored' || row.tally.fail > 0);
  const worst = bad
    .slice(0, WORST_SHOWN)
    .map((row) => [
      `  ${row.session}`,
      row.outcome === 'scored' ? `${row.tally.fail} failed: ${failedWords(row.failed)}` : `${row.outcome.replace('_', ' ')}: ${row.reason}`,
    ]);
  const health = healthLine(run.summary);
  return [
    outcomes,
    ...(health === undefined ? [] : [health]),
    ...latencyLines(run.latency),
    '',
    table([['measure (met of decided)', ...agents], ...measureRows(run)]),
    ...(run.summary.measures.some((row) => COVERAGE.has(row.measure)) ? ['* coverage: says what could be measured, not an ability'] : []),
    ...selectiveLines(run.summary.selective),
    ...statisticsLines(run.summary.statistics),
    ...acrossLines(run),
    ...sweepLines(run),
    ...run.warnings,
    ...(worst.length > 0 ? ['', `worst first${bad.length > WORST_SHOWN ? ` (${WORST_SHOWN} of ${bad.length})` : ''}:`, table(worst)] : []),
  ].join('\n');
}
