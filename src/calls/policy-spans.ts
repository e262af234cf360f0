/** Which silences a policy is judged on, with the scores inside them (premature-reply.md, "Span policy metrics"); the rest is counted by reason. */
import { groupBy } from '../tabular/group-by.js';
import { spansByCall } from './join.js';
import { turnKey, type SilenceSpan, type UserTurn } from './model.js';
import type { PolicyGridMs, SpanFilter } from './policy-grid.js';
import type { Prediction } from './predictions.js';
import { firstNot } from './search.js';

/** A silence and what the model said in it. */
export interface ScoredSpan {
  readonly span: SilenceSpan;
  readonly lengthMs: number;
  /** Silence so far of each score, ascending, ms. */
  readonly silencesMs: readonly number[];
  readonly scores: readonly number[];
}

export type SpanExclusion =
  | 'turn is uncertain'
  | 'turn is audio_issue'
  | 'turn is interrupted_unclear'
  | 'turn is draft'
  | 'turn is not known'
  | 'span without a label'
  | 'hold outside the filter'
  | 'no score in it'
  | 'scores are on no grid';

export interface PolicySpans {
  readonly holds: readonly ScoredSpan[];
  readonly ends: readonly ScoredSpan[];
  readonly excluded: ReadonlyMap<SpanExclusion, number>;
}

export interface SpanQuestion {
  readonly turns: readonly UserTurn[];
  readonly spans: readonly SilenceSpan[];
  readonly predictions: readonly Prediction[];
  readonly filter: SpanFilter;
  readonly grid: PolicyGridMs;
}

/** Spans in time order of each call; the same set whatever policy is asked. */
export function policySpans({ turns, spans, predictions, filter, grid }: SpanQuestion): PolicySpans {
  const status = new Map(turns.map((turn) => [turnKey(turn), turn.status]));
  const said = groupBy(predictions, ({ callId }) => callId);
  const excluded = new Map<SpanExclusion, number>();
  const holds: ScoredSpan[] = [];
  const ends: ScoredSpan[] = [];
  for (const [callId, own] of spansByCall(spans)) {
    const scores = (said.get(callId) ?? []).filter(({ score }) => score !== undefined).sort((a, b) => a.decisionMs - b.decisionMs);
    for (const span of own) {
      const scored = withScores(span, scores);
      const why = statusExclusion(status.get(turnKey(span))) ?? exclusion(scored, filter, grid);
      if (why !== undefined) excluded.set(why, (excluded.get(why) ?? 0) + 1);
      else if (span.label === 'hold') holds.push(scored);
      else ends.push(scored);
    }
  }
  return { holds, ends, excluded };
}

function withScores(span: SilenceSpan, scores: readonly Prediction[]): ScoredSpan {
  const before = (ms: number) => (i: number) => (scores[i]?.decisionMs ?? Infinity) < ms;
  const from = firstNot(scores.length, before(span.startMs));
  const inside = scores.slice(from, firstNot(scores.length, before(span.endMs), from));
  return {
    span,
    lengthMs: span.endMs - span.startMs,
    silencesMs: inside.map(({ decisionMs }) => decisionMs - span.startMs),
    scores: inside.map(({ score }) => score ?? 0),
  };
}

function statusExclusion(status: UserTurn['status'] | undefined): SpanExclusion | undefined {
  if (status === 'complete') return undefined;
  return status === undefined ? 'turn is not known' : `turn is ${status}`;
}

function exclusion({ span, lengthMs, silencesMs }: ScoredSpan, filter: SpanFilter, grid: PolicyGridMs): SpanExclusion | undefined {
  if (span.label === undefined) return 'span without a label';
  if (span.label === 'hold' && (lengthMs < filter.fromMs || lengthMs > filter.toMs)) return 'hold outside the filter';
  const shortest = grid.minWaitsMs[0] ?? 0;
  // A hold that is over by the shortest wait cannot be cut off, whatever the model says in it.
  if (span.label === 'hold' && lengthMs <= shortest) return undefined;
  if (!silencesMs.some((at) => at >= shortest)) return 'no score in it';
  return onGrid(lengthMs, silencesMs, grid) ? undefined : 'scores are on no grid';
}

/**
 * A single stored refusal says nothing about later: between the shortest wait and the longest timeout, or the silence's end, no two scores
 * lie farther apart than a step.
 */
function onGrid(lengthMs: number, silencesMs: readonly number[], { minWaitsMs, timeoutsMs, stepMs }: PolicyGridMs): boolean {
  const to = Math.min(lengthMs, timeoutsMs.at(-1) ?? 0);
  let last = minWaitsMs[0] ?? 0;
  for (const at of silencesMs) {
    if (at <= last) continue;
    if (at - last > stepMs) break;
    last = at;
  }
  return to - last <= stepMs;
}
