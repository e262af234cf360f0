/**
 * How good a judge is on items whose truth is known: agreement, sensitivity (passing of what is right) and specificity (failing of what is
 * wrong), each with counts and an interval over groups (statistics.md: items of one matter are not independent). What has no verdict because a
 * service failed is counted apart; what has none because it cannot be read does not pass, as in a run.
 */
import { countClusters, groupByCluster } from '../../stats/clusters.js';
import { rateOf, type Rate } from '../../stats/rate.js';
import type { Opinion, Question } from '../model.js';
import type { LabelledItem } from './items.js';

export interface JudgedItem {
  readonly item: LabelledItem;
  readonly heard: string;
  readonly opinion: Opinion;
}

export interface CheckRate {
  readonly right: number;
  readonly of: number;
  readonly rate: number | undefined;
  /** Absent where there are too few groups. */
  readonly low?: number;
  readonly high?: number;
  /** Why there is no interval, or what to know of it. */
  readonly note?: string;
  readonly groups: number;
}

export interface CheckFigures {
  readonly items: number;
  readonly agreement: CheckRate;
  readonly sensitivity: CheckRate;
  readonly specificity: CheckRate;
  /** Nothing was heard, or the verdict could not be read: they count as not passing. */
  readonly empty: number;
  readonly unusable: number;
  /** No verdict could be had: in no rate. */
  readonly failed: number;
  /** Ways of saying and how many of each were judged wrong; only those with any. */
  readonly wrong: readonly { readonly way: string; readonly passes: boolean; readonly wrong: number; readonly of: number }[];
}

export interface CheckParts {
  /** Items by wordings that nobody looked at while rules were made: the figures that count. */
  readonly held: CheckFigures;
  readonly open: CheckFigures;
}

export function checkFigures(judged: readonly JudgedItem[], kind: Question['kind']): CheckParts {
  const part = (name: LabelledItem['part']): CheckFigures =>
    figuresOf(judged.filter(({ item }) => item.kind === kind && item.part === name));
  return { held: part('held'), open: part('open') };
}

const agrees = ({ item, opinion }: JudgedItem): boolean => opinion.kind !== 'failed' && opinion.passes === item.passes;

function figuresOf(all: readonly JudgedItem[]): CheckFigures {
  const decided = all.filter(({ opinion }) => opinion.kind !== 'failed');
  const count = (kind: Opinion['kind']): number => all.filter(({ opinion }) => opinion.kind === kind).length;
  return {
    items: all.length,
    agreement: checkRate(decided),
    sensitivity: checkRate(decided.filter(({ item }) => item.passes)),
    specificity: checkRate(decided.filter(({ item }) => !item.passes)),
    empty: count('empty'),
    unusable: count('unusable'),
    failed: count('failed'),
    wrong: wrongWays(decided),
  };
}

function checkRate(judged: readonly JudgedItem[]): CheckRate {
  const rate = rateOf(
    countClusters(
      groupByCluster(
        judged,
        ({ item }) => item.group,
        (one) => agrees(one),
      ),
    ),
  );
  return { right: rate.successes, of: rate.windows, rate: rounded(rate.rate), groups: rate.clusters, ...intervalOf(rate) };
}

function intervalOf({ interval }: Rate): { readonly low?: number; readonly high?: number; readonly note?: string } {
  if (interval.kind === 'none') return { note: interval.reason };
  const [low, high] = [rounded(interval.low), rounded(interval.high)];
  return {
    ...(low === undefined ? {} : { low }),
    ...(high === undefined ? {} : { high }),
    ...(interval.note === undefined ? {} : { note: interval.note }),
  };
}

const rounded = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.round(value * 1e6) / 1e6);

function wrongWays(judged: readonly JudgedItem[]): CheckFigures['wrong'] {
  const ways = new Map<string, { way: string; passes: boolean; wrong: number; of: number }>();
  for (const one of judged) {
    const { way, passes } = one.item;
    const key = `${String(passes)} ${way}`;
    const row = ways.get(key) ?? { way, passes, wrong: 0, of: 0 };
    ways.set(key, row);
    row.of += 1;
    if (!agrees(one)) row.wrong += 1;
  }
  return [...ways.values()].filter(({ wrong }) => wrong > 0).toSorted((a, b) => b.wrong - a.wrong || (a.way < b.way ? -1 : 1));
}
