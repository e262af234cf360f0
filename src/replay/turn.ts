/** A turn of a recorded call as it is played again: whole milliseconds of the recording, since scenario files are written in them. */
import type { RecordedTurn } from '../analysis/turns.js';
import { samplesToMs, type Span } from '../time/position.js';
import { SHORTEST_HOLD_MS } from './constants.js';

export interface MsSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface SpokenSpan extends MsSpan {
  /** Empty where nobody wrote it down. */
  readonly text: string;
}

export interface ReplayTurn extends MsSpan {
  /** As the labels call it, or "t3" of one that was found. Hostile text. */
  readonly label: string;
  /** Spoken stretches in order; between them lie the pauses that the agent should wait through. Never empty. */
  readonly parts: readonly SpokenSpan[];
  /** Half-width of the 95% interval of its edges in the recording, ms. */
  readonly plusMinusMs: number;
}

const toMs = (span: Span): MsSpan => ({ fromMs: Math.round(samplesToMs(span.from)), toMs: Math.round(samplesToMs(span.to)) });

/**
 * @param given by labels: their pauses are kept as they are. Else a pause under 200 ms is no hold and belongs to the words.
 * @param textOf the words of a stretch
 */
export function replayTurn(turn: RecordedTurn, given: boolean, textOf: (span: MsSpan) => string): ReplayTurn | undefined {
  const parts: MsSpan[] = [];
  for (const part of turn.parts.map(toMs)) {
    const last = parts.at(-1);
    if (part.toMs <= part.fromMs) continue;
    if (last !== undefined && part.fromMs - last.toMs < (given ? 1 : SHORTEST_HOLD_MS))
      parts[parts.length - 1] = { ...last, toMs: part.toMs };
    else parts.push(part);
  }
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    label: turn.id,
    fromMs: first.fromMs,
    toMs: last.toMs,
    parts: parts.map((part) => ({ ...part, text: textOf(part) })),
    plusMinusMs: Math.round(10 * samplesToMs(turn.plusMinus)) / 10,
  };
}

/** How long the user waits after the agent's last speech before the next turn, ms: as in the recording. @param agent where it spoke. */
export function gapBefore(next: MsSpan, before: MsSpan, agent: readonly MsSpan[]): number {
  const spoken = agent
    .filter(({ fromMs, toMs: to }) => fromMs < next.fromMs && to > before.toMs)
    .map(({ toMs: to }) => Math.min(to, next.fromMs));
  return Math.max(0, next.fromMs - spoken.reduce((latest, to) => Math.max(latest, to), before.toMs));
}

export const agentSpans = (runs: readonly Span[]): MsSpan[] => runs.map(toMs);
