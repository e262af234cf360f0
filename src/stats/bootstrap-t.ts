/**
 * Studentised cluster bootstrap of a mean over clusters (of waits, of differences): whole clusters are drawn, and the mean's distance
 * is measured in its own standard error each time. For values without a model; rates have rate.ts, whose interval covers better.
 */
import { FEWEST_CLUSTERS, type Cluster } from './clusters.js';
import { LEVEL, type Interval } from './interval.js';
import { mulberry32 } from './random.js';

export type MeanInterval =
  | (Interval & { readonly kind: 'interval'; readonly mean: number; readonly clusters: number })
  | {
      readonly kind: 'none';
      readonly why: 'no-values' | 'few-clusters' | 'no-spread' | 'unstable';
      readonly reason: string;
      readonly mean: number | undefined;
    };

const REPLICATES = 1999;

interface Sums {
  readonly sum: number;
  readonly n: number;
}

/** Mean of all values (a ratio of sums over clusters), and its linearised standard error. */
function meanOf(clusters: readonly Sums[]): { readonly mean: number; readonly error: number } {
  let [sum, n] = [0, 0];
  for (const one of clusters) [sum, n] = [sum + one.sum, n + one.n];
  const mean = sum / n;
  let squares = 0;
  for (const one of clusters) squares += (one.sum - mean * one.n) ** 2;
  const g = clusters.length;
  return { mean, error: Math.sqrt(((g / (g - 1)) * squares) / (n * n)) };
}

export function clusterMean(
  groups: readonly Cluster<number>[],
  options: { readonly seed: number; readonly level?: number; readonly replicates?: number },
): MeanInterval {
  const level = options.level ?? LEVEL;
  const clusters = groups
    .filter(({ values }) => values.length > 0)
    .map(({ values }): Sums => ({ sum: values.reduce((sum, value) => sum + value, 0), n: values.length }));
  if (clusters.length === 0) return { kind: 'none', why: 'no-values', reason: 'nothing was measured', mean: undefined };
  const { mean, error } = meanOf(clusters);
  if (clusters.length < FEWEST_CLUSTERS) {
    const reason = `${clusters.length} clusters: an interval over clusters wants ${FEWEST_CLUSTERS} or more`;
    return { kind: 'none', why: 'few-clusters', reason, mean };
  }
  const negligible = 1e-12 * Math.max(1, Math.abs(mean));
  if (error <= negligible)
    return { kind: 'none', why: 'no-spread', reason: 'all clusters are alike: nothing tells how they would differ', mean };
  const random = mulberry32(options.seed);
  const ratios: number[] = [];
  const replicates = options.replicates ?? REPLICATES;
  for (let b = 0; b < replicates; b++) {
    const drawn = clusters.map(() => clusters[Math.floor(random() * clusters.length)] ?? { sum: 0, n: 0 });
    const again = meanOf(drawn);
    const distance = again.mean - mean;
    // A draw without spread is infinitely many standard errors away, on its side: left out, it would shorten the tail it belongs to.
    if (again.error > negligible) ratios.push(distance / again.error);
    else ratios.push(Math.abs(distance) <= negligible ? 0 : Math.sign(distance) * Infinity);
  }
  ratios.sort((a, b) => a - b);
  const at = (share: number): number => ratios[Math.min(replicates - 1, Math.max(0, Math.ceil(share * (replicates + 1)) - 1))] ?? 0;
  const [low, high] = [mean - at((1 + level) / 2) * error, mean - at((1 - level) / 2) * error];
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    return { kind: 'none', why: 'unstable', reason: 'too few clusters differ: more draws than the level allows have no spread', mean };
  }
  return { kind: 'interval', low, high, level, mean, clusters: clusters.length };
}
