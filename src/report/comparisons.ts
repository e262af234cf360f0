/** Two agents or two arms compared, in words: the same in the console and on the page. */
import type { ArmComparison, ComparedSide, Comparison, RunStatistics } from '../score/statistics/model.js';
import { below, num, type Words } from './numbers.js';
import { levelWords, MEASURE_WORDS } from './words.js';

/** One row of a table of comparisons. */
export interface ComparisonRow {
  readonly what: string;
  readonly primary: boolean;
  /** "12 scenes", "20 plays of 1 scene". */
  readonly pairs: Words;
  /** "new 30 of 36, old 22 of 36". */
  readonly counts: Words;
  readonly difference: Words;
  /** "95%: 8 to 16 points", or why there is none. */
  readonly interval: string;
  readonly test: Words;
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
  /** Some are of waits that had no end: of them the median difference is told. */
  readonly medians: boolean;
  readonly level: number;
}

/** Tables in the order of suites and agents: agents first, then arms. */
export function comparisonTables({ comparisons = [], armComparisons = [], level }: RunStatistics): ComparisonTable[] {
  const tables = new Map<string, ComparisonTable>();
  const all: readonly { readonly at: string; readonly one: Comparison & Partial<Pick<ArmComparison, 'agent'>> }[] = [
    ...comparisons.map((one, i) => ({ at: `/statistics/comparisons/${i}`, one })),
    ...armComparisons.map((one, i) => ({ at: `/statistics/armComparisons/${i}`, one })),
  ];
  for (const { at, one } of all) {
    const key = JSON.stringify([one.suite, one.agent]);
    const head = one.agent === undefined ? { kind: 'agents' as const } : { kind: 'arms' as const, agent: one.agent };
    const fresh = { ...head, suite: one.suite, rows: [], theseScenes: false, corrected: false, medians: false, level };
    const before = tables.get(key) ?? fresh;
    tables.set(key, {
      ...before,
      rows: [...before.rows, comparisonRow(one, level, at)],
      theseScenes: before.theseScenes || one.unit === 'play',
      corrected: before.corrected || one.primary !== true,
      medians: before.medians || one.median !== undefined,
    });
  }
  return [...tables.values()];
}

/** "agents compared on the scenes of quickstart", "arms of cases compared, agent a". */
export function tableWords({ kind, suite, agent }: ComparisonTable): string {
  return kind === 'agents' ? `agents compared on the scenes of ${suite}` : `arms of ${suite} compared on ${agent ?? ''}`;
}

/** What holds of all rows of a table, in sentences. */
export function tableNotes({ rows, theseScenes, corrected, medians, level }: ComparisonTable): string[] {
  const primary = rows.some((row) => row.primary);
  return [
    ...(primary ? ['The primary measure is the one that the suite declares it is about; its p is not corrected for the others.'] : []),
    ...(corrected
      ? [
          `${primary ? 'The others keep' : 'What is shown keeps'} an error of ${levelWords(1 - level)} over all rows of the suite together (Holm).`,
        ]
      : []),
    `Intervals are ${levelWords(level)} each, of the mean difference over the same scenes for both.`,
    ...(medians
      ? [
          'Where a wait had no reply, its length and with it the mean difference are not known: the median of the differences is told there, and its interval, as far as they are.',
        ]
      : []),
    ...(theseScenes ? ['Pairs of plays speak of the scenes that were played alone, not of others like them.'] : []),
  ];
}

/** @param at its place in the summary. */
export function comparisonRow(one: Comparison, level: number, at: string): ComparisonRow {
  // A pair, and a difference, is of the windows of both sides.
  const { a, b } = one.of;
  const both = (text: string): Words => {
    const sizes = [a, b].map((side) => (side.kind === 'met' ? side.of : side.waits));
    const places = [`/of/a/${a.kind === 'met' ? 'of' : 'waits'}`, `/of/b/${b.kind === 'met' ? 'of' : 'waits'}`];
    return below(at, [num((sizes[0] ?? 0) + (sizes[1] ?? 0), places, `compared, ${one.a} and ${one.b}`, text)]);
  };
  return {
    what: comparedWords(one),
    primary: one.primary === true,
    pairs: both(pairsWords(one)),
    counts: [...below(`${at}/of/a`, sideWords(one.a, a)), '; ', ...below(`${at}/of/b`, sideWords(one.b, b))],
    difference: both(differenceWords(one)),
    interval: intervalWords(one, level),
    test: below(at, testWords(one)),
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

function sideWords(name: string, side: ComparedSide): Words {
  if (side.kind === 'met') {
    const counts = [num(side.met, '/met', `${name}: met`), ' of ', num(side.of, '/of', `${name}: decided`)];
    return [`${name} `, ...counts, side.counted === 'sessions' ? ' sessions' : ''];
  }
  // With as many waits without an end as with one the median is known from below only (statistics.md, censored percentiles).
  const above = 2 * side.none >= side.waits && side.waits > 0 ? '> ' : '';
  const waits = num(side.waits, '/waits', `${name}: waits`, `median ${above}${ms(side.medianMs)} of ${side.waits}`);
  if (side.none === 0) return [`${name} `, waits];
  return [`${name} `, waits, ', ', num(side.none, '/none', `${name}: without a reply`, `${side.none} without a reply`)];
}

/** "new meets 12 points more than old", "new waits 180 ms longer than old". */
function differenceWords(one: Comparison): string {
  const { a, b, what, difference } = one;
  if (one.median !== undefined) return medianWords(one, one.median);
  const size = Math.abs(difference);
  if (size < 1e-9) return 'no difference';
  const [more, less] = difference > 0 ? [b, a] : [a, b];
  return what === 'wait'
    ? `${more} waits ${ms(size)} longer than ${less}`
    : `${more} meets ${(100 * size).toFixed(size < 0.1 ? 1 : 0)} points more than ${less}`;
}

/** Some wait had no end: "new waits at least 180 ms longer than old (median of 12 pairs)". */
function medianWords({ a, b, pairs }: Comparison, { fromMs, toMs }: NonNullable<Comparison['median']>): string {
  const of = ` (median of ${pairs} pairs)`;
  if (fromMs !== null && fromMs === toMs) {
    if (Math.abs(fromMs) < 1e-9) return `no difference${of}`;
    return fromMs > 0 ? `${b} waits ${ms(fromMs)} longer than ${a}${of}` : `${a} waits ${ms(-fromMs)} longer than ${b}${of}`;
  }
  if (fromMs !== null && fromMs > 0) return `${b} waits at least ${ms(fromMs)} longer than ${a}${of}`;
  if (toMs !== null && toMs < 0) return `${a} waits at least ${ms(-toMs)} longer than ${b}${of}`;
  return `which waits longer is not known: too many had no reply${of}`;
}

/** Of b less a, with its signs: a difference has a direction, and an interval on both sides of 0 shows that it may have none. */
function intervalWords({ a, b, what, interval }: Comparison, level: number): string {
  if (interval.kind === 'none') return `no interval (${interval.reason})`;
  const { low, high } = interval;
  const [scale, unit] = what === 'wait' ? [1, 'ms'] : [100, 'points'];
  const digits = what !== 'wait' && low !== null && high !== null && high - low < 0.1 ? 1 : 0;
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${(scale * value).toFixed(digits)}`;
  return `${b} less ${a}, ${levelWords(level)}: ${rangeOf(low, high)}`;

  function rangeOf(from: number | null, to: number | null): string {
    if (from !== null && to !== null) return `${signed(from)} to ${signed(to)} ${unit}`;
    if (from !== null) return `at least ${signed(from)} ${unit} (no upper bound: waits without a reply)`;
    if (to !== null) return `at most ${signed(to)} ${unit} (no lower bound: waits without a reply)`;
    return 'not bounded: waits without a reply';
  }
}

function testWords({ test, onlyA, onlyB, a, b }: Comparison): Words {
  if (test === 'sign-flip') return ['sign-flip permutation'];
  const [inA, inB] = [num(onlyA ?? 0, '/onlyA', `only ${a} met`), num(onlyB ?? 0, '/onlyB', `only ${b} met`)];
  return [`McNemar's exact test (only ${a} `, inA, `, only ${b} `, inB, ')'];
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
