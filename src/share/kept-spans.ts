/** Which of a session's sound stays: kept turns with what the report plays around their events. */
import type { SessionScore } from '../score/model.js';
import { rigPos, samplesToMs, shift, type Span } from '../time/position.js';
import { MARGIN } from './model.js';

/**
 * From MARGIN.before before each kept turn to MARGIN.after behind its end, and the evidence of its windows, which has the same margin around
 * its event; joined where they touch, inside the session.
 *
 * @param turns ids of the kept turns, as the score has them
 */
export function keptSpans(score: Pick<SessionScore, 'turns' | 'windows' | 'span'>, turns: ReadonlySet<string>): Span[] {
  const around = score.turns.flatMap(({ turn, start, end }): Span[] =>
    turns.has(turn) ? [{ from: shift(start, -MARGIN.before), to: shift(end, MARGIN.after) }] : [],
  );
  const evidence = score.windows.flatMap((window): Span[] => (turns.has(window.turn) ? [window.evidence] : []));
  return joined([...around, ...evidence], score.span);
}

/** Sorted, none touches another, whole samples, nothing outside `within`. */
export function joined(spans: readonly Span[], within: Span): Span[] {
  const inside = spans
    .map(({ from, to }): Span => ({ from: rigPos(Math.max(from, within.from)), to: rigPos(Math.min(to, within.to)) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
  const found: Span[] = [];
  for (const span of inside) {
    const last = found.at(-1);
    if (last !== undefined && span.from <= last.to) found[found.length - 1] = { from: last.from, to: rigPos(Math.max(last.to, span.to)) };
    else found.push(span);
  }
  return found;
}

/** Whether all of a stretch is in one of the spans. */
export const holds = (spans: readonly Span[], from: number, to: number): boolean =>
  spans.some((span) => from >= span.from && to <= span.to);

export const soundMs = (spans: readonly Span[]): (readonly [number, number])[] =>
  spans.map(({ from, to }) => [samplesToMs(from), samplesToMs(to)]);
