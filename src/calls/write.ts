/** Rows back into files (premature-reply.md, "Files"): the fixed header, standard quoting, UTF-8 without a byte order mark, LF. */
import { csvLine, type CsvValue } from '../tabular/csv.js';
import type { DecisionPoint, HistoryRow, SilenceSpan, UserTurn, WordTime } from './model.js';
import { HEADERS } from './read.js';

type Written<T> = Omit<T, 'at'>;

const file = <T>(header: readonly string[], rows: readonly T[], cells: (row: T) => readonly CsvValue[]): string =>
  [header, ...rows.map(cells)].map(csvLine).join('');

export const historyCsv = (rows: readonly Written<HistoryRow>[]): string =>
  file(HEADERS.history, rows, ({ callId, role, startMs, endMs, transcript }) => [callId, role, startMs, endMs, transcript]);

export const pointsCsv = (rows: readonly Written<DecisionPoint>[]): string =>
  file(HEADERS.points, rows, ({ callId, decisionMs, userText, canReply, confidence, reason, annotator }) => [
    callId,
    decisionMs,
    userText,
    canReply === undefined ? '' : Number(canReply),
    confidence,
    reason,
    annotator,
  ]);

export const turnsCsv = (rows: readonly Written<UserTurn>[]): string =>
  file(HEADERS.turns, rows, ({ callId, turnId, startMs, speechEndMs, status, annotator }) => [
    callId,
    turnId,
    startMs,
    speechEndMs,
    status,
    annotator,
  ]);

export const spansCsv = (rows: readonly Written<SilenceSpan>[]): string =>
  file(HEADERS.spans, rows, ({ callId, turnId, spanIndex, startMs, endMs, label, confidence, reason, annotator }) => [
    callId,
    turnId,
    spanIndex,
    startMs,
    endMs,
    label,
    confidence,
    reason,
    annotator,
  ]);

export const wordsCsv = (rows: readonly Written<WordTime>[]): string =>
  file(HEADERS.words, rows, ({ callId, role, startMs, endMs, word }) => [callId, role, startMs, endMs, word]);
