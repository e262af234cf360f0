/** What the rig measured, held against the truth: one observation a true event. Pure. */
import { msToSamples, samplesToMs, type RigPos, type Samples, type Span } from '../time/position.js';

/** What a stated half-width is made of, each a half-width of its own: of the packets' placement, of the encoder's look-ahead, of the edge. */
export interface Parts {
  readonly placement: number;
  readonly encoder: number;
  readonly edge: number;
}

/** An edge as the rig states it. */
export interface MeasuredEdge {
  readonly at: RigPos;
  readonly plusMinus: Samples;
  /** In samples; undefined where nobody keeps them apart. */
  readonly parts?: Parts | undefined;
  /** It is only known to lie in this hole. */
  readonly within?: Span | undefined;
}

/** An instant of the truth, on the rig's timeline. */
export interface TrueInstant {
  readonly at: RigPos;
  readonly plusMinus: Samples;
  /** The push log alone cannot tell it. */
  readonly untold: boolean;
}

/** One true event and what became of it, ms. `atMs` is where it truly was on the session's timeline; of a wait, the answer's onset. */
export type Observation = { readonly atMs: number } & (
  | (Stated & { readonly kind: 'measured'; readonly errorMs: number })
  /** In a hole: there is an interval and no error. */
  | (Stated & { readonly kind: 'censored' })
  | { readonly kind: 'missed' }
  | { readonly kind: 'untold' }
);

interface Stated {
  readonly plusMinusMs: number;
  /** Half-width of the truth itself. */
  readonly truthMs: number;
  readonly covered: boolean;
  readonly parts?: Parts;
}

/** A measured edge farther away than this is another one's. Longer than the longest hole that loss makes, shorter than any pause. */
export const NEAR: Samples = msToSamples(180);

/** Each true edge with the measured edge that is nearest to it. */
export function observeEdges(truths: readonly TrueInstant[], measured: readonly MeasuredEdge[]): Observation[] {
  return truths.map((truth) => {
    const edge = nearest(truth.at, measured);
    const atMs = samplesToMs(truth.at);
    if (truth.untold) return { kind: 'untold', atMs };
    return edge === undefined ? { kind: 'missed', atMs } : observe(truth.at, truth.plusMinus, edge);
  });
}

/** A wait: from a turn's end to the onset that answers it. Both ends are measured, and both are true. */
export interface Wait {
  readonly end: TrueInstant;
  readonly onset: TrueInstant;
  /** The turn's end as the rig places it; undefined when it did not find the clip. */
  readonly measuredEnd: { readonly at: RigPos; readonly plusMinus: Samples } | undefined;
}

export function observeWaits(waits: readonly Wait[], onsets: readonly MeasuredEdge[]): Observation[] {
  return waits.map(({ end, onset, measuredEnd }) => {
    const edge = nearest(onset.at, onsets);
    const atMs = samplesToMs(onset.at);
    if (end.untold || onset.untold) return { kind: 'untold', atMs };
    if (edge === undefined || measuredEnd === undefined) return { kind: 'missed', atMs };
    const shifted = measuredEnd.at - end.at;
    // Both in one: the wait's error is the onset's minus the end's.
    const { at, plusMinus, within } = edge;
    const seen = {
      at: (at - shifted) as RigPos,
      plusMinus: Math.ceil(Math.hypot(plusMinus, measuredEnd.plusMinus)),
      within: within && { from: (within.from - shifted) as RigPos, to: (within.to - shifted) as RigPos },
    };
    return observe(onset.at, onset.plusMinus + end.plusMinus, seen);
  });
}

function observe(truth: RigPos, truthPlusMinus: Samples, edge: MeasuredEdge): Observation {
  const { at, plusMinus, within, parts } = edge;
  const low = (within ? within.from : at) - plusMinus;
  const high = (within ? within.to : at) + plusMinus;
  // The truth is an interval too: it is held where the two meet.
  const covered = truth + truthPlusMinus >= low && truth - truthPlusMinus <= high;
  const common = {
    atMs: samplesToMs(truth),
    plusMinusMs: samplesToMs((high - low) / 2),
    truthMs: samplesToMs(truthPlusMinus),
    covered,
    ...(parts === undefined ? {} : { parts: inMs(parts) }),
  };
  return within ? { kind: 'censored', ...common } : { kind: 'measured', errorMs: samplesToMs(at - truth), ...common };
}

function inMs({ placement, encoder, edge }: Parts): Parts {
  return { placement: samplesToMs(placement), encoder: samplesToMs(encoder), edge: samplesToMs(edge) };
}

function nearest(at: RigPos, edges: readonly MeasuredEdge[]): MeasuredEdge | undefined {
  const distance = (edge: MeasuredEdge): number =>
    edge.within ? Math.max(edge.within.from - at, at - edge.within.to, 0) : Math.abs(edge.at - at);
  const best = edges.reduce<MeasuredEdge | undefined>(
    (found, edge) => (found === undefined || distance(edge) < distance(found) ? edge : found),
    undefined,
  );
  return best !== undefined && distance(best) <= NEAR ? best : undefined;
}
