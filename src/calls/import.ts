/** Rows of an end-of-turn data set as labelled calls: turns and silences, in whole milliseconds of the call's recording. */
import type { LocalSpan } from './export.js';
import type { SilenceSpan, UserTurn } from './model.js';
import { readTurnId } from './turn-id.js';

/** What an export keeps beside its rows, by id, so that the way back is exact. */
export interface ExportedPlace {
  readonly cropStartMs: number;
  readonly padMs: number;
}

export interface DatasetTurn {
  readonly id: string;
  readonly silenceSpans: readonly LocalSpan[];
}

export interface Imported {
  readonly turn: Omit<UserTurn, 'at'>;
  readonly spans: readonly Omit<SilenceSpan, 'at'>[];
}

/** Who is said to have labelled them: the data set's own labels, seen by nobody here. */
const ANNOTATOR = 'imported';

/**
 * A row of another data set becomes a call of its own, its id the call's, that begins with the crop. The row tells no reasons: holds get
 * `mid_turn_pause`, ends `completed_turn`. Messages have no times, and become no history.
 *
 * @param place what the export kept; undefined of rows that are no export.
 */
export function importTurn({ id, silenceSpans }: DatasetTurn, place: ExportedPlace | undefined): Imported {
  const { callId, turnId } = readTurnId(id) ?? { callId: id, turnId: 'u001' };
  const { cropStartMs, padMs } = place ?? { cropStartMs: 0, padMs: 0 };
  const ms = (seconds: number): number => cropStartMs + Math.round(1000 * seconds);
  const last = silenceSpans.length - 1;
  const spans = silenceSpans.map(({ start, end }, i): Omit<SilenceSpan, 'at'> => ({
    callId,
    turnId,
    spanIndex: i,
    startMs: ms(start),
    endMs: ms(end) - (i === last ? padMs : 0),
    label: i === last ? 'eot' : 'hold',
    confidence: undefined,
    reason: i === last ? 'completed_turn' : 'mid_turn_pause',
    annotator: ANNOTATOR,
  }));
  const eot = spans[last];
  const turn: Omit<UserTurn, 'at'> = {
    callId,
    turnId,
    startMs: cropStartMs,
    speechEndMs: eot?.startMs,
    status: eot === undefined ? 'uncertain' : 'complete',
    annotator: ANNOTATOR,
  };
  return { turn, spans };
}
