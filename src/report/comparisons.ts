/** Two agents or two arms compared, in words: the same in the console and on the page. */
import type { ArmComparison, ComparedSide, Comparison, RunStatistics } from '../score/statistics/model.js';
import { MEASURE_WORDS } from './words.js';

/** One row of a table of comparisons. */
export interface ComparisonRow {
  readonly what: string;
  readonly primary: boolean;
  /** "12 scenes", "20 plays of 1 scene". */
  readonly pairs: string;
  /** "new 30 of 36, old 22 of 36". */
  readonly counts: string;
  readonly difference: string;
  /** "95%: 8 to 16 points", or why there is none. */
  readonly interval: string;
  readonly test: string;
  readonly verdict: string;
}

/** Rows that belong under one heading: agents on a suite, or arms of it on one agent. */
export interface ComparisonTable {
  readonly kind: 'agents' | 'arms';
  readonly suite: string;
  /** Of arms. */
  readonly agent?: string;
  readonly rows: readonly ComparisonRow[];
  /** Some of its rows speak of the scenes that were played alone. */
  readonly theseScenes: boolean;
  /** Some are corrected for being many. */
  readonly corrected: boolean;
}

/** Tables in the order of suites and agents: agents first, then arms. */
export function comparisonTables({ comparisons = [], armComparisons = [], level }: RunStatistics): ComparisonTable[] {
  const tables = new Map<string, ComparisonTable>();
  const all: readonly (Comparison & Partial<Pick<ArmComparison, 'agent'>>)[] = [...comparisons, ...armComparisons];
  for (const one of all) {
    const key = JSON.stringify([one.suite, one.agent]);
    const head = one.agent === undefined ? { kind: 'agents' as const } : { kind: 'arms' as const, agent: one.agent };
    const before = tables.get(key) ?? { ...head, suite: one.suite, rows: [], theseScenes: false, corrected: false };
    tables.set(key, {
      ...before,
      rows: [...before.rows, rowOf(one, level)],
      theseScenes: before.theseScenes || one.unit === 'play',
      corrected: before.corrected || one.primary !== true,
    });
  }
  return [...tables.values()];
}

/** "agents compared on the scenes of quickstart", "arms of cases compared, agent a". */
export function tableWords({ kind, suite, agent }: ComparisonTable): string {
  return kind === 'agents' ? `agents compared on the scenes of ${suite}` : `arms of ${suite} compared on ${agent ?? ''}`;
}

/** What holds of all rows of a table, in sentences. */
export function tableNotes({ rows, theseScenes, corrected }: ComparisonTable): string[] {
  const primary = rows.some((row) => row.primary);
  return [
    ...(primary ? ['The primary measure is the one that the suite declares it is about; its p is not corrected for the others.'] : []),
    ...(corrected
      ? [`${primary ? 'The others keep' : 'What is shown keeps'} an error of 5% over all rows of the suite together (Holm).`]
      : []),
    'Intervals are 95% each, of the mean difference over the same scenes for both.',
    ...(theseScenes ? ['Pairs of plays speak of the scenes that were played alone, not of others like them.'] : []),
  ];
}

function rowOf(one: Comparison, level: number): ComparisonRow {
  return {
    what: comparedWords(one),
    primary: one.primary === true,
    pairs: pairsWords(one),
    counts: `${one.a} ${sideWords(one.of.a)}; ${one.b} ${sideWords(one.of.b)}`,
    difference: differenceWords(one),
    interval: intervalWords(one, level),
    test: testWords(one),
    verdict: verdictWords(one, level),
  };
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
const ms = (value: number): string => `${Math.round(value)} ms`;

function comparedWords({ what, unit }: Comparison): string {
  if (what !== 'wait') return MEASURE_WORDS[what];
  return `wait for a reply (median of each ${unit})`;
}

const pairsWords = ({ unit, pairs, scenes }: Comparison): string =>
  unit === 'scene' ? count(pairs, 'scene') : `${count(pairs, 'play')} of ${count(scenes, 'scene')}`;

function sideWords(side: ComparedSide): string {
  if (side.kind === 'met') return `${side.met} of ${side.of}${side.counted === 'sessions' ? ' sessions' : ''}`;
  return `median ${ms(side.medianMs)} of ${side.waits}${side.none === 0 ? '' : `, ${side.none} without a reply`}`;
}

/** "new meets 12 points more than old", "new waits 180 ms longer than old". */
function differenceWords({ a, b, what, difference }: Comparison): string {
  const size = Math.abs(difference);
  if (size < 1e-9) return 'no difference';
  const [more, less] = difference > 0 ? [b, a] : [a, b];
  return what === 'wait'
    ? `${more} waits ${ms(size)} longer than ${less}`
    : `${more} meets ${(100 * size).toFixed(size < 0.1 ? 1 : 0)} points more than ${less}`;
}

/** Of b less a, with its signs: a difference has a direction, and an interval on both sides of 0 shows that it may have none. */
function intervalWords({ a, b, what, interval }: Comparison, level: number): string {
  if (interval.kind === 'none') return `no interval (${interval.reason})`;
  const signed = (value: number, digits: number): string => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`;
  const [scale, unit] = what === 'wait' ? [1, 'ms'] : [100, 'points'];
  const digits = what !== 'wait' && interval.high - interval.low < 0.1 ? 1 : 0;
  const range = `${signed(scale * interval.low, digits)} to ${signed(scale * interval.high, digits)} ${unit}`;
  return `${b} less ${a}, ${Math.round(100 * level)}%: ${range}`;
}

function testWords({ test, onlyA, onlyB, a, b }: Comparison): string {
  if (test === 'sign-flip') return 'sign-flip permutation';
  return `McNemar's exact test (only ${a} ${onlyA ?? 0}, only ${b} ${onlyB ?? 0})`;
}

const p = (value: number): string => (value < 0.001 ? 'p < 0.001' : `p = ${value.toFixed(3)}`);

/** What the test says of it, "shown: p = 0.012, Holm = 0.036". */
function verdictWords(one: Comparison, level: number): string {
  const alpha = 1 - level;
  const uncorrected = one.primary === true && one.adjusted === one.pValue;
  const figures = uncorrected ? p(one.pValue) : `${p(one.pValue)}, ${p(one.adjusted).replace('p', 'Holm')}`;
  if (one.adjusted <= alpha) return `shown: ${figures}`;
  if (one.smallestPValue > alpha)
    return `cannot be shown: too few of ${count(one.pairs, one.unit)} differ (no p below ${one.smallestPValue.toFixed(2)})${moreWords(one)}`;
  return `not shown: ${figures}${moreWords(one)}`;
}

function moreWords({ more, unit }: Comparison): string {
  if (more === undefined || more === 0) return '';
  return `; about ${more} more ${unit}s would show such a difference`;
}

/** "primary measure of quickstart: no cutting into a pause (false-cutoff)", by both of its names; none where no suite declares one. */
export function primaryWords({ primary = [] }: Pick<RunStatistics, 'primary'>): string[] {
  return primary.map(
    ({ suite, measure }) => `primary measure of ${suite}: ${measure === 'wait' ? 'wait for a reply' : MEASURE_WORDS[measure]} (${measure})`,
  );
}
