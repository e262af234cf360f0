/**
 * Clusters: what belongs together because repeats of one clip are not independent (statistics.md). The cluster is the scene, the clip
 * or the call; what is drawn at random is clusters, not windows.
 */

export interface Cluster<T> {
  readonly cluster: string;
  readonly values: readonly T[];
}

/** A cluster of yes-and-no windows, counted. */
export interface RateCluster {
  readonly cluster: string;
  readonly successes: number;
  readonly windows: number;
}

/** Below so many clusters there are counts, and no interval over scenes (statistics.md). */
export const FEWEST_CLUSTERS = 10;

/** Groups in order of first appearance. */
export function groupByCluster<T, V>(items: Iterable<T>, clusterOf: (item: T) => string, valueOf: (item: T) => V): Cluster<V>[] {
  const groups = new Map<string, V[]>();
  for (const item of items) {
    const cluster = clusterOf(item);
    const group = groups.get(cluster);
    if (group === undefined) groups.set(cluster, [valueOf(item)]);
    else group.push(valueOf(item));
  }
  return [...groups].map(([cluster, values]) => ({ cluster, values }));
}

/** Counts of each cluster; those without a window are left out. */
export function countClusters(clusters: readonly Cluster<boolean>[]): RateCluster[] {
  return clusters
    .map(({ cluster, values }) => ({ cluster, successes: values.filter(Boolean).length, windows: values.length }))
    .filter(({ windows }) => windows > 0);
}
