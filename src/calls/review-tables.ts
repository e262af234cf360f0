/** An annotator's labels as tables of labelled calls: only what somebody has listened to is a point, and turns are parted by it. */
import { groupBy } from '../tabular/group-by.js';
import { DRAFT_ANNOTATOR } from './draft.js';
import { LABEL_OF_REASON, turnKey, type CallTables, type DecisionPoint, type SilenceSpan, type UserTurn } from './model.js';
import { itemKey, type ReviewItem } from './review-items.js';
import type { ReviewLabel } from './review-json.js';
import { partByLabels } from './review-turns.js';

type Written<T> = Omit<T, 'at'>;

export interface ReviewedTables {
  readonly points: readonly Written<DecisionPoint>[];
  readonly turns: readonly Written<UserTurn>[];
  readonly spans: readonly Written<SilenceSpan>[];
}

/** @param labels by `itemKey`. */
export function reviewedTables(
  tables: CallTables,
  items: readonly ReviewItem[],
  labels: ReadonlyMap<string, ReviewLabel>,
  annotator: string,
): ReviewedTables {
  const bySilence = new Map<SilenceSpan, ReviewLabel>();
  const points = items.flatMap((item) => {
    const label = labels.get(itemKey(item));
    if (label === undefined) return [];
    if (item.pause !== undefined) bySilence.set(item.pause, label);
    const { reason, confidence } = label;
    return item.points.map((point) => ({ ...point, canReply: LABEL_OF_REASON[reason], confidence: confidence ?? undefined, reason, annotator })); // prettier-ignore
  });
  const silences = groupBy(tables.spans, turnKey);
  const agent = tables.history.filter(({ role }) => role === 'agent').toSorted((a, b) => a.startMs - b.startMs);
  const parted = [...new Set(items.map(({ callId }) => callId))].map((callId) =>
    partByLabels({
      callId,
      turns: tables.turns.filter((turn) => turn.callId === callId).toSorted((a, b) => a.startMs - b.startMs),
      silencesOf: (turn) => (silences.get(turnKey(turn)) ?? []).toSorted((a, b) => a.startMs - b.startMs),
      labelOf: (silence) => bySilence.get(silence),
      agent: agent.filter((row) => row.callId === callId),
      points: points.filter((point) => point.callId === callId),
      annotator,
      nobody: DRAFT_ANNOTATOR,
    }),
  );
  return { points, turns: parted.flatMap(({ turns }) => turns), spans: parted.flatMap(({ spans }) => spans) };
}
