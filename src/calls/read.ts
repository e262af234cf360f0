/** Files of labelled calls into rows (premature-reply.md, "Files"). Rules of one row are checked here, those between rows in rules/. */
import { readJsonl } from '../tabular/jsonl.js';
import {
  CONFIDENCES,
  LABEL_OF_REASON,
  MAY_REPLY_IN,
  REASONS,
  ROLES,
  SPAN_LABELS,
  STATUSES,
  TABLES,
  type AsrLine,
  type CallTables,
  type DecisionPoint,
  type HistoryRow,
  type Reason,
  type SilenceSpan,
  type TableName,
  type UserTurn,
  type WordTime,
} from './model.js';
import { exactly, MOST_MS, readTable, type Report, type TableRow } from './table.js';

/** A file, and its bytes. */
export interface CallFile {
  /** As the user named it. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

export type CallFiles = Partial<Record<TableName, CallFile>>;

export const HEADERS = {
  history: ['call_id', 'role', 'start_ms', 'end_ms', 'transcript'],
  points: ['call_id', 'decision_ms', 'user_text_at_decision', 'can_reply_now', 'confidence', 'reason', 'annotator'],
  turns: ['call_id', 'turn_id', 'start_ms', 'speech_end_ms', 'status', 'annotator'],
  spans: ['call_id', 'turn_id', 'span_index', 'start_ms', 'end_ms', 'label', 'confidence', 'reason', 'annotator'],
  words: ['call_id', 'role', 'start_ms', 'end_ms', 'word'],
} as const satisfies Partial<Record<TableName, readonly string[]>>;

/** Reads what there is of a data set. Every problem of every file is reported; rows with one are left out. */
export function readCalls(files: CallFiles, report: Report): CallTables {
  const broken = new Set<TableName>();
  const of =
    (name: TableName): Report =>
    (problem) => {
      broken.add(name);
      report(problem);
    };
  const table = <T>(name: keyof typeof HEADERS, row: (row: TableRow) => T | undefined): T[] => {
    const given = files[name];
    if (given === undefined) return [];
    return readTable(given.bytes, given.file, exactly(HEADERS[name]), HEADERS[name].join(','), of(name)).flatMap((one) => {
      const read = row(one);
      return read === undefined || one.wrongs > 0 ? [] : [read];
    });
  };
  const tables = {
    history: table('history', historyRow),
    points: table('points', pointRow),
    turns: table('turns', turnRow),
    spans: table('spans', spanRow),
    words: table('words', wordRow),
    asrLog: files.asrLog === undefined ? [] : asrLines(files.asrLog, of('asrLog')),
  };
  const has = (Object.keys(TABLES) as TableName[]).filter((name) => files[name] !== undefined);
  return { ...tables, has: new Set(has), whole: new Set(has.filter((name) => !broken.has(name))) };
}

/** 0 <= start < end. */
function stretch(row: TableRow): { readonly startMs: number; readonly endMs: number } {
  const before = row.wrongs;
  const [startMs, endMs] = [row.ms('start_ms'), row.ms('end_ms')];
  if (row.wrongs === before && endMs <= startMs) row.wrong('end_ms', `end_ms ${endMs} must lie after start_ms ${startMs}`);
  return { startMs, endMs };
}

function historyRow(row: TableRow): HistoryRow | undefined {
  const [callId, role, times] = [row.name('call_id'), row.oneOf('role', ROLES), stretch(row)];
  return role && { callId, role, ...times, transcript: row.raw('transcript'), at: row.at };
}

function wordRow(row: TableRow): WordTime | undefined {
  const [callId, role, times, word] = [row.name('call_id'), row.oneOf('role', ROLES), stretch(row), row.name('word')];
  return role && { callId, role, ...times, word, at: row.at };
}

const LABELS = { '0': false, '1': true, '': undefined } as const;
const written = (label: boolean | undefined): string => (label === undefined ? 'empty' : label ? '1' : '0');

function pointRow(row: TableRow): DecisionPoint | undefined {
  const [callId, decisionMs] = [row.name('call_id'), row.ms('decision_ms')];
  const label = row.raw('can_reply_now');
  if (!isLabel(label)) row.wrong('can_reply_now', `can_reply_now must be 1, 0 or empty, not ${JSON.stringify(label.slice(0, 20))}`);
  const [confidence, reason] = [row.oneOfOrEmpty('confidence', CONFIDENCES), reasonOf(row, label)];
  const annotator = row.name('annotator');
  if (!isLabel(label)) return undefined;
  const canReply = LABELS[label];
  if (reason !== undefined && LABEL_OF_REASON[reason] !== canReply)
    row.wrong('can_reply_now', `can_reply_now is ${written(canReply)}, and the reason ${reason} says ${written(LABEL_OF_REASON[reason])}`);
  return { callId, decisionMs, userText: row.raw('user_text_at_decision'), canReply, confidence, reason, annotator, at: row.at };
}

const isLabel = (label: string): label is keyof typeof LABELS => Object.hasOwn(LABELS, label);

function turnRow(row: TableRow): UserTurn | undefined {
  const [callId, turnId] = [row.name('call_id'), row.name('turn_id')];
  const before = row.wrongs;
  const startMs = row.ms('start_ms');
  const speechEndMs = row.ms('speech_end_ms', 'not-known');
  if (row.wrongs === before && speechEndMs !== undefined && speechEndMs <= startMs)
    row.wrong('speech_end_ms', `speech_end_ms ${speechEndMs} must lie after start_ms ${startMs}`);
  const [status, annotator] = [row.oneOf('status', STATUSES), row.name('annotator')];
  if (status === 'complete' && speechEndMs === undefined)
    row.wrong('speech_end_ms', 'speech_end_ms is empty, and the turn is complete', 'Only other turns may leave it empty.');
  return status && { callId, turnId, startMs, speechEndMs, status, annotator, at: row.at };
}

function spanRow(row: TableRow): SilenceSpan | undefined {
  const [callId, turnId] = [row.name('call_id'), row.name('turn_id')];
  const number = row.raw('span_index');
  if (!/^\d{1,6}$/.test(number))
    row.wrong('span_index', `span_index must be a whole number from 0, not ${JSON.stringify(number.slice(0, 20))}`);
  const times = stretch(row);
  const before = row.wrongs;
  const [label, reason] = [row.oneOfOrEmpty('label', SPAN_LABELS), reasonOf(row, row.raw('label'))];
  const confidence = row.oneOfOrEmpty('confidence', CONFIDENCES);
  if (row.wrongs === before && reason !== undefined && LABEL_OF_REASON[reason] !== (label && MAY_REPLY_IN[label])) {
    const says = LABEL_OF_REASON[reason];
    row.wrong(
      'label',
      `the label is ${label ?? 'empty'}, and the reason ${reason} says ${says === undefined ? 'empty' : says ? 'eot' : 'hold'}`,
    );
  }
  return { callId, turnId, spanIndex: Number(number), ...times, label, confidence, reason, annotator: row.name('annotator'), at: row.at };
}

/** What nobody has looked at yet has no label and no reason; what has a label has a reason. */
function reasonOf(row: TableRow, label: string): Reason | undefined {
  return label === '' ? row.oneOfOrEmpty('reason', REASONS) : row.oneOf('reason', REASONS);
}

function asrLines({ bytes, file }: CallFile, report: Report): AsrLine[] {
  let wrong = 0;
  const rows = readJsonl(bytes, file, (problem) => {
    wrong++;
    report(problem);
  });
  return rows.flatMap((row): AsrLine[] => {
    const before = wrong;
    const ms = (key: string): number => {
      const value = row.number(key);
      if (value !== undefined && !(Number.isInteger(value) && value >= 0 && value <= MOST_MS))
        row.wrong(key, `must be whole milliseconds from 0 to ${MOST_MS}`);
      return value ?? 0;
    };
    const [callId, atMs, role] = [row.string('call_id') ?? '', ms('at_ms'), ROLES.find((one) => one === row.get('role'))];
    if (role === undefined) row.wrong('role', `must be one of ${ROLES.join(', ')}`);
    const text = row.get('text');
    if (typeof text !== 'string') row.wrong('text', 'must be a text');
    const final = row.boolean('final');
    const replaces = row.has('replaces') ? ms('replaces') : undefined;
    if (wrong > before || role === undefined || typeof text !== 'string' || final === undefined) return [];
    return [{ callId, atMs, role, text, final, replaces, at: () => ({ file, line: row.line, column: 1 }) }];
  });
}
