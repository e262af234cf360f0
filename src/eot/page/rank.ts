/** The best policy within a budget, from the frontier alone: for any budget it is one of its points. */
import type { PageLanguage, PagePoint } from '../compare/page-data.js';

const EPS = 1e-9;

export type Kind = 'latency' | 'cutoffs';

export const VAD_NAME = 'VAD baseline';

/** The least latency within a cutoff budget, or the fewest cutoffs within a latency budget. */
export function bestWithin<P extends Pick<PagePoint, 'latency' | 'cutoffs'>>(
  points: readonly P[],
  kind: Kind,
  budget: number,
): P | undefined {
  const limit = kind === 'latency' ? 'cutoffs' : 'latency';
  let best: P | undefined;
  for (const point of points) {
    if (point[limit] > budget + EPS) continue;
    if (best === undefined || point[kind] < best[kind] || (point[kind] === best[kind] && point[limit] < best[limit])) best = point;
  }
  return best;
}

export interface Ranked {
  readonly name: string;
  /** Index of the model for its colour; -1 for the baseline. */
  readonly index: number;
  readonly latency: number | undefined;
  readonly cutoffs: number | undefined;
}

/** Fastest within the cutoff budget first; those that never get there last, by name. */
export function ranking({ models, vad }: PageLanguage, cutoffBudget: number, latencyBudget: number): Ranked[] {
  const rank = (name: string, index: number, points: readonly Pick<PagePoint, 'latency' | 'cutoffs'>[]): Ranked => ({
    name,
    index,
    latency: bestWithin(points, 'latency', cutoffBudget)?.latency,
    cutoffs: bestWithin(points, 'cutoffs', latencyBudget)?.cutoffs,
  });
  const all = [...models.map(({ name, frontier }, i) => rank(name, i, frontier)), rank(VAD_NAME, -1, vad)];
  return all.sort((a, b) => (a.latency ?? Infinity) - (b.latency ?? Infinity) || (a.name < b.name ? -1 : 1));
}
