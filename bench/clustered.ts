/** Made-up runs with known truth: windows in clusters (scenes) whose own rates vary by a stated intra-cluster correlation. */
import { BetaBinomialGrid } from '../src/stats/beta-binomial.js';
import { clusterMean } from '../src/stats/bootstrap-t.js';
import type { RateCluster } from '../src/stats/clusters.js';
import { rateOf } from '../src/stats/rate.js';
import { wilsonOf } from '../src/stats/wilson.js';

export type Random = () => number;

export interface Truth {
  readonly clusters: number;
  /** Windows a cluster; 0: unequal, 1 to 20. */
  readonly repeats: number;
  readonly icc: number;
  readonly rate: number;
  /** How clusters differ: by a beta distribution (the model's own), or in two kinds, one of them nearly always failing. */
  readonly shape?: 'beta' | 'two-kinds';
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** ln of a gamma variate (Marsaglia and Tsang, 2000); logarithms because shapes near 0 underflow. */
function logGammaVariate(shape: number, random: Random): number {
  if (shape < 1) return logGammaVariate(shape + 1, random) + Math.log(1 - random()) / shape;
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return Math.log(d * v);
  }
}

/** The rate of one cluster: mean `rate`, variance icc x rate x (1 - rate). */
export function clusterRate({ rate, icc, shape = 'beta' }: Truth, random: Random): number {
  if (icc === 0) return rate;
  if (shape === 'two-kinds') return random() < rate ? rate + (1 - rate) * Math.sqrt(icc) : rate - rate * Math.sqrt(icc);
  const size = (1 - icc) / icc;
  return 1 / (1 + Math.exp(logGammaVariate((1 - rate) * size, random) - logGammaVariate(rate * size, random)));
}

export function drawClusters(truth: Truth, random: Random): RateCluster[] {
  return Array.from({ length: truth.clusters }, (_, i) => {
    const own = clusterRate(truth, random);
    const windows = truth.repeats === 0 ? 1 + ((i * 7) % 20) : truth.repeats;
    let successes = 0;
    for (let k = 0; k < windows; k++) if (random() < own) successes++;
    return { cluster: `c${i}`, successes, windows };
  });
}

export type Method = 'product' | 'bootstrap-t' | 'wilson-naive';

export interface Coverage {
  /** Share of runs whose interval held the truth. */
  readonly covered: number;
  /** Share of runs whose interval was marked sparse. */
  readonly sparse: number;
  /** Share in which no interval was given. */
  readonly refused: number;
  readonly meanWidth: number;
}

const grid = new BetaBinomialGrid();

interface Found {
  readonly low: number;
  readonly high: number;
  readonly sparse: boolean;
}

function intervalBy(method: Method, clusters: readonly RateCluster[], seed: number): Found | undefined {
  switch (method) {
    case 'product': {
      const { interval } = rateOf(clusters, { grid });
      return interval.kind === 'interval' ? interval : undefined;
    }
    case 'bootstrap-t': {
      const values = clusters.map(({ cluster, successes, windows }) => ({
        cluster,
        values: Array.from({ length: windows }, (_, i) => (i < successes ? 1 : 0)),
      }));
      const found = clusterMean(values, { seed, replicates: 399 });
      return found.kind === 'interval' ? { ...found, sparse: false } : undefined;
    }
    case 'wilson-naive': {
      const n = clusters.reduce((sum, { windows }) => sum + windows, 0);
      const found = wilsonOf(clusters.reduce((sum, { successes }) => sum + successes, 0) / n, n, 1.959963984540054, 0.95);
      return { ...found, sparse: false };
    }
  }
}

/** Coverage is of the runs in which an interval was given. */
export function coverageOf(method: Method, truth: Truth, runs: number, random: Random): Coverage {
  let [covered, sparse, given, width] = [0, 0, 0, 0];
  for (let i = 0; i < runs; i++) {
    const found = intervalBy(method, drawClusters(truth, random), i);
    if (found === undefined) continue;
    given++;
    width += found.high - found.low;
    if (found.low <= truth.rate && truth.rate <= found.high) covered++;
    if (found.sparse) sparse++;
  }
  return { covered: covered / given, sparse: sparse / given, refused: 1 - given / runs, meanWidth: width / given };
}
