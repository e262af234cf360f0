/**
 * From epochs as they were detected to epochs with a line and its precision: fit each, undo cuts that the whole track does not bear out,
 * and say how well every stretch is known.
 */
import { LowerHull, lineAt, type Line } from '../time/hull.js';
import type { Epoch } from '../time/mapping.js';
import { trackTime, type Samples } from '../time/position.js';
import { lateness, MIN_JITTER, spread, STEP, type Anchor, type EpochStart } from './epochs.js';
import type { ConstantDelay } from './encoder.js';
import { LatenessPool, stretches } from './precision.js';

/** "slope within 200 ppm" (measurement.md). */
export const MAX_SLOPE = 200e-6;

/** Fewer packets do not describe an epoch's lateness. */
const DESCRIBES = 20;

export interface EpochDraft {
  readonly start: EpochStart;
  readonly ssrc: number;
  /** Subtracted from every position: what lies between a sample's push and its place in decoded audio. */
  readonly delay: ConstantDelay;
  /** In order of track time; at least one. */
  readonly anchors: readonly Anchor[];
}

interface Fitted extends EpochDraft {
  readonly line: Line;
  readonly residuals: readonly number[];
}

export function fitEpochs(drafts: readonly EpochDraft[]): Epoch[] {
  const fitted = merge(drafts.filter((d) => d.anchors.length > 0).map(fit));
  const pool = new LatenessPool(fitted.flatMap((f) => f.residuals));
  return fitted.map((f, index) => {
    const first = f.anchors[0]?.time ?? trackTime(0);
    const last = f.anchors.at(-1);
    const extra = f.delay.constantDelayPlusMinus + (f.start.confirmed ? 0 : Math.abs(f.start.step));
    return {
      index,
      cause: f.start.cause,
      ssrc: f.ssrc,
      from: first,
      to: trackTime(last ? last.time + last.duration : first + 1),
      packets: f.anchors.length,
      confirmed: f.start.confirmed,
      line: { ...f.line, at0: f.line.at0 - f.delay.constantDelay },
      precision: stretches(f.residuals).map(({ first: i, floor }) => ({
        from: f.anchors[i]?.time ?? first,
        plusMinus: Math.ceil(pool.plusMinus(f.anchors.length, floor) + extra),
      })),
    };
  });
}

function fit(draft: EpochDraft): Fitted {
  const hull = new LowerHull();
  // Lateness is over the end of a packet's audio, when it left the sender; the line is linear, so it holds for its begin as well.
  for (const anchor of draft.anchors) hull.add(anchor.time + anchor.duration, lateness(anchor));
  const line = hull.line(MAX_SLOPE) ?? { x0: 0, at0: 0, slope: 0 };
  return { ...draft, line, residuals: draft.anchors.map((a) => lateness(a) - lineAt(line, a.time + a.duration)) };
}

/**
 * A step is one of levels, not of packets: under heavy jitter five packets in a row can be late by chance, and the first of an epoch too.
 * Where the lines on both sides of a step up meet within 15 ms, or those of a step down within the jitter, the epochs are one.
 */
function merge(epochs: readonly Fitted[]): Fitted[] {
  const merged: Fitted[] = [];
  for (const next of epochs) {
    const before = merged.at(-1);
    if (before && Math.abs(levelChange(before, next)) <= tolerance(before, next))
      merged.splice(-1, 1, fit({ ...before, anchors: [...before.anchors, ...next.anchors] }));
    else merged.push(next);
  }
  return merged;
}

function levelChange(before: Fitted, next: Fitted): Samples {
  const boundary = next.anchors[0]?.time ?? 0;
  return lineAt(next.line, boundary) - lineAt(before.line, boundary);
}

/** A change of level no larger than this is no step; negative where the cause is none of level. */
function tolerance(before: Fitted, next: Fitted): Samples {
  switch (next.start.cause) {
    case 'step-up':
      return next.start.confirmed ? STEP : usualLateness(before.residuals);
    case 'step-down':
      return Math.max(MIN_JITTER, spread(before.residuals), spread(next.residuals));
    case 'start':
    case 'ssrc':
    case 'restart':
    case 'mute':
      return -1;
  }
}

/**
 * A track's last packets that are up without having confirmed a step are taken for late ones if packets of the epoch were late like that:
 * one in a hundred at least.
 */
function usualLateness(residuals: readonly number[]): Samples {
  if (residuals.length < DESCRIBES) return -1;
  return [...residuals].sort((a, b) => a - b)[Math.floor(0.99 * (residuals.length - 1))] ?? -1;
}
