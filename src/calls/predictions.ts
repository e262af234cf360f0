/**
 * What a model said at positions of calls: CSV or JSON lines with call_id, decision_ms and allow or score (premature-reply.md, "Point metrics").
 * More columns may stand beside them; the labels are never read from here.
 */
import { showValue, type Problem } from '../scenario/problem.js';
import { readJsonl } from '../tabular/jsonl.js';
import type { Place } from './model.js';
import { MOST_MS, readTable, type HeaderRule } from './table.js';

export interface Prediction {
  readonly callId: string;
  readonly decisionMs: number;
  /** Whether the model lets the bot reply; undefined where it gives a score only. */
  readonly allow: boolean | undefined;
  /** 0 to 1: how sure it is that the user has ended; undefined where it says yes or no only. */
  readonly score: number | undefined;
  readonly at: Place;
}

type Report = (problem: Problem) => void;

const NAMES = ['call_id', 'decision_ms', 'allow', 'score'] as const;
type Name = (typeof NAMES)[number];
const ALLOW: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
  [true, true],
  [false, false],
]);

/** Reads a file by its name: `.jsonl` as JSON lines, else as CSV. Problems are reported, rows with one left out. */
export function readPredictions(bytes: Uint8Array, file: string, report: Report): Prediction[] {
  const seen = new Map<string, Place>();
  const take = (cell: (name: Name) => unknown, at: (name: Name) => Place): Prediction[] => {
    const wrong = (name: Name, message: string): void => {
      report({ ...at(name), path: '', value: undefined, message, hint: '' });
    };
    const found = checked(cell, wrong);
    if (found === undefined) return [];
    const key = JSON.stringify([found.callId, found.decisionMs]);
    const before = seen.get(key);
    if (before !== undefined) {
      wrong('decision_ms', `${found.callId} at ${found.decisionMs} ms stands in line ${before.line} already`);
      return [];
    }
    seen.set(key, at('decision_ms'));
    return [{ ...found, at: at('decision_ms') }];
  };
  if (file.toLowerCase().endsWith('.jsonl'))
    return readJsonl(bytes, file, report).flatMap((row) => take((name) => row.get(name), (name) => row.problem(name, ''))); // prettier-ignore
  return readTable(bytes, file, header, 'call_id,decision_ms,score', report).flatMap((row) => take((name) => (row.has(name) ? row.raw(name) : undefined), row.at)); // prettier-ignore
}

type Checked = Omit<Prediction, 'at'>;

function checked(cell: (name: Name) => unknown, wrong: (name: Name, message: string) => void): Checked | undefined {
  let wrongs = 0;
  const refuse = (name: Name, message: string): void => {
    wrongs++;
    wrong(name, message);
  };
  const callId = cell('call_id');
  if (typeof callId !== 'string' || callId.trim() === '') refuse('call_id', 'call_id must be a text');
  const decision = cell('decision_ms');
  const decisionMs = typeof decision === 'string' && !/^\d+$/.test(decision) ? NaN : numberOf(decision);
  if (!Number.isInteger(decisionMs) || decisionMs < 0 || decisionMs > MOST_MS)
    refuse('decision_ms', `decision_ms must be whole milliseconds from 0, not ${showValue(cell('decision_ms'))}`);
  const [said, scored] = [cell('allow'), cell('score')];
  const allow = empty(said) ? undefined : ALLOW.get(said);
  if (!empty(said) && allow === undefined) refuse('allow', `allow must be 1 or 0, not ${showValue(said)}`);
  const score = empty(scored) ? undefined : numberOf(scored);
  if (score !== undefined && !(score >= 0 && score <= 1)) refuse('score', `score must be a number from 0 to 1, not ${showValue(scored)}`);
  if (empty(said) && empty(scored)) refuse('call_id', 'the prediction has neither allow nor score');
  return wrongs === 0 && typeof callId === 'string' ? { callId, decisionMs, allow, score } : undefined;
}

const empty = (value: unknown): boolean => value === undefined || value === null || value === '';

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^[-+.\deE]+$/.test(value) ? Number(value) : NaN;
}

/** The columns by their names wherever they stand, others beside them. */
const header: HeaderRule = (cells, wrong) => {
  const missing = (['call_id', 'decision_ms'] as const).filter((name) => !cells.includes(name));
  const there = `The columns are ${showValue(cells.join(','))}.`;
  for (const name of missing) wrong(undefined, `the column ${name} is missing`, there);
  const decides = cells.includes('allow') || cells.includes('score');
  if (!decides) wrong(undefined, 'there is neither a column allow nor a column score', there);
  const twice = cells.findIndex((name, i) => NAMES.some((known) => known === name) && cells.indexOf(name) < i);
  if (twice !== -1) wrong(twice, `the column ${cells[twice] ?? ''} stands here twice`, there);
  return missing.length === 0 && decides && twice === -1 ? cells : undefined;
};
