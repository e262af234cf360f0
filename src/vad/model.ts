/** Agent speech as segments on the timeline: what every measure reads (selective-participation.md, "VAD on the recorded agent waveform"). */
import type { RigPos, Samples, Span } from '../time/position.js';

/** A stretch of agent speech on the timeline with both of its edges' certainty. */
export interface Segment extends Span {
  /** Half-width of the 95% interval of each edge, samples: placement, codec constant and edge finding together. */
  readonly fromPlusMinus: Samples;
  readonly toPlusMinus: Samples;
  /** Onset at -22 dB below the segment's peak; more than 20 ms after `from`, or after a weak stretch before it that may be its own, is a soft onset (measurement.md, Edges). */
  readonly strongFrom: RigPos;
  readonly softOnset: boolean;
  /** Set when an edge lies in a hole of unknown content: it is only known to lie in there. */
  readonly fromIn?: Span;
  readonly toIn?: Span;
  readonly track: string;
}

export interface AgentSpeech {
  /** Bursts dropped under 120 ms, then pauses of up to 800 ms bridged: the protocol's segments. */
  readonly segments: readonly Segment[];
  /** Runs of speech of at least 120 ms, before bridging: what restarts, yields and false cutoffs are read from. */
  readonly runs: readonly Segment[];
  /** Dropped runs under 120 ms. */
  readonly blips: readonly Segment[];
  /** Any sound above the floor, speech or not. */
  readonly sounds: readonly Span[];
  readonly holes: readonly (Span & { readonly kind: 'silence' | 'unknown' })[];
}
