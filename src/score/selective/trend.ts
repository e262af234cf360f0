/** Whether a score rises or falls with where in its scene the request stands: Spearman's rho, and a slope with its interval. */
import { FEWEST_CLUSTERS } from '../../stats/clusters.js';
import { LEVEL } from '../../stats/interval.js';
import { clusteredSlope } from '../../stats/slope.js';
import { spearman } from '../../stats/spearman.js';
import { count, type WindowRef, type WithWindows } from '../counted.js';
import { round6 } from '../statistics/rounding.js';
import type { Trend } from './model.js';

/** One request: where it stood, and whether it passed. */
export interface TrendPoint {
  readonly scene: string;
  readonly x: number;
  readonly passed: boolean;
  readonly at: WindowRef;
}

/** Undefined of no request. Repeats of one scene are one cluster, for the slope's interval; rho takes every request. */
export function trendOf(what: Trend['what'], by: Trend['by'], points: readonly TrendPoint[]): WithWindows<Trend> | undefined {
  if (points.length === 0) return undefined;
  const ys = points.map(({ passed }) => Number(passed));
  const found = spearman(
    points.map(({ x }) => x),
    ys,
  );
  const slope = clusteredSlope(points.map(({ scene, x }, i) => ({ cluster: scene, x, y: ys[i] ?? 0 })));
  const scenes = new Set(points.map(({ scene }) => scene)).size;
  const interval = scenes < FEWEST_CLUSTERS ? undefined : slope?.interval(LEVEL);
  return {
    what,
    by,
    requests: count(points.map(({ at }) => at)),
    ...(found === undefined ? {} : { rho: round6(found.rho), pValue: round6(found.pValue) }),
    ...(slope === undefined ? {} : { slope: round6(slope.slope) }),
    ...(interval === undefined ? {} : { low: round6(interval.low), high: round6(interval.high) }),
  };
}
