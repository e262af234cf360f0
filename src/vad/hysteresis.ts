/** From probabilities to stretches that the detector holds for speech. */
import { PROBABILITY_STEPS } from './detect.js';

/** Speech begins where the probability reaches ON and ends where it falls under OFF (Silero's own defaults: 0.5, and 0.15 below). */
export const SPEECH_ON = 0.5;
export const SPEECH_OFF = 0.35;

/** A half-open stretch of frames. */
export interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

/** Stretches by hysteresis; `probabilities` are times PROBABILITY_STEPS. */
export function speechFrames(probabilities: ArrayLike<number>): FrameSpan[] {
  const spans: FrameSpan[] = [];
  let from: number | undefined;
  for (let i = 0; i < probabilities.length; i++) {
    const p = (probabilities[i] ?? 0) / PROBABILITY_STEPS;
    if (from === undefined && p >= SPEECH_ON) from = i;
    else if (from !== undefined && p < SPEECH_OFF) {
      spans.push({ from, to: i });
      from = undefined;
    }
  }
  if (from !== undefined) spans.push({ from, to: probabilities.length });
  return spans;
}

/** Joins neighbours that are at most `gap` apart. Takes any sorted, disjoint spans. */
export function joinWithin<T extends { readonly from: number; readonly to: number }>(
  spans: readonly T[],
  gap: number,
  join: (a: T, b: T) => T,
): T[] {
  const joined: T[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && span.from - last.to <= gap) joined[joined.length - 1] = join(last, span);
    else joined.push(span);
  }
  return joined;
}
