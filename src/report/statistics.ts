/** What may be said of a run, in words: the same in the console and on the page. */
import type { FailureStatement, RateStatement, RunStatistics, WaitPercentile, WaitStatement } from '../score/statistics/model.js';
import type { Bound, Point } from '../stats/censored-percentile.js';
import { FEWEST_CLUSTERS } from '../stats/clusters.js';
import type { RateInterval } from '../stats/rate.js';
import { below, num, type Words } from './numbers.js';
import { MEASURE_WORDS } from './words.js';

/** "55 to 88%"; tenths where both ends lie within 10 points. */
export function rangeWords({ low, high }: { readonly low: number; readonly high: number }): string {
  const digits = high - low < 0.1 ? 1 : 0;
  return `${(100 * low).toFixed(digits)} to ${(100 * high).toFixed(digits)}%`;
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** "55 to 88%", or why there is none. */
export function intervalWords(interval: RateInterval, clusters: number): string {
  if (interval.kind === 'interval') return `${rangeWords(interval)}${interval.sparse ? ', few scenes' : ''}`;
  return interval.why === 'no-windows'
    ? 'nothing decided'
    : `counts only: ${count(clusters, 'scene')}, an interval needs ${FEWEST_CLUSTERS}`;
}

/** "0.31"; "not known" where the data do not tell. */
export const iccWords = (icc: number | undefined): string => (icc === undefined ? 'not known' : icc.toFixed(2));
export const effectiveWords = (n: number | undefined): string => (n === undefined ? 'not known' : n.toFixed(n < 100 ? 1 : 0));

export interface RateRow {
  readonly what: string;
  readonly agent: string;
  /** "55 of 60", with its places in the summary. */
  readonly met: Words;
  readonly scenes: string;
  readonly icc: string;
  readonly effective: string;
  readonly interval: string;
  /** What to know of a sparse interval. */
  readonly note: string | undefined;
}

/** Rates over scenes, agent failures first, as rows of text. */
export function rateRows({ rates, failures }: RunStatistics): readonly RateRow[] {
  return [
    ...failures.flatMap((one, i) =>
      one.successes > 0 ? [rowOf('agent failures', one, `/statistics/failures/${i}`, ['agent failures', 'sessions that count'])] : [],
    ),
    ...rates.map((one, i) => rowOf(MEASURE_WORDS[one.measure], one, `/statistics/rates/${i}`, ['met', 'decided'])),
  ];
}

function rowOf(what: string, one: RateStatement | FailureStatement, at: string, [hits, all]: readonly [string, string]): RateRow {
  return {
    what,
    agent: one.agent,
    met: below(at, [num(one.successes, '/successes', hits), ' of ', num(one.windows, '/windows', all)]),
    scenes: String(one.clusters),
    icc: iccWords(one.icc),
    effective: effectiveWords(one.effectiveN),
    interval: intervalWords(one.interval, one.clusters),
    note: one.interval.kind === 'interval' ? one.interval.note : undefined,
  };
}

const ms = (value: number): string => `${Math.round(value)} ms`;
const pointWords = (point: Point): string => (point.kind === 'at' ? ms(point.ms) : `> ${ms(point.ms)}`);
const boundWords = (bound: Bound): string => (bound.kind === 'none' ? 'not bounded' : pointWords(bound));

export function shareWords(share: number): string {
  return share === 0.5 ? 'median' : `p${Math.round(share * 100)}`;
}

/** "712 ms", "> 4000 ms (95% had their reply by 2100 ms)". */
export function percentileWords({ share, shown, estimate }: WaitPercentile): string {
  const beside =
    shown.kind === 'above' && estimate.kind === 'at' ? ` (${Math.round(share * 100)}% had their reply by ${ms(estimate.ms)})` : '';
  return `${pointWords(shown)}${beside}`;
}

/** "650 ms to 801 ms"; the reason where neither end is there. */
export function percentileBoundsWords({ lower, upper }: WaitPercentile): string {
  if (lower.kind === 'none' && upper.kind === 'none') return lower.reason;
  return `${boundWords(lower)} to ${upper.kind === 'none' ? `no upper bound (${upper.reason})` : pointWords(upper)}`;
}

/**
 * "of 13 turns 6 cut into (6 of these replied to after their end as well), 7 replied to uncut, 0 neither". Places are below the
 * statement's own.
 */
export function endsWords({ turns, premature, replied, none, prematureReplied }: WaitStatement): Words {
  const both = num(prematureReplied, '/prematureReplied', 'cut into, and replied to after their end');
  return [
    'of ',
    num(turns, '/turns', 'turns watched for a reply', count(turns, 'turn')),
    ' ',
    num(premature, '/premature', 'cut into', `${premature} cut into`),
    ...(premature > 0 ? [' (', both, ' of these replied to after their end as well)'] : []),
    ', ',
    num(replied, '/replied', 'replied to uncut', `${replied} replied to uncut`),
    ', ',
    num(none, '/none', 'neither cut into nor replied to', `${none} neither`),
  ];
}

/** What stands beside "reply after the turn", and why the two may differ. */
export const ENDS_NOTE =
  'What came first of each turn. "Reply after the turn" asks something else: whether a reply came in time after its end, also where the turn had been cut into before.';
