/** The span set: the pauses of a data set on which every model is asked, and their time grid (eot-bench.md, "Span set and grid"). */
import { TIME_SLACK } from './constants.js';
import { round6 } from './rounding.js';
import type { EotTurn, SpanLabel } from './turn.js';

/** A row of span_set.parquet. Times in seconds, to the microsecond. */
export interface SpanRow {
  readonly id: string;
  readonly language: string;
  /** Position in the turn's own list, before short ones are left out. */
  readonly spanIndex: number;
  readonly label: SpanLabel;
  readonly start: number;
  readonly end: number;
  readonly duration: number;
}

/** A span with its unrounded times, from which the grid is made. */
export interface KeptSpan {
  readonly spanIndex: number;
  readonly label: SpanLabel;
  readonly start: number;
  readonly end: number;
}

/** A moment at which a model is asked. */
export interface GridPoint {
  readonly timestamp: number;
  /** Silence so far: the rounded timestamp less the unrounded start, rounded; -0.000001 happens. */
  readonly silenceDur: number;
}

/** Spans that are long enough. The last of the list is the end of the turn; where it is too short the turn has none. */
export function keptSpans(turn: Pick<EotTurn, 'silenceSpans'>, minSilenceSpan: number): KeptSpan[] {
  const last = turn.silenceSpans.length - 1;
  return turn.silenceSpans.flatMap(({ start, end }, spanIndex) =>
    end - start < minSilenceSpan - TIME_SLACK
      ? []
      : [{ spanIndex, start, end, label: spanIndex === last ? ('eot' as const) : ('hold' as const) }],
  );
}

export function spanRows(turn: EotTurn, minSilenceSpan: number): SpanRow[] {
  return keptSpans(turn, minSilenceSpan).map(({ spanIndex, label, start, end }) => ({
    id: turn.id,
    language: turn.language,
    spanIndex,
    label,
    start: round6(start),
    end: round6(end),
    duration: round6(end - start),
  }));
}

/** Every `step` from the start on, and the end itself where the last step falls short of it. */
export function timeGrid(start: number, end: number, step: number): GridPoint[] {
  const whole = Math.max(0, Math.floor((end - start) / step + TIME_SLACK));
  const times = Array.from({ length: whole + 1 }, (_, i) => round6(start + i * step));
  if ((times.at(-1) ?? start) < end - TIME_SLACK) times.push(round6(end));
  return times.map((timestamp) => ({ timestamp, silenceDur: round6(timestamp - start) }));
}

/** How many rows a model will be asked for; counted before anything is decoded. */
export function gridSize(turn: EotTurn, minSilenceSpan: number, step: number): number {
  let count = 0;
  for (const { start, end } of keptSpans(turn, minSilenceSpan)) {
    const whole = Math.max(0, Math.floor((end - start) / step + TIME_SLACK));
    count += whole + 1 + (round6(start + whole * step) < end - TIME_SLACK ? 1 : 0);
  }
  return count;
}
