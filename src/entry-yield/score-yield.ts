/**
 * YIELD (entry-yield.md): opens at a non-wearer's onset during wearer speech; the score is the highest 1 - p_wearer over 0.2 to 0.6 s
 * after it, both included, censored strictly at that non-wearer's offset.
 */
import { EPS_S, YIELD_FROM_S, YIELD_TO_S } from './constants.js';
import type { SessionFrames } from './frames.js';
import type { Opportunity, Window } from './model.js';

export function yieldWindow({ opens, end }: Opportunity): Window {
  const horizon = opens + YIELD_TO_S;
  const censored = end <= horizon + EPS_S;
  return { from: opens + YIELD_FROM_S, to: censored ? end : horizon, closed: !censored, horizon };
}

/** @param frames at least one. */
export function yieldScore({ p }: SessionFrames, first: number, frames: number): number {
  let highest = 0;
  for (let i = first; i < first + frames; i++) highest = Math.max(highest, 1 - (p[i] ?? 1));
  return highest;
}
