/** One policy's outcome in every turn: what intervals and paired differences are made of. */
import { EPS } from '../constants.js';
import type { ScoredSpans } from './scores.js';

/** Seconds; undefined threshold: silence alone (VAD). */
export interface Policy {
  readonly threshold: number | undefined;
  readonly actionDelay: number;
  readonly timeout: number;
}

/** Sums over the spans of one turn. */
export interface TurnOutcome {
  readonly id: string;
  readonly holds: number;
  readonly cutoffs: number;
  readonly eots: number;
  /** Sum over its ends of turn, seconds. */
  readonly latency: number;
}

/** By id in code points, as the spans are. */
export function outcomesByTurn(scored: ScoredSpans, { threshold, actionDelay, timeout }: Policy): TurnOutcome[] {
  const turns = new Map<string, { holds: number; cutoffs: number; eots: number; latency: number }>();
  scored.spans.label.forEach((label, span) => {
    const id = scored.spans.id[span] as string;
    let turn = turns.get(id);
    if (turn === undefined) turns.set(id, (turn = { holds: 0, cutoffs: 0, eots: 0, latency: 0 }));
    const act = threshold === undefined ? Infinity : Math.max(actionDelay, fireTime(scored, span, threshold));
    const duration = scored.spans.duration[span] as number;
    if (label === 'hold') {
      turn.holds++;
      if (duration > timeout + EPS || duration > act + EPS) turn.cutoffs++;
    } else if (label === 'eot') {
      turn.eots++;
      turn.latency += act <= timeout + EPS ? act : timeout;
    }
  });
  return [...turns].map(([id, sums]) => ({ id, ...sums }));
}

/** Seconds into the span; Infinity for never. */
export function fireTime({ begin, score, time }: ScoredSpans, span: number, threshold: number): number {
  const end = begin[span + 1] as number;
  for (let at = begin[span] as number; at < end; at++) if ((score[at] as number) > threshold) return time[at] as number;
  return Infinity;
}
