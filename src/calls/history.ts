/**
 * What a model may know at a decision point: the dialogue before it and the user's words so far, and nothing from the future
 * (premature-reply.md, "Text and history at a decision point").
 */
import { TurnrigError } from '../error.js';
import { groupBy } from '../tabular/group-by.js';
import { TABLES, type AsrLine, type CallTables, type HistoryRow, type Role, type UserTurn, type WordTime } from './model.js';
import { bare, joinWords } from './text.js';

/** Lag of the transcript in `fixed_lag`, ms (premature-reply.md; eot-bench's batch inputs). */
export const FIXED_LAG_MS = 500;

export const TEXT_MODES = ['offline', 'fixed_lag', 'asr_log'] as const;
export type TextMode = (typeof TEXT_MODES)[number];

export interface TextOptions {
  readonly mode: TextMode;
  /** Of `fixed_lag`. */
  readonly lagMs?: number;
}

/** A stretch of the dialogue that was known. */
export interface KnownRow {
  readonly role: Role;
  /** Where the speech began, ms; of asr_log when the recognition said it. */
  readonly startMs: number;
  readonly text: string;
}

export interface Message {
  readonly role: 'assistant' | 'user';
  readonly content: string;
}

/** The text input of one decision. */
export interface TextAt {
  readonly mode: TextMode;
  /** Of `fixed_lag` without words of the call: whole stretches of speech come late, which is not how words come. */
  readonly approximation: 'segments' | undefined;
  readonly lagMs: number | undefined;
  /** All that was known of the dialogue, the user's words of this turn among it. */
  readonly history: readonly KnownRow[];
  /** What the user had said in this turn. */
  readonly current: string;
  /** The history without the current words, and these once, last. */
  readonly messages: readonly Message[];
}

/** A decision, with the text that stands in the labels where there is one. */
export interface TextQuestion {
  readonly callId: string;
  readonly decisionMs: number;
  /** user_text_at_decision; only `offline` may look at it. */
  readonly userText?: string;
}

/** Answers for one data set; the tables are put in order once. */
export class Texts {
  readonly #history: Map<string, readonly HistoryRow[]>;
  readonly #words: Map<string, readonly WordTime[]>;
  readonly #log: Map<string, readonly AsrLine[]>;
  readonly #turns: Map<string, readonly UserTurn[]>;

  constructor(tables: CallTables) {
    // A stable sort: ties stay in the order of the file.
    this.#history = sorted(tables.history, ({ startMs }) => startMs);
    this.#words = sorted(tables.words, ({ startMs }) => startMs);
    this.#log = sorted(tables.asrLog, ({ atMs }) => atMs);
    this.#turns = sorted(tables.turns, ({ startMs }) => startMs);
  }

  /** @throws TurnrigError `input` for `asr_log` without a log of the call. */
  at(question: TextQuestion, { mode, lagMs = FIXED_LAG_MS }: TextOptions): TextAt {
    if (mode === 'asr_log' && !this.#log.has(question.callId))
      throw new TurnrigError('input', `the text mode asr_log wants ${TABLES.asrLog}, and it has nothing of the call ${question.callId}`, {
        hint: `Use --text offline, or --text fixed_lag with ${TABLES.words}.`,
      });
    const words = mode === 'fixed_lag' && this.#words.has(question.callId);
    const known =
      mode === 'asr_log'
        ? this.#logged(question)
        : words
          ? this.#spoken(question, lagMs)
          : this.#rows(question, mode === 'offline' ? 0 : lagMs);
    const turn = this.#turnAt(question.callId, question.decisionMs + 1);
    const own = turn === -1 ? trailing(known) : known.map((row) => row.role === 'user' && row.turn === turn);
    // Without a text of the labels (a point of a grid has none) the user's words so far are what is known of this turn.
    const given = mode === 'offline' ? question.userText : undefined;
    const current = given ?? joinWords(known.filter((_, i) => own[i]).map(({ text }) => text));
    const left = given !== undefined && turn === -1 ? known.map((_, i) => i >= prefixFrom(known, given)) : own;
    const before = known
      // A stretch without a transcript (of a draft) tells who spoke when, and has nothing to say.
      .filter(({ text }, i) => !left[i] && text !== '')
      .map(({ role, text }): Message => ({ role: role === 'agent' ? 'assistant' : 'user', content: text }));
    return {
      mode,
      approximation: mode === 'fixed_lag' && !words ? 'segments' : undefined,
      lagMs: mode === 'fixed_lag' ? lagMs : undefined,
      history: known.map(({ role, startMs, text }) => ({ role, startMs, text })),
      current,
      messages: current === '' ? before : [...before, { role: 'user', content: current }],
    };
  }

  /** Rows that have ended; one that straddles the point is not in it. */
  #rows({ callId, decisionMs }: TextQuestion, lagMs: number): Known[] {
    return (this.#history.get(callId) ?? [])
      .filter(({ endMs }) => endMs <= decisionMs - lagMs)
      .map(({ role, startMs, endMs, transcript }) => ({ role, startMs, text: transcript, turn: this.#turnAt(callId, endMs) }));
  }

  /** Words that have ended, a row for each stretch of one speaker in one turn. */
  #spoken({ callId, decisionMs }: TextQuestion, lagMs: number): Known[] {
    const stretches: { readonly turn: number; readonly words: [WordTime, ...WordTime[]] }[] = [];
    for (const word of this.#words.get(callId) ?? []) {
      if (word.endMs > decisionMs - lagMs) continue;
      const last = stretches.at(-1);
      const turn = word.role === 'user' ? this.#turnAt(callId, word.endMs) : -1;
      if (last?.turn === turn && last.words[0].role === word.role) last.words.push(word);
      else stretches.push({ turn, words: [word] });
    }
    return stretches.map(({ turn, words }) => ({
      role: words[0].role,
      startMs: words[0].startMs,
      text: joinWords(words.map(({ word }) => word)),
      turn,
    }));
  }

  /**
   * What the recognition had said by then, with what it took back taken back. A line stands where the first of those that it takes the place of
   * stood, and belongs to that one's turn; it may be named by any of their times.
   */
  #logged({ callId, decisionMs }: TextQuestion): Known[] {
    const said: { readonly role: Role; readonly firstMs: number; readonly times: Set<number>; text: string }[] = [];
    for (const { atMs, role, text, replaces } of this.#log.get(callId) ?? []) {
      if (atMs > decisionMs) break;
      const old = replaces === undefined ? undefined : said.findLast((one) => one.role === role && one.times.has(replaces));
      if (old === undefined) said.push({ role, firstMs: atMs, times: new Set([atMs]), text });
      else {
        old.times.add(atMs);
        old.text = text;
      }
    }
    return said
      .filter(({ text }) => text !== '')
      .map(({ role, firstMs, text }) => ({ role, startMs: firstMs, text, turn: this.#turnAt(callId, firstMs) }));
  }

  /** Number of the turn that began last before an instant, ms; -1 before the first, and where turns are not known. */
  #turnAt(callId: string, beforeMs: number): number {
    return (this.#turns.get(callId) ?? []).findLastIndex(({ startMs }) => startMs < beforeMs);
  }
}

interface Known extends KnownRow {
  /** The user's turn that it ended in, or that was the last one. */
  readonly turn: number;
}

/** Which rows are the user's after the agent's last one. */
function trailing(known: readonly Known[]): boolean[] {
  const last = known.findLastIndex(({ role }) => role === 'agent');
  return known.map((_, i) => i > last);
}

/**
 * Without turns: where the current words begin in the history, by their text. The longest tail of user rows after the agent's last one of which
 * the current text begins, spaces and punctuation aside (chosen in premature-reply.md; of tails the longest is ours).
 */
function prefixFrom(known: readonly Known[], current: string): number {
  const wanted = bare(current);
  for (let from = known.findLastIndex(({ role }) => role === 'agent') + 1; from < known.length; from++) {
    const said = bare(
      known
        .slice(from)
        .map(({ text }) => text)
        .join(''),
    );
    if (wanted.startsWith(said)) return from;
  }
  return known.length;
}

function sorted<T extends { readonly callId: string }>(rows: readonly T[], by: (row: T) => number): Map<string, readonly T[]> {
  return groupBy(
    rows.toSorted((a, b) => by(a) - by(b)),
    ({ callId }) => callId,
  );
}
