/**
 * How a model decides at labelled points (premature-reply.md, "Point metrics"). Only verified points with a label count; whatever is left out is
 * counted with its reason.
 */
import { pointRate, type CountedRate } from './counted-rate.js';
import { isHeard, type DecisionPoint } from './model.js';
import type { Prediction } from './predictions.js';

/** A score alone lets the bot reply when it is not below this, unless the user says another one. */
export const DEFAULT_THRESHOLD = 0.5;

export type Exclusion = 'draft point' | 'no label: uncertain' | 'no label: audio_issue' | 'no label: interrupted_unclear' | 'no prediction';

export interface PointMetrics {
  readonly points: number;
  readonly counted: number;
  readonly accuracy: CountedRate;
  /** Allowed among those where the bot may reply. */
  readonly detection: CountedRate;
  /** Allowed among those where it may not. */
  readonly falseAllow: CountedRate;
  /** Blocked among those where it may. */
  readonly falseBlock: CountedRate;
  readonly excluded: ReadonlyMap<Exclusion, number>;
  /** Predictions at positions that are no point. */
  readonly strayPredictions: number;
}

export interface PointQuestion {
  readonly points: readonly DecisionPoint[];
  readonly predictions: readonly Prediction[];
  /** Whether a call's points are drafts that nobody has listened to, all of them (`DRAFT_SOURCES`). */
  readonly isDraft: (callId: string) => boolean;
  readonly threshold?: number;
}

export function pointMetrics({ points, predictions, isDraft, threshold = DEFAULT_THRESHOLD }: PointQuestion): PointMetrics {
  const said = new Map(predictions.map((one) => [keyOf(one), one]));
  const excluded = new Map<Exclusion, number>();
  let [right, mayReply, allowed, mayNot, falselyAllowed] = [0, 0, 0, 0, 0];
  for (const point of points) {
    const prediction = said.get(keyOf(point));
    const why = exclusion(point, prediction, isDraft);
    if (why !== undefined || prediction === undefined) {
      excluded.set(why ?? 'no prediction', (excluded.get(why ?? 'no prediction') ?? 0) + 1);
      continue;
    }
    const allows = prediction.allow ?? (prediction.score ?? 0) >= threshold;
    if (allows === point.canReply) right++;
    if (point.canReply) {
      mayReply++;
      if (allows) allowed++;
    } else {
      mayNot++;
      if (allows) falselyAllowed++;
    }
  }
  const known = new Set(points.map(keyOf));
  return {
    points: points.length,
    counted: mayReply + mayNot,
    accuracy: pointRate(right, mayReply + mayNot),
    detection: pointRate(allowed, mayReply),
    falseAllow: pointRate(falselyAllowed, mayNot),
    falseBlock: pointRate(mayReply - allowed, mayReply),
    excluded,
    strayPredictions: predictions.filter((one) => !known.has(keyOf(one))).length,
  };
}

const keyOf = ({ callId, decisionMs }: { readonly callId: string; readonly decisionMs: number }): string =>
  JSON.stringify([callId, decisionMs]);

function exclusion(point: DecisionPoint, prediction: Prediction | undefined, isDraft: PointQuestion['isDraft']): Exclusion | undefined {
  if (isDraft(point.callId) || !isHeard(point)) return 'draft point';
  if (point.canReply === undefined) return `no label: ${point.reason as 'uncertain' | 'audio_issue' | 'interrupted_unclear'}`;
  return prediction === undefined ? 'no prediction' : undefined;
}
