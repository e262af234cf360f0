/** Rates of labelled calls with their counts, and the interval that each may have. */
import { countClusters, groupByCluster } from '../stats/clusters.js';
import type { Interval } from '../stats/interval.js';
import { rateOf } from '../stats/rate.js';
import { IndependentCounts, wilson } from '../stats/wilson.js';

export interface CountedRate {
  readonly count: number;
  readonly of: number;
  /** Undefined of nothing. */
  readonly rate: number | undefined;
  /** Undefined of nothing, and over fewer calls than an interval wants (statistics.md). */
  readonly interval: Interval | undefined;
}

/** Of points, with Wilson's interval, which premature-reply.md asks for beside each of their rates: as of independent ones. */
export function pointRate(count: number, of: number): CountedRate {
  return {
    count,
    of,
    rate: of === 0 ? undefined : count / of,
    interval: wilson(IndependentCounts.ofProtocol('premature-reply.md', count, of)),
  };
}

/** Of silences, with an interval over calls: those of one call are not independent (statistics.md, the cluster is the call). */
export function rateByCall<T>(items: Iterable<T>, callOf: (item: T) => string, met: (item: T) => boolean): CountedRate {
  const { successes, windows, rate, interval } = rateOf(countClusters(groupByCluster(items, callOf, met)));
  return { count: successes, of: windows, rate, interval: interval.kind === 'interval' ? interval : undefined };
}
