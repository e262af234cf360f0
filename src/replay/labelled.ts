/** The user's turns of one labelled call as turns of its recording, and their words. */
import { joinWords } from '../calls/text.js';
import type { CallTables, TurnStatus } from '../calls/model.js';
import { LABEL_PLUS_MINUS } from '../analysis/constants.js';
import type { RecordedTurn } from '../analysis/turns.js';
import { msToSamples, rigPos, type RigPos } from '../time/position.js';
import type { MsSpan } from './turn.js';

export interface LabelledTurns {
  /** Complete ones, in order of time. */
  readonly turns: readonly RecordedTurn[];
  /** Turns that are not complete, by their status: where they end nobody can tell, so that they cannot be judged. */
  readonly left: Readonly<Partial<Record<TurnStatus, number>>>;
}

const position = (ms: number): RigPos => rigPos(msToSamples(ms));

export function labelledTurns(tables: CallTables, callId: string): LabelledTurns {
  const own = tables.turns.filter((turn) => turn.callId === callId);
  const left: Partial<Record<TurnStatus, number>> = {};
  const turns = own.flatMap(({ turnId, startMs, speechEndMs, status, at }): RecordedTurn[] => {
    if (status !== 'complete' || speechEndMs === undefined) {
      left[status] = (left[status] ?? 0) + 1;
      return [];
    }
    const holds = tables.spans
      .filter((span) => span.callId === callId && span.turnId === turnId && span.label === 'hold')
      .sort((a, b) => a.startMs - b.startMs);
    const starts = [startMs, ...holds.map(({ endMs }) => endMs)];
    const ends = [...holds.map(({ startMs: start }) => start), speechEndMs];
    const { file, line, column } = at('turn_id');
    return [
      {
        id: turnId,
        kind: 'respond',
        from: position(startMs),
        to: position(speechEndMs),
        parts: starts.map((start, i) => ({ from: position(start), to: position(ends[i] ?? speechEndMs) })),
        plusMinus: LABEL_PLUS_MINUS,
        noise: false,
        text: '',
        source: `${file}:${line}:${column}`,
      },
    ];
  });
  return { turns: turns.sort((a, b) => a.from - b.from), left };
}

/** The user's words of a stretch: of word times where there are any, else of the rows whose middle lies in it. */
export function wordsIn({ history, words }: CallTables, callId: string): (span: MsSpan) => string {
  const timed = words.filter((word) => word.callId === callId && word.role === 'user').map((one) => ({ ...one, text: one.word }));
  const rows = history.filter((row) => row.callId === callId && row.role === 'user').map((one) => ({ ...one, text: one.transcript }));
  const known = (timed.length > 0 ? timed : rows).sort((a, b) => a.startMs - b.startMs);
  return ({ fromMs, toMs }) => {
    const inside = known.filter(({ startMs, endMs }) => (startMs + endMs) / 2 >= fromMs && (startMs + endMs) / 2 < toMs);
    return joinWords(inside.map(({ text }) => text));
  };
}
