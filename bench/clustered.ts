/** Made-up runs with known truth: windows in clusters (scenes) whose own rates vary by a stated intra-cluster correlation. */
import { BetaBinomialGrid } from '../src/stats/beta-binomial.js';
import { clopperPearson } from '../src/stats/binomial.js';
import { clusterMean } from '../src/stats/bootstrap-t.js';
import type { RateCluster } from '../src/stats/clusters.js';
import { normalQuantile } from '../src/stats/normal.js';
import { rateOf } from '../src/stats/rate.js';
import { tQuantile } from '../src/stats/student-t.js';
import { wilsonOf } from '../src/stats/wilson.js';

export type Random = () => number;

export interface Truth {
  readonly clusters: number;
  /** Windows a cluster; 0: unequal, 1 to 20. */
  readonly repeats: number;
  readonly icc: number;
  readonly rate: number;
  readonly shape?: Shape;
}

/**
 * How clusters differ:
 *   - beta: by a beta distribution, the model's own;
 *   - two-kinds: a share `rate` of them is of one kind, the rest of another, as far apart as the correlation says (1: all or none);
 *   - bad-scenes: a few always fail, the others all have one rate. How many follows from rate and correlation.
 */
export const SHAPES = ['beta', 'two-kinds', 'bad-scenes'] as const;
export type Shape = (typeof SHAPES)[number];

/** Share of clusters that are of the rarer kind; undefined where there are no kinds. */
export function rarerKind({ rate, icc, shape = 'beta' }: Truth): number | undefined {
  if (shape === 'beta' || icc === 0) return undefined;
  const share = shape === 'two-kinds' ? rate : alwaysFailing(rate, icc);
  return Math.min(share, 1 - share);
}

/** Share b of clusters with rate 1 among others with rate r: b + (1 - b) r = rate, and b (1 - b) (1 - r)^2 = icc rate (1 - rate). */
function alwaysFailing(rate: number, icc: number): number {
  return (icc * rate) / (1 - rate + icc * rate);
}

/** Kish's count of clusters that hold the rarer outcome, as expected: clusters / (1 + squared coefficient of variation). */
export function expectedCarriers({ clusters, repeats, icc, rate }: Truth): number {
  const rarer = Math.min(rate, 1 - rate);
  const odds = (1 - rarer) / rarer;
  const windows = repeats === 0 ? UNEQUAL_MEAN : repeats;
  return clusters / (1 + icc * odds + ((1 - icc) * odds) / windows);
}

/** Windows of clusters of unequal size: 1 to 20. */
const unequal = (i: number): number => 1 + ((i * 7) % 20);
const UNEQUAL_MEAN = 10.5;

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
  if (shape === 'bad-scenes') {
    const bad = alwaysFailing(rate, icc);
    return random() < bad ? 1 : 1 - (1 - rate) / (1 - bad);
  }
  const size = (1 - icc) / icc;
  return 1 / (1 + Math.exp(logGammaVariate((1 - rate) * size, random) - logGammaVariate(rate * size, random)));
}

export function drawClusters(truth: Truth, random: Random): RateCluster[] {
  return Array.from({ length: truth.clusters }, (_, i) => {
    const own = clusterRate(truth, random);
    const windows = truth.repeats === 0 ? unequal(i) : truth.repeats;
    let successes = 0;
    for (let k = 0; k < windows; k++) if (random() < own) successes++;
    return { cluster: `c${i}`, successes, windows };
  });
}

/** What the product does, and what it was chosen among. */
export const METHODS = ['product', 'wilson-t', 'korn-graubard', 'bootstrap-t', 'wilson-naive'] as const;
export type Method = (typeof METHODS)[number];

export interface Coverage {
  readonly given: number;
  /** Share of intervals that held the truth, and of those that lay above it and below it. */
  readonly covered: number;
  readonly above: number;
  readonly below: number;
  /** Share of intervals that were marked sparse, and coverage of those that were not (undefined of none). */
  readonly sparse: number;
  readonly coveredUnlessSparse: number | undefined;
  /** Share of runs in which no interval was given. */
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
    case 'wilson-t':
    case 'korn-graubard': {
      const { rate, n, t } = effective(clusters);
      if (method === 'wilson-t') return { ...wilsonOf(rate, n, t, 0.95), sparse: false };
      const adjusted = n * (normalQuantile(0.975) / t) ** 2;
      return { ...clopperPearson(rate * adjusted, adjusted), sparse: false };
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
      const found = wilsonOf(clusters.reduce((sum, { successes }) => sum + successes, 0) / n, n, normalQuantile(0.975), 0.95);
      return { ...found, sparse: false };
    }
  }
}

/** Effective windows by the linearised variance over clusters, at most as many as there are; as many as clusters where nothing varied. */
function effective(clusters: readonly RateCluster[]): { readonly rate: number; readonly n: number; readonly t: number } {
  const [g, n] = [clusters.length, clusters.reduce((sum, { windows }) => sum + windows, 0)];
  const rate = clusters.reduce((sum, { successes }) => sum + successes, 0) / n;
  const t = tQuantile(0.975, g - 1);
  if (rate === 0 || rate === 1) return { rate, n: g, t };
  const squares = clusters.reduce((sum, { successes, windows }) => sum + (successes - rate * windows) ** 2, 0);
  return { rate, n: Math.min(n, (rate * (1 - rate) * n * n * (g - 1)) / (g * squares)), t };
}

/** Coverage is of the runs in which an interval was given. */
export function coverageOf(method: Method, truth: Truth, runs: number, random: Random): Coverage {
  let [above, below, sparse, missedUnlessSparse, given, width] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < runs; i++) {
    const found = intervalBy(method, drawClusters(truth, random), i);
    if (found === undefined) continue;
    given++;
    width += found.high - found.low;
    const missed = found.low > truth.rate || truth.rate > found.high;
    if (found.low > truth.rate) above++;
    if (found.high < truth.rate) below++;
    if (found.sparse) sparse++;
    else if (missed) missedUnlessSparse++;
  }
  const full = given - sparse;
  return {
    given,
    covered: 1 - (above + below) / given,
    above: above / given,
    below: below / given,
    sparse: sparse / given,
    coveredUnlessSparse: full === 0 ? undefined : 1 - missedUnlessSparse / full,
    refused: 1 - given / runs,
    meanWidth: width / given,
  };
}
