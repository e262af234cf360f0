/** Which silence a decision point lies in (premature-reply.md, "Validation"): start <= decision < end, in exactly one span of its call. */
import { groupBy } from '../tabular/group-by.js';
import type { DecisionPoint, SilenceSpan } from './model.js';
import { firstNot } from './search.js';

/** A point and its span; a point in none or in several is a sample of its own place only. */
export interface JoinedPoint {
  readonly point: DecisionPoint;
  readonly span: SilenceSpan | undefined;
  /** Spans that hold it; more than one only where unconfirmed spans overlap. */
  readonly spans: number;
  /** Silence so far, ms; undefined without its one span. */
  readonly silenceMs: number | undefined;
}

/** Points in the order given. */
export function joinPoints(points: readonly DecisionPoint[], spans: readonly SilenceSpan[]): JoinedPoint[] {
  const byCall = spansByCall(spans);
  const longest = new Map(
    [...byCall].map(([callId, own]) => [callId, own.reduce((most, { startMs, endMs }) => Math.max(most, endMs - startMs), 0)]),
  );
  return points.map((point) => {
    const own = byCall.get(point.callId) ?? [];
    // Those that begin at most the longest span's length before the point, and not after it: few, however many there are.
    const holding: SilenceSpan[] = [];
    for (let i = firstNot(own.length, (k) => (own[k]?.startMs ?? Infinity) <= point.decisionMs) - 1; i >= 0; i--) {
      const span = own[i];
      if (span === undefined || span.startMs <= point.decisionMs - (longest.get(point.callId) ?? 0)) break;
      if (point.decisionMs < span.endMs) holding.unshift(span);
    }
    const span = holding.length === 1 ? holding[0] : undefined;
    return { point, span, spans: holding.length, silenceMs: span && point.decisionMs - span.startMs };
  });
}

/** Spans of each call, in time order. */
export function spansByCall(spans: readonly SilenceSpan[]): Map<string, SilenceSpan[]> {
  const byCall = groupBy(spans, ({ callId }) => callId);
  for (const list of byCall.values()) list.sort((a, b) => a.startMs - b.startMs);
  return byCall;
}
