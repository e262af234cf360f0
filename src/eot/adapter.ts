/** What a model under test has to be (eot-bench.md, "Adapters"). Any module that exports one of these can be given to --adapter. */
import { TIME_SLACK } from './constants.js';
import { EotError } from './error.js';
import { keptSpans, timeGrid } from './spans.js';
import type { DecodedAudio, EotTurn, Message, SpanLabel } from './turn.js';

export interface AdapterFacts {
  readonly adapterId: string;
  /** Seconds into a pause at which its score counts; without it the first crossing of a threshold does. */
  readonly scorePoint?: number | undefined;
  readonly displayName?: string | undefined;
  /** It wants no more of the past than this. */
  readonly maxAudioSec?: number | undefined;
  /** All languages without it. */
  supportsLanguage?(language: string): boolean;
  /** Called once after the last prediction, also when something failed. */
  close?(): Promise<void> | void;
}

/** One question: the sound and the messages until now. `audio.samples` is a view, not to be written to. */
export interface BatchItem {
  readonly language: string;
  readonly audio: DecodedAudio;
  readonly messages: readonly Message[];
}

export interface BatchAdapter extends AdapterFacts {
  /** One probability an item, in order; NaN for "no score". */
  predictBatch(items: readonly BatchItem[]): Promise<readonly number[]> | readonly number[];
}

/** A score that came at a moment of the stream; `p` holds until the next one of the same pause. */
export interface ScoreEvent {
  /** Seconds of the turn's audio. */
  readonly timestamp: number;
  readonly p: number;
  /** Anything else the provider sent, for events.parquet: flat values. */
  readonly more?: Readonly<Record<string, string | number | boolean>> | undefined;
}

export interface TurnRow extends Pick<EotTurn, 'id' | 'language' | 'messages' | 'words' | 'silenceSpans'> {
  readonly audio: DecodedAudio;
}

export type TurnAnswer = { readonly events: readonly ScoreEvent[] } | { readonly skipped: string };

export interface StreamingAdapter extends AdapterFacts {
  /** Turns at once. */
  readonly concurrency?: number | undefined;
  predictTurn(row: TurnRow, options: { readonly inferenceInterval: number; readonly signal: AbortSignal }): Promise<TurnAnswer>;
}

export const isBatch = (adapter: AdapterFacts): adapter is BatchAdapter =>
  'predictBatch' in adapter && typeof adapter.predictBatch === 'function';
export const isStreaming = (adapter: AdapterFacts): adapter is StreamingAdapter =>
  'predictTurn' in adapter && typeof adapter.predictTurn === 'function';

/** A row of predictions.parquet. `pEot` NaN: no score. */
export interface Prediction {
  readonly spanIndex: number;
  readonly timestamp: number;
  readonly silenceDur: number;
  readonly pEot: number;
  readonly label: SpanLabel;
}

/** A probability, or NaN for none. @throws EotError that names the question */
export function checkedScore(value: unknown, id: string, spanIndex: number, timestamp: number): number {
  if (value === null || (typeof value === 'number' && Number.isNaN(value))) return Number.NaN;
  if (typeof value !== 'number' || value < 0 || value > 1)
    throw new EotError(
      `the adapter gave ${value === undefined ? 'nothing' : JSON.stringify(value)} for turn '${id}', span ${spanIndex} at ${timestamp} s: a probability is 0 to 1`,
    );
  return value;
}

/**
 * Scores on the grid from a stream of events: within each span the last event at or before each time, 0 before the first one. Every span
 * starts afresh (eot-bench.md, "Streaming events").
 */
export function scoresFromEvents(
  turn: Pick<EotTurn, 'id' | 'silenceSpans'>,
  events: readonly ScoreEvent[],
  grid: { readonly step: number; readonly minSilenceSpan: number },
): Prediction[] {
  const ordered = events.toSorted((a, b) => a.timestamp - b.timestamp);
  return keptSpans(turn, grid.minSilenceSpan).flatMap(({ spanIndex, label, start, end }) => {
    const inside = ordered.filter(({ timestamp }) => timestamp >= start - TIME_SLACK && timestamp <= end + TIME_SLACK);
    let [next, p] = [0, 0];
    return timeGrid(start, end, grid.step).map(({ timestamp, silenceDur }) => {
      for (let event = inside[next]; event !== undefined && event.timestamp <= timestamp + TIME_SLACK; event = inside[++next]) p = event.p;
      return { spanIndex, timestamp, silenceDur, label, pEot: checkedScore(p, turn.id, spanIndex, timestamp) };
    });
  });
}
