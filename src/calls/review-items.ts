/** What there is to review of labelled calls: pause by pause, with the points that lie in each. */
import type { Companion } from './companion.js';
import { candidateMs, draftPoint } from './draft.js';
import { joinPoints, spansByCall } from './join.js';
import type { CallTables, DecisionPoint, SilenceSpan } from './model.js';

export interface ReviewItem {
  readonly callId: string;
  /** When a model is asked first in this pause: nothing later is shown before there is a label. */
  readonly decisionMs: number;
  /** Undefined for a point that lies in no one pause. */
  readonly pause: SilenceSpan | undefined;
  /** All points of the pause, in time order; they have one label, because a conflict with their pause is an error. */
  readonly points: readonly Omit<DecisionPoint, 'at'>[];
}

export interface ReviewItems {
  /** Call by call in the order of calls.yaml, each in time order. */
  readonly items: readonly ReviewItem[];
  /** Points of calls without a recording: nobody can listen to them. */
  readonly unheard: number;
}

export const itemKey = ({ callId, decisionMs }: { readonly callId: string; readonly decisionMs: number }): string =>
  JSON.stringify([callId, decisionMs]);

/** A pause without a point gets a candidate, as in a draft. Pauses that overlap are for somebody to part first: they are left as they are. */
export function reviewItems({ points: all, spans }: CallTables, { calls }: Companion): ReviewItems {
  const heard = [...calls].filter(([, { recording }]) => recording !== undefined).map(([callId]) => callId);
  const pauses = spansByCall(spans);
  const joined = joinPoints(all, spans);
  const items = heard.flatMap((callId) => {
    const own = joined.filter(({ point }) => point.callId === callId);
    const alone = own
      .filter(({ span }) => span === undefined)
      .map(({ point }): ReviewItem => ({ callId, decisionMs: point.decisionMs, pause: undefined, points: [point] }));
    const inPauses = apart(pauses.get(callId) ?? []).map((pause): ReviewItem => {
      const inside = own.filter(({ span }) => span === pause).map(({ point }) => point);
      const [first, ...rest] = inside.sort((a, b) => a.decisionMs - b.decisionMs);
      const points = first === undefined ? [draftPoint(callId, candidateMs(pause))] : [first, ...rest];
      return { callId, decisionMs: first?.decisionMs ?? candidateMs(pause), pause, points };
    });
    return [...alone, ...inPauses].sort((a, b) => a.decisionMs - b.decisionMs);
  });
  const known = new Set(heard);
  return { items, unheard: all.filter(({ callId }) => !known.has(callId)).length };
}

/** Those of one call, in time order, that overlap no other. */
function apart(pauses: readonly SilenceSpan[]): SilenceSpan[] {
  let end = 0;
  return pauses.filter((pause, i) => {
    const before = end;
    end = Math.max(end, pause.endMs);
    return pause.startMs >= before && pause.endMs <= (pauses[i + 1]?.startMs ?? Infinity);
  });
}
