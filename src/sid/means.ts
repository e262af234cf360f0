/** A mean over clips with its interval: bootstrap-t over clusters, each clip one of its own unless said (statistics.md). */
import { clusterMean } from '../stats/bootstrap-t.js';
import { FEWEST_CLUSTERS, groupByCluster } from '../stats/clusters.js';
import { INTERVAL_SEED } from './constants.js';
import { clusterOf, type Figure, type Judged } from './model.js';

export function meanFigure(items: readonly Judged[], valueOf: (one: Judged) => number): Figure {
  const clips = items.length;
  if (clips === 0) return { value: undefined, clips, interval: { kind: 'none', reason: fewReason(0) } };
  // The sum in the files' order, as the source's own code adds.
  const value = items.reduce((sum, one) => sum + valueOf(one), 0) / clips;
  const clusters = groupByCluster(items, clusterOf, valueOf);
  if (clusters.length < FEWEST_CLUSTERS) return { value, clips, interval: { kind: 'none', reason: fewReason(clusters.length) } };
  const found = clusterMean(clusters, { seed: INTERVAL_SEED });
  if (found.kind === 'none') return { value, clips, interval: { kind: 'none', reason: reasonOf(found.why) } };
  const { low, high, level } = found;
  // Neither a distance nor a penalty is below 0.
  return { value, clips, interval: { kind: 'interval', method: 'bootstrap-t', low: Math.max(0, low), high, level, sparse: false } };
}

export function fewReason(clips: number): string {
  if (clips === 0) return 'no clip counts';
  return `${clips} ${clips === 1 ? 'clip' : 'clips'}: an interval wants ${FEWEST_CLUSTERS} or more`;
}

function reasonOf(why: 'no-values' | 'few-clusters' | 'no-spread' | 'unstable'): string {
  switch (why) {
    case 'no-spread':
      return 'all clips are alike: nothing tells how others would differ';
    case 'unstable':
      return 'too few clips differ for an interval at this level';
    case 'no-values':
    case 'few-clusters':
      return 'too few clips';
  }
}
