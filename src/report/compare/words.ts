/** A comparison of runs in words: the same in the console and on the page. */
import type { CompareDocument, ComparedSystem, SystemComparison, SystemRanks } from '../../compare/model.js';
import { orderWords } from '../../compare/ranks.js';
import type { SelectiveCondition } from '../../score/selective/model.js';
import { STATISTICS_VERSION } from '../../score/statistics/model.js';
import { comparisonTables, type ComparisonRow } from '../comparisons.js';
import { textOf } from '../numbers.js';
import { pointsWords } from '../selective.js';

export function conditionsOf({ systems }: CompareDocument): SelectiveCondition[] {
  const found = new Set(systems.flatMap(({ selective = [] }) => selective.map(({ condition }) => condition)));
  return (['explicit', 'implicit', 'unpaired'] as const).filter((condition) => found.has(condition));
}

/** Pairs of systems on a suite and in a condition, in the words of a run's own comparisons. */
export interface ComparisonGroup {
  readonly suite: string;
  readonly condition: SelectiveCondition;
  readonly rows: readonly ComparisonWords[];
}
export interface ComparisonWords {
  readonly what: string;
  readonly primary: boolean;
  readonly pairs: string;
  readonly counts: string;
  readonly difference: string;
  readonly interval: string;
  readonly bootstrap: string;
  readonly test: string;
  readonly verdict: string;
}

const LEVEL = 0.95;

export function comparisonGroups({ comparisons }: CompareDocument): ComparisonGroup[] {
  const groups = new Map<string, { suite: string; condition: SelectiveCondition; all: SystemComparison[] }>();
  for (const one of comparisons) {
    const key = JSON.stringify([one.suite, one.condition]);
    const group = groups.get(key) ?? { suite: one.suite, condition: one.condition, all: [] };
    group.all.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ suite, condition, all }) => {
    const [table] = comparisonTables({
      version: STATISTICS_VERSION,
      level: LEVEL,
      rates: [],
      failures: [],
      scenes: [],
      waits: [],
      comparisons: all,
    });
    return { suite, condition, rows: (table?.rows ?? []).map((row, i) => ({ ...textRow(row), bootstrap: bootstrapWords(all[i]) })) };
  });
}

/** Numbers lead to their windows by cell here, and not each by itself. */
function textRow(row: ComparisonRow): Omit<ComparisonWords, 'bootstrap'> {
  const { pairs, counts, difference, test } = row;
  return { ...row, pairs: textOf(pairs), counts: textOf(counts), difference: textOf(difference), test: textOf(test) };
}

/** "scenes resampled: +1.20 to +3.40 points". */
function bootstrapWords(one: SystemComparison | undefined): string {
  if (one?.bootstrap === undefined) return '';
  return `scenes resampled, ${one.b} less ${one.a}: ${pointsWords(one.bootstrap)}`;
}

/** Lines on the orders of systems in one condition. */
export function rankLines({ spearman, silence }: SystemRanks): string[] {
  const lines = [
    `by silence as scored: ${orderWords(silence.scored)}`,
    ...silence.byDuration.map((row) => `by duration alone, at most ${row.limitMs} ms: ${orderWords(row)}`),
    silence.changes ? 'The order changes with the limit.' : 'The order is the same at every limit.',
  ];
  if (spearman === undefined) return lines;
  const points = spearman.points.map(
    ({ system, newInitiation, presence }) => `${system} ${newInitiation.toFixed(4)}/${presence.toFixed(4)}`,
  );
  return [
    ...lines,
    `new initiation against presence over ${spearman.points.length} systems: Spearman's rho ${spearman.rho.toFixed(2)}, exact p = ${spearman.pValue.toFixed(3)} (${points.join(', ')}): no claim, so few systems`,
  ];
}

export function outcomeWords({ scored, agentFailure, rigInvalid, missing }: ComparedSystem['outcomes']): string {
  return [
    `${scored} scored`,
    `${agentFailure} agent failures`,
    `${rigInvalid} spoiled by the rig`,
    ...(missing > 0 ? [`${missing} not played`] : []),
  ].join(', ');
}
