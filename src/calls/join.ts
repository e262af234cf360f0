/** Which silence a decision point lies in (premature-reply.md, "Validation"): start <= decision < end, in exactly one span of its call. */
import { groupBy } from './group.js';
import type { DecisionPoint, SilenceSpan } from './model.js';

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
  return points.map((point) => {
    const holding = (byCall.get(point.callId) ?? []).filter((span) => span.startMs <= point.decisionMs && point.decisionMs < span.endMs);
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
