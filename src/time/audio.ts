import type { RigPos, Samples, Span } from './position.js';

/** A stretch in which no audio of a track was received, and what is known of it. */
export interface Hole extends Span {
  /**
   * `silence`: the sender sent nothing (sequence numbers go on without a gap), so it was silent for just that long.
   * `unknown`: packets were lost or the track was gone; an edge in here is only known to lie in the hole.
   */
  readonly kind: 'silence' | 'unknown';
}

/** A stretch of placed audio and how well it is placed. */
export interface PlacedSpan extends Span {
  /** Half-width of the placement's 95% interval in samples. */
  readonly plusMinus: Samples;
}

/**
 * One track's audio on the session's timeline: what the recorder's packets become once they are decoded and placed.
 * Sample i of `samples` is heard at `from + i`; holes are zeros in `samples` and are listed in `holes`.
 */
export interface TimelineAudio {
  readonly from: RigPos;
  /** Mono, 48 kHz, full scale is 1. */
  readonly samples: Float32Array;
  readonly placed: readonly PlacedSpan[];
  readonly holes: readonly Hole[];
}
