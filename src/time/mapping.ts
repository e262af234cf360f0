/**
 * The one object that leads from a track's own time to the rig's timeline and back (design.md, rule 1). It holds one line per epoch,
 * and every position it gives carries its uncertainty.
 */
import { type Line, lineAt } from './hull.js';
import { rigPos, trackTime, type RigPos, type Samples, type TrackTime, type Uncertain } from './position.js';

/** Why an epoch began. */
export type EpochCause =
  | 'start'
  /** Another SSRC: a new publication. */
  | 'ssrc'
  /** Sequence numbers or RTP time began anew under the same SSRC. */
  | 'restart'
  /** The server put blank packets in between. */
  | 'mute'
  /** Arrival minus RTP time went up and stayed up: the sender's clock stood still. */
  | 'step-up'
  /** Arrival minus RTP time went down beyond jitter: the sender's clock jumped or caught up. */
  | 'step-down';

/** A stretch of a track in which the sender's clock ran through. */
export interface Epoch {
  readonly index: number;
  readonly cause: EpochCause;
  readonly ssrc: number;
  /** Track time of the first sample, and the one after the last. Epochs of a track do not overlap in track time. */
  readonly from: TrackTime;
  readonly to: TrackTime;
  /** Packets that anchor it. */
  readonly packets: number;
  /** False when the track ended before enough packets had shown that a step was one; the uncertainty then covers both readings. */
  readonly confirmed: boolean;
  /** Rig position minus track time, as a line over track time; constant delays are already subtracted. */
  readonly line: Line;
  /** Half-width of the 95% interval in stretches: valid from `from` to the next one's. Never empty; ascending. */
  readonly precision: readonly { readonly from: TrackTime; readonly plusMinus: Samples }[];
}

export class TrackMapping {
  readonly epochs: readonly Epoch[];

  /** @param epochs at least one, ascending in track time and without overlap. @throws RangeError when they are not. */
  constructor(epochs: readonly Epoch[]) {
    if (epochs.length === 0) throw new RangeError('a mapping needs an epoch');
    for (const [i, epoch] of epochs.entries()) {
      const before = epochs[i - 1];
      if (epoch.to <= epoch.from || (before && before.to > epoch.from)) throw new RangeError(`epoch ${i} overlaps or is empty`);
    }
    this.epochs = epochs;
  }

  /** The epoch that holds this track time; undefined in a gap between epochs, before the first and after the last. */
  epochAt(time: TrackTime): Epoch | undefined {
    const epoch = lastNotAfter(this.epochs, time);
    return epoch && time < epoch.to ? epoch : undefined;
  }

  /** Where a sample of the track was heard. Undefined when no epoch holds it: nothing is known of its place. */
  toRig(time: TrackTime): Uncertain | undefined {
    const epoch = this.epochAt(time);
    return epoch && placeIn(epoch, time);
  }

  /**
   * Which sample of the track was heard at a position. Where an epoch that was reset downward overlaps the one before on the timeline, the
   * earlier one holds, as in decoded audio. Undefined where nothing was heard.
   */
  toTrack(at: RigPos): { readonly time: TrackTime; readonly epoch: Epoch; readonly plusMinus: Samples } | undefined {
    for (const epoch of this.epochs) {
      const time = invert(epoch.line, at);
      if (time >= epoch.from && time < epoch.to) return { time, epoch, plusMinus: precisionAt(epoch, time) };
    }
    return undefined;
  }
}

/** Places any track time by an epoch's line, also a little outside of the epoch (a recovered packet at its edge). */
export function placeIn(epoch: Epoch, time: TrackTime): Uncertain {
  return { at: rigPos(time + lineAt(epoch.line, time)), plusMinus: precisionAt(epoch, time) };
}

function precisionAt(epoch: Epoch, time: TrackTime): Samples {
  const stretch = lastNotAfter(epoch.precision, time) ?? epoch.precision[0];
  return stretch?.plusMinus ?? 0;
}

/** Solves at = time + line(time) for time. */
function invert(line: Line, at: RigPos): TrackTime {
  return trackTime(line.x0 + (at - line.x0 - line.at0) / (1 + line.slope));
}

function lastNotAfter<T extends { readonly from: TrackTime }>(items: readonly T[], time: TrackTime): T | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && item.from <= time) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
