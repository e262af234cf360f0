/** APT, average penalty time, seconds: the mean of the penalties (judge.ts) over all clips. */
import { meanFigure } from './means.js';
import type { Figure, Judged } from './model.js';

export function apt(items: readonly Judged[]): Figure {
  return meanFigure(items, ({ penalty }) => penalty);
}
