/**
 * A draft of a call that nobody has labelled (issue 7, "Drafts"): turns and silences as the speech detector has them, one candidate point in each
 * silence, every column that is for a person to fill empty. Drafts never enter a score.
 */
import { samplesToMs, type Samples, type Span } from '../time/position.js';
import { SCORE_POINT_MS } from './export.js';
import type { DecisionPoint, HistoryRow, SilenceSpan, UserTurn } from './model.js';
import { DEFAULT_FILTER } from './policy-grid.js';

/** Stands where the format wants an annotator: nobody has listened. */
export const DRAFT_ANNOTATOR = 'draft';
/** A shorter silence inside a turn is no pause: no hold below it counts (premature-reply.md, default filter). */
export const SHORTEST_PAUSE_MS = DEFAULT_FILTER.fromMs;

/** What was heard of a call, in samples of its recording. */
export interface HeardCall {
  readonly callId: string;
  readonly length: Samples;
  /** The user's turns in time order, each with its spoken parts. */
  readonly turns: readonly { readonly parts: readonly Span[] }[];
  /** The agent's stretches of speech. */
  readonly agent: readonly Span[];
}

type Written<T> = Omit<T, 'at'>;

export interface DraftTables {
  /** Who spoke when; transcripts are empty. */
  readonly history: readonly Written<HistoryRow>[];
  readonly points: readonly Written<DecisionPoint>[];
  readonly turns: readonly Written<UserTurn>[];
  readonly spans: readonly Written<SilenceSpan>[];
}

interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** Whole milliseconds; what is shorter than one is nothing. */
function stretches(spans: readonly Span[], lengthMs: number): Stretch[] {
  return spans.flatMap(({ from, to }) => {
    const [startMs, endMs] = [Math.max(0, Math.round(samplesToMs(from))), Math.min(lengthMs, Math.round(samplesToMs(to)))];
    return endMs > startMs ? [{ startMs, endMs }] : [];
  });
}

/** Where a model is asked in a silence: after the silence that it is scored at, or at the end of a shorter one. */
export function candidateMs({ startMs, endMs }: Stretch): number {
  return Math.min(startMs + SCORE_POINT_MS, endMs - 1);
}

/** @param lengthMs of the recording, whole: nothing of the draft lies past it. */
export function draftCall({ callId, length, turns: heard, agent: heardAgent }: HeardCall): DraftTables {
  const lengthMs = Math.floor(samplesToMs(length));
  const agent = stretches(heardAgent, lengthMs);
  const spoken = heard.map(({ parts }) => withoutGaps(stretches(parts, lengthMs))).filter((parts) => parts.length > 0);
  const turns: Written<UserTurn>[] = [];
  const spans: Written<SilenceSpan>[] = [];
  for (const [i, parts] of spoken.entries()) {
    const turnId = `t${String(i + 1).padStart(3, '0')}`;
    const [startMs, speechEndMs] = [parts[0]?.startMs ?? 0, parts.at(-1)?.endMs ?? 0];
    turns.push({ callId, turnId, startMs, speechEndMs, status: 'draft', annotator: DRAFT_ANNOTATOR });
    const next = spoken[i + 1]?.[0]?.startMs ?? lengthMs;
    const behind = { startMs: speechEndMs, endMs: agentFrom(agent, { startMs: speechEndMs, endMs: next }) ?? next };
    const pauses = parts.slice(1).map(({ startMs: resumed }, k) => ({ startMs: parts[k]?.endMs ?? 0, endMs: resumed }));
    // Nothing is behind a turn that ends with the recording.
    for (const [spanIndex, silence] of [...pauses, ...(behind.endMs > behind.startMs ? [behind] : [])].entries())
      spans.push({
        callId,
        turnId,
        spanIndex,
        ...silence,
        label: undefined,
        confidence: undefined,
        reason: undefined,
        annotator: DRAFT_ANNOTATOR,
      });
  }
  const rows = (role: HistoryRow['role'], all: readonly Stretch[]): Written<HistoryRow>[] =>
    all.map((one) => ({ callId, role, ...one, transcript: '' }));
  return {
    history: [...rows('agent', agent), ...rows('user', spoken.flat())].sort((a, b) => a.startMs - b.startMs),
    points: spans.map((span) => draftPoint(callId, candidateMs(span))),
    turns,
    spans,
  };
}

/** A candidate: nobody has said anything of it. */
export function draftPoint(callId: string, decisionMs: number): Written<DecisionPoint> {
  return {
    callId,
    decisionMs,
    userText: '',
    canReply: undefined,
    confidence: undefined,
    reason: undefined,
    annotator: DRAFT_ANNOTATOR,
  };
}

/** When the agent begins to speak in a silence of the user; undefined where it does not, or was speaking before it. */
export function agentFrom(agent: readonly Stretch[], silence: Stretch): number | undefined {
  return agent.find(({ startMs }) => startMs > silence.startMs && startMs < silence.endMs)?.startMs;
}

/** Parts of a turn with pauses that are long enough between them. */
function withoutGaps(parts: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && part.startMs - last.endMs < SHORTEST_PAUSE_MS)
      joined[joined.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, part.endMs) };
    else joined.push(part);
  }
  return joined;
}
