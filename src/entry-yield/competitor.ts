/** Several competitors (entry-yield.md): the latest interval that crosses the wearer's offset within the annotation's tolerance. */
import { EPS_S } from './constants.js';
import type { Competitor } from './model.js';

/** Undefined where none crosses it. `eligible` is written beside the event. */
export function competitorAt(
  others: readonly Competitor[],
  wearerOffset: number,
  tolerance: number,
): { readonly chosen: Competitor; readonly eligible: number } | undefined {
  const crossing = others.filter(
    ({ onset, offset }) => onset <= wearerOffset + tolerance + EPS_S && offset >= wearerOffset - tolerance - EPS_S,
  );
  let chosen: Competitor | undefined;
  for (const one of crossing) if (chosen === undefined || one.onset > chosen.onset) chosen = one;
  return chosen === undefined ? undefined : { chosen, eligible: crossing.length };
}
