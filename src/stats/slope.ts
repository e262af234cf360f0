/**
 * Slope of a straight line by least squares over values in clusters, with the sandwich error over clusters (Liang and Zeger, Biometrika 73
 * (1986)), corrected for their number as Stata's CR1 is; Student's t with clusters - 1 degrees of freedom.
 */
import type { Interval } from './interval.js';
import { tQuantile } from './student-t.js';

export interface SlopePoint {
  readonly cluster: string;
  readonly x: number;
  readonly y: number;
}

export interface Slope {
  readonly slope: number;
  readonly clusters: number;
  /** Undefined of fewer than three clusters. */
  readonly interval: (level: number) => Interval | undefined;
}

/** Undefined of fewer than two points, or where x does not vary. */
export function clusteredSlope(points: readonly SlopePoint[]): Slope | undefined {
  const n = points.length;
  if (n < 2) return undefined;
  const meanOf = (of: (point: SlopePoint) => number): number => points.reduce((sum, point) => sum + of(point), 0) / n;
  const [mx, my] = [meanOf(({ x }) => x), meanOf(({ y }) => y)];
  const spread = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  if (spread <= 1e-12 * Math.max(1, mx * mx)) return undefined;
  const slope = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0) / spread;
  const scores = new Map<string, number>();
  for (const { cluster, x, y } of points) scores.set(cluster, (scores.get(cluster) ?? 0) + (x - mx) * (y - my - slope * (x - mx)));
  const clusters = scores.size;
  const interval = (level: number): Interval | undefined => {
    if (clusters < 3) return undefined;
    const squares = [...scores.values()].reduce((sum, score) => sum + score * score, 0);
    const correction = (clusters / (clusters - 1)) * ((n - 1) / (n - 2));
    const half = tQuantile((1 + level) / 2, clusters - 1) * (Math.sqrt(correction * squares) / spread);
    return { low: slope - half, high: slope + half, level };
  };
  return { slope, clusters, interval };
}
