/**
 * FIR, false interruption rate.
 *
 *   text       predicted a break / clips without one
 *   notebook   false alarms, those that came early on a true break among them / all clips
 *
 * A clip of the benchmark gives one window, so Wilson's interval stands (statistics.md); repeats of a live scene are clusters.
 */
import { countClusters, groupByCluster } from '../stats/clusters.js';
import { rateOf } from '../stats/rate.js';
import { fewReason } from './means.js';
import { clusterOf, type Definition, type Figure, type Judged } from './model.js';

export function fir(items: readonly Judged[], definition: Definition): Figure {
  const counted = definition === 'text' ? items.filter(({ clip }) => clip.totalNonbreak) : items;
  const alarm = (one: Judged): boolean =>
    definition === 'text' ? !one.prediction.totalNonbreak : one.case === 'false-alarm' || one.case === 'early';
  const rate = rateOf(countClusters(groupByCluster(counted, clusterOf, alarm)));
  const { interval } = rate;
  return {
    value: rate.rate,
    clips: counted.length,
    hits: rate.successes,
    interval:
      interval.kind === 'none'
        ? { kind: 'none', reason: fewReason(rate.clusters) }
        : {
            kind: 'interval',
            method: interval.method,
            low: interval.low,
            high: interval.high,
            level: interval.level,
            sparse: interval.sparse,
          },
  };
}
