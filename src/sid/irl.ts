/**
 * IRL, interruption response latency, seconds.
 *
 *   text       mean |predicted - true| over true positives: both have a break, within the tolerance
 *   notebook   mean of the late delays alone
 */
import { meanFigure } from './means.js';
import type { Definition, Figure, Judged } from './model.js';

export function irl(items: readonly Judged[], definition: Definition): Figure {
  const counted = definition === 'text' ? 'within' : 'late';
  return meanFigure(
    items.filter((one) => one.case === counted),
    ({ clip, prediction }) => Math.abs(prediction.breakTime - clip.breakTime),
  );
}
