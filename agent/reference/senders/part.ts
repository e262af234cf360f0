/** What a sender's process plays: a condition's script, or the reference agent that answers turns. */
import type { SenderSettings } from './condition.js';

export type Part =
  | { readonly kind: 'sender'; readonly settings: SenderSettings }
  /** Answers so long after what it heard, ms; every turn after another time between the two when they differ. */
  | { readonly kind: 'answer'; readonly fromMs: number; readonly toMs: number };
