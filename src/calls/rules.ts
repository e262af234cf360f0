/**
 * Rules between rows and between files (premature-reply.md, "Validation"). Every breach is told where it stands; nothing is mended.
 */
import type { Problem } from '../scenario/problem.js';
import { groupBy } from '../tabular/group-by.js';
import { joinPoints, spansByCall } from './join.js';
import {
  MAY_REPLY_IN,
  turnKey,
  type AsrLine,
  type CallTables,
  type DecisionPoint,
  type PlaceOf,
  type SilenceSpan,
  type UserTurn,
} from './model.js';
import type { Report } from './table.js';

/** Length of a call's recording, ms; undefined where nobody knows it. */
export type LengthOf = (callId: string) => number | undefined;

/** Reports every rule that is broken. */
export function checkCalls(tables: CallTables, report: Report, lengthOf: LengthOf = () => undefined): void {
  const rules = new Rules(report);
  rules.insideRecordings(tables, lengthOf);
  rules.pointsOnce(tables.points);
  rules.turnsOnce(tables.turns);
  rules.noOverlap(tables.spans);
  rules.pointsAgree(tables);
  rules.logReplaces(tables.asrLog);
  if (tables.whole.has('spans')) rules.spansInOrder(tables.spans);
  if (tables.whole.has('spans') && tables.whole.has('turns')) {
    rules.spansOfTurns(tables);
    rules.completeTurns(tables);
  }
}

const place = ({ file, line }: { readonly file: string; readonly line: number }): string => `${file}:${line}`;

class Rules {
  constructor(private readonly report: Report) {}

  #wrong(at: PlaceOf, column: string, message: string, hint = ''): void {
    const problem: Problem = { ...at(column), path: '', value: undefined, message, hint };
    this.report(problem);
  }

  /** Nothing lies past the recording's end. */
  insideRecordings(tables: CallTables, lengthOf: LengthOf): void {
    const check = (row: { readonly callId: string; readonly at: PlaceOf }, column: string, ms: number | undefined): void => {
      const length = lengthOf(row.callId);
      if (length !== undefined && ms !== undefined && ms > length)
        this.#wrong(row.at, column, `${column} ${ms} lies past the end of the recording of ${row.callId}, ${length} ms`);
    };
    for (const row of [...tables.history, ...tables.words, ...tables.spans]) check(row, 'end_ms', row.endMs);
    for (const row of tables.points) check(row, 'decision_ms', row.decisionMs);
    for (const row of tables.asrLog) check(row, 'at_ms', row.atMs);
    for (const row of tables.turns)
      check(row, row.speechEndMs === undefined ? 'start_ms' : 'speech_end_ms', row.speechEndMs ?? row.startMs);
  }

  /** call_id and decision_ms are unique. */
  pointsOnce(points: readonly DecisionPoint[]): void {
    const seen = new Map<string, DecisionPoint>();
    for (const point of points) {
      const key = JSON.stringify([point.callId, point.decisionMs]);
      const before = seen.get(key);
      if (before === undefined) seen.set(key, point);
      else
        this.#wrong(
          point.at,
          'decision_ms',
          `${point.callId} at ${point.decisionMs} ms stands in ${place(before.at('decision_ms'))} already`,
          'One row a point; a file of its own for each annotator.',
        );
    }
  }

  turnsOnce(turns: readonly UserTurn[]): void {
    const seen = new Map<string, UserTurn>();
    for (const turn of turns) {
      const before = seen.get(turnKey(turn));
      if (before === undefined) seen.set(turnKey(turn), turn);
      else this.#wrong(turn.at, 'turn_id', `the turn ${turn.turnId} of ${turn.callId} stands in ${place(before.at('turn_id'))} already`);
    }
  }

  /** Each span belongs to a turn. */
  spansOfTurns({ turns, spans }: CallTables): void {
    const known = new Set(turns.map(turnKey));
    for (const [key, [first]] of groupBy(spans, turnKey)) {
      if (first !== undefined && !known.has(key))
        this.#wrong(first.at, 'turn_id', `the call ${first.callId} has no turn ${first.turnId} in user_turns.csv`);
    }
  }

  /** Numbers count from 0 without a gap, in time order. */
  spansInOrder(spans: readonly SilenceSpan[]): void {
    for (const own of groupBy(spans, turnKey).values()) {
      for (const [i, span] of own.entries()) {
        const before = own[i - 1];
        if (span.spanIndex !== i)
          this.#wrong(span.at, 'span_index', `span_index is ${span.spanIndex}, and ${i} is next in the turn ${span.turnId}`);
        else if (before !== undefined && span.startMs < before.startMs) {
          const message = `the span begins before the one in front of it (${before.startMs} ms)`;
          this.#wrong(span.at, 'start_ms', message, 'Spans of a turn stand in time order.');
        }
      }
    }
  }

  /** What a line takes the place of was said before it, by the same role. */
  logReplaces(lines: readonly AsrLine[]): void {
    const said = new Map<string, number>();
    const keyOf = (line: AsrLine, atMs: number): string => JSON.stringify([line.callId, line.role, atMs]);
    for (const line of lines) said.set(keyOf(line, line.atMs), line.atMs);
    for (const line of lines) {
      if (line.replaces === undefined) continue;
      const old = said.get(keyOf(line, line.replaces));
      if (old === undefined || old >= line.atMs)
        this.#wrong(
          line.at,
          'replaces',
          `replaces is ${line.replaces}, and the ${line.role} said nothing before at that time`,
          'It is the at_ms of an earlier line.',
        );
    }
  }

  /** No two confirmed spans of a call overlap. */
  noOverlap(spans: readonly SilenceSpan[]): void {
    for (const own of spansByCall(spans.filter(({ label }) => label !== undefined)).values()) {
      let last = own[0];
      for (const span of own.slice(1)) {
        if (last !== undefined && span.startMs < last.endMs)
          this.#wrong(span.at, 'start_ms', `the span overlaps the one of ${place(last.at('start_ms'))}, which ends at ${last.endMs} ms`);
        if (last === undefined || span.endMs > last.endMs) last = span;
      }
    }
  }

  /** All spans labelled and after the turn's start, holds before speech_end_ms, one eot, the last, that starts exactly there. */
  completeTurns({ turns, spans }: CallTables): void {
    const byTurn = groupBy(spans, turnKey);
    for (const turn of turns) {
      const own = byTurn.get(turnKey(turn)) ?? [];
      if (turn.status !== 'complete') continue;
      for (const span of own) this.#spanInTurn(span, turn);
      const ends = own.filter(({ label }) => label === 'eot');
      const [end, second] = ends;
      if (end === undefined) {
        const hint = own.length === 0 ? 'It has no span in silence_spans.csv.' : 'The last span of a complete turn is its eot.';
        this.#wrong(turn.at, 'status', `the turn ${turn.turnId} is complete and has no eot`, hint);
        continue;
      }
      if (second !== undefined) this.#wrong(second.at, 'label', `the turn ${turn.turnId} has a second eot`, 'Only the last span is one.');
      else if (own.at(-1) !== end) this.#wrong(end.at, 'label', `the eot of the turn ${turn.turnId} is not its last span`);
      if (end.startMs !== turn.speechEndMs)
        this.#wrong(
          end.at,
          'start_ms',
          `the eot starts at ${end.startMs} ms, and the turn's speech ends at ${turn.speechEndMs} ms`,
          'They are equal.',
        );
    }
  }

  #spanInTurn(span: SilenceSpan, turn: UserTurn): void {
    if (span.startMs <= turn.startMs)
      this.#wrong(span.at, 'start_ms', `the span starts at ${span.startMs} ms, not after its turn does (${turn.startMs} ms)`);
    if (span.label === undefined)
      this.#wrong(
        span.at,
        'label',
        `the span has no label, and the turn ${turn.turnId} is complete`,
        'A turn is complete when all its spans are labelled.',
      );
    if (span.label === 'hold' && turn.speechEndMs !== undefined && span.endMs > turn.speechEndMs)
      this.#wrong(span.at, 'end_ms', `the hold ends at ${span.endMs} ms, after the turn's speech (${turn.speechEndMs} ms)`);
  }

  /** A point and its one span say the same; who is wrong is for people to find out. */
  pointsAgree({ points, spans }: CallTables): void {
    for (const { point, span } of joinPoints(points, spans)) {
      if (span === undefined) continue;
      const wanted = span.label === undefined ? undefined : MAY_REPLY_IN[span.label];
      if (point.canReply !== wanted)
        this.#wrong(
          point.at,
          'can_reply_now',
          `the point says ${said(point.canReply)}, and its span in ${place(span.at('label'))} is ${span.label ?? 'without a label'}`,
          'Look at the recording again and correct the one that is wrong.',
        );
    }
  }
}

const said = (label: boolean | undefined): string => (label === undefined ? 'nothing' : label ? '1 (may reply)' : '0 (may not)');
