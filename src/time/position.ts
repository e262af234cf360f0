/**
 * Positions on a session's timeline.
 *
 * Every position is an integer count of 48 kHz samples on the rig's clock (protocols/measurement.md, "Clocks").
 * Milliseconds exist at the edges only: files that people write, and reports that people read.
 */
declare const rigPosBrand: unique symbol;
declare const trackTimeBrand: unique symbol;

/** Samples per second of every position in turnrig. Opus in RTP counts at this rate too (RFC 7587, section 4.1). */
export const SAMPLE_RATE = 48_000;

/** Samples per millisecond. */
export const SAMPLES_PER_MS = SAMPLE_RATE / 1000;

/** A position on the session's timeline: integer 48 kHz samples since the session's time zero; may be negative before it. */
export type RigPos = number & { readonly [rigPosBrand]: true };

/** A track's own time: unwrapped RTP time in 48 kHz units. It means nothing on the timeline until a mapping has placed it. */
export type TrackTime = number & { readonly [trackTimeBrand]: true };

/** A length in 48 kHz samples. Lengths are the same on every clock as far as the rig resolves them, so they carry no brand. */
export type Samples = number;

/** A position with the half-width, in samples, of the interval that holds the truth with about 95% (statistics.md). */
export interface Uncertain {
  readonly at: RigPos;
  readonly plusMinus: Samples;
}

/** A half-open stretch [from, to) of the timeline. */
export interface Span {
  readonly from: RigPos;
  readonly to: RigPos;
}

/** Rounds to the nearest sample and brands it. @throws RangeError when the value is not finite. */
export function rigPos(samples: number): RigPos {
  if (!Number.isFinite(samples)) throw new RangeError(`a position must be finite, not ${samples}`);
  return Math.round(samples) as RigPos;
}

/** Brands a track's own time. @throws RangeError when the value is not finite. */
export function trackTime(samples: number): TrackTime {
  if (!Number.isFinite(samples)) throw new RangeError(`a track time must be finite, not ${samples}`);
  return Math.round(samples) as TrackTime;
}

/** Milliseconds to samples, rounded to the nearest sample. */
export function msToSamples(ms: number): Samples {
  return Math.round(ms * SAMPLES_PER_MS);
}

/** Samples to milliseconds, unrounded. */
export function samplesToMs(samples: Samples): number {
  return samples / SAMPLES_PER_MS;
}

/** The position `by` samples later (earlier when negative). */
export function shift(at: RigPos, by: Samples): RigPos {
  return rigPos(at + by);
}

/** How many samples the span is long; 0 when it is empty or inverted. */
export function spanLength(span: Span): Samples {
  return Math.max(0, span.to - span.from);
}

/** The common part of two half-open spans, or undefined when they share no sample. */
export function intersect(a: Span, b: Span): Span | undefined {
  const from = Math.max(a.from, b.from) as RigPos;
  const to = Math.min(a.to, b.to) as RigPos;
  return from < to ? { from, to } : undefined;
}
