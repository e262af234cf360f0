/**
 * Complete turns as rows of an end-of-turn data set (premature-reply.md, "Export to an eot-bench data set"): the user's channel alone, from the turn's
 * first sound to the end of the silence behind it, times in seconds from there.
 */
import type { Companion } from './companion.js';
import { groupBy } from '../tabular/group-by.js';
import { Texts, type Message } from './history.js';
import { turnKey, type CallTables, type SilenceSpan, type UserTurn } from './model.js';
import { turnId } from './turn-id.js';

/** Silence after which models are scored, ms (the example of the source). */
export const SCORE_POINT_MS = 200;

/** What becomes of a turn whose silence ends before the score point. */
export const TAIL_RULES = ['drop', 'pad'] as const;
export type TailRule = (typeof TAIL_RULES)[number];

export interface ExportOptions {
  readonly scorePointMs: number;
  /** `pad`: silence is added behind such a turn up to the score point. Never to a hold, and the end of speech stays where it is. */
  readonly tail: TailRule;
}

export interface LocalSpan {
  /** Seconds from the crop's start. */
  readonly start: number;
  readonly end: number;
}

/** One row, and where its sound is in the call's recording. */
export interface ExportedTurn {
  readonly id: string;
  readonly callId: string;
  readonly language: string;
  readonly cropStartMs: number;
  readonly cropEndMs: number;
  /** Digital silence behind the crop. */
  readonly padMs: number;
  /** The last one is the end of the turn. */
  readonly silenceSpans: readonly LocalSpan[];
  /** The dialogue before the turn. */
  readonly messages: readonly Message[];
  /** Only where words.csv has times. */
  readonly words: readonly (LocalSpan & { readonly text: string })[];
}

export type ExportExclusion =
  | 'turn is uncertain'
  | 'turn is audio_issue'
  | 'turn is interrupted_unclear'
  | 'turn is draft'
  | 'no recording of the call'
  | 'no eot of the turn'
  | 'the agent speaks at once'
  | 'silence shorter than the score point';

export interface Export {
  readonly turns: readonly ExportedTurn[];
  readonly excluded: ReadonlyMap<ExportExclusion, number>;
}

/** @param tables checked; of a turn with problems nothing is promised. */
export function exportTurns(tables: CallTables, companion: Companion, options: ExportOptions): Export {
  const texts = new Texts(tables);
  const spans = groupBy(tables.spans, turnKey);
  const excluded = new Map<ExportExclusion, number>();
  const turns = tables.turns.flatMap((turn): ExportedTurn[] => {
    const made = exported(turn, spans.get(turnKey(turn)) ?? [], tables, companion, options, texts);
    if (typeof made !== 'string') return [made];
    excluded.set(made, (excluded.get(made) ?? 0) + 1);
    return [];
  });
  return { turns, excluded };
}

function exported(
  turn: UserTurn,
  spans: readonly SilenceSpan[],
  tables: CallTables,
  companion: Companion,
  { scorePointMs, tail }: ExportOptions,
  texts: Texts,
): ExportedTurn | ExportExclusion {
  if (turn.status !== 'complete') return `turn is ${turn.status}`;
  const call = companion.calls.get(turn.callId);
  if (call?.recording === undefined) return 'no recording of the call';
  const eot = spans.at(-1);
  if (eot?.label !== 'eot') return 'no eot of the turn';
  const end = Math.min(eot.endMs, agentFrom(turn, eot, tables));
  if (end <= eot.startMs) return 'the agent speaks at once';
  const short = Math.max(0, scorePointMs - (end - eot.startMs));
  if (short > 0 && tail === 'drop') return 'silence shorter than the score point';
  const local = (ms: number): number => (ms - turn.startMs) / 1000;
  const { messages } = texts.at({ callId: turn.callId, decisionMs: turn.startMs, userText: '' }, { mode: 'offline' });
  return {
    id: turnId(turn.callId, turn.turnId),
    callId: turn.callId,
    language: call.language,
    cropStartMs: turn.startMs,
    cropEndMs: end,
    padMs: short,
    silenceSpans: spans.map((span) => ({ start: local(span.startMs), end: local(span === eot ? end + short : span.endMs) })),
    messages,
    words: tables.words
      .filter(({ callId, role, startMs, endMs }) => callId === turn.callId && role === 'user' && startMs >= turn.startMs && endMs <= end)
      .map(({ word, startMs, endMs }) => ({ text: word, start: local(startMs), end: local(endMs) })),
  };
}

/** When the agent is heard next in the silence behind a turn: nothing from there on is the user's silence. */
function agentFrom({ callId }: UserTurn, eot: SilenceSpan, { history }: CallTables): number {
  return history
    .filter((row) => row.callId === callId && row.role === 'agent' && row.endMs > eot.startMs)
    .reduce((first, { startMs }) => Math.min(first, startMs), Infinity);
}
