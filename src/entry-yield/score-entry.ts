/**
 * ENTRY (entry-yield.md): opens at a non-wearer's release; the score is the highest probability of the wearer from there to the
 * resolution, 2.0 s at most. Half open: no frame at or after the end of the window (chosen); closed on request.
 */
import { ENTRY_CAP_S } from './constants.js';
import type { SessionFrames } from './frames.js';
import type { Opportunity, Reading, Window } from './model.js';

export function entryWindow({ opens, end }: Opportunity, reading: Reading): Window {
  const horizon = opens + ENTRY_CAP_S;
  return { from: opens, to: Math.min(end, horizon), closed: reading === 'closed', horizon };
}

/** @param frames at least one. */
export function entryScore({ p }: SessionFrames, first: number, frames: number): number {
  let highest = 0;
  for (let i = first; i < first + frames; i++) highest = Math.max(highest, p[i] ?? 0);
  return highest;
}
