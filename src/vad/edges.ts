/**
 * The acoustic edges of a stretch of speech, by level alone (facts.md, "Edge refinement by level"; measurement.md, Edges): where the sound that
 * belongs to the words rises out of the background, and where it has risen to 22 dB under the peak.
 */
import { SAMPLES_PER_MS, type Samples } from '../time/position.js';
import { FINE_STEP, fineLevel, fineEdge } from './fine.js';
import type { LevelTrack, Side } from './level.js';
import { clearOfSmear, doubt } from './smear.js';

/** Dips up to here are bridged when an edge is followed outward, in frames of 1 ms (facts.md). */
export const BRIDGE = 30;
/**
 * How long a weak start (or end) may be and still be the words' own, whatever is in it: a plosive's burst, creak. Longer ones are the words' only
 * without a break in between: a breath drawn before the words is parted from them, the h, s or f of a word is not.
 */
const SURELY_OWN = 60;
/** A dip under the threshold of this length, in the fine level, is a break. */
const BREAK_MS = 5;
/**
 * Longest soft consonant at an edge that is followed whole (initial /s/ and /f/ last 100 to 130 ms; chosen). Beyond, it is a background of its
 * own, unless it lies after the words and the detector still calls it speech (a final /s/ may last 200 ms): offsets are found by level alone
 * once the detector has said that it was speech (measurement.md, Edges).
 */
const SOFTEST = 130;
/** Over the loudest tenth of such a background. */
const OVER_OWN_BACKGROUND_DB = 3;

export interface Edge {
  /** Sample of the edge. */
  readonly at: Samples;
  /** Sample of the edge at -22 dB under the peak. */
  readonly strong: Samples;
  /**
   * How far out the sound may have begun: the edge itself, unless a long weak stretch without a break lies before it. That may be a fade as
   * well as a background, and level alone cannot tell.
   */
  readonly weak: Samples;
  /** Half-width of its 95% interval, samples. */
  readonly plusMinus: Samples;
}

export interface EdgeQuestion {
  readonly side: Side;
  /** Outermost strong frame of the stretch on this side. */
  readonly strongFrame: number;
  /** Frames beyond this one belong to something else. */
  readonly limit: number;
  readonly threshold: number;
  readonly strongThreshold: number;
  /** Of an offset: the frame up to which the detector calls it speech; undefined where it was not asked. */
  readonly spokenTo?: number;
}

/** Follows one edge outward from the stretch's outermost strong frame. */
export function findEdge(level: LevelTrack, question: EdgeQuestion): Edge {
  const { side, strongFrame, threshold, strongThreshold } = question;
  const strong = fineEdge(level, side, strongFrame, strongThreshold);
  const weakFrame = followOutward(level, question);
  const length = Math.abs(strongFrame - weakFrame);
  const edge = (found: Samples, weakest = found): Edge => {
    const at = clearOfSmear(level, side, outer(side, found, strong));
    const weak = weakest === found ? at : outer(side, weakest, strong);
    return { at, strong: side === 'onset' ? Math.max(at, strong) : Math.min(at, strong), weak, plusMinus: doubt(level, side, at) };
  };
  if (length <= SURELY_OWN) return edge(fineEdge(level, side, weakFrame, threshold));
  const broken = side === 'onset' ? breakBetween(level, side, weakFrame, strong, threshold) : undefined;
  if (broken !== undefined) return edge(broken);
  const weak = fineEdge(level, side, weakFrame, threshold);
  if (length <= SOFTEST || (question.spokenTo !== undefined && weakFrame <= question.spokenTo)) return edge(weak);
  return edge(overOwnBackground(level, question, weakFrame), weak);
}

const outer = (side: Side, a: Samples, b: Samples): Samples => (side === 'onset' ? Math.min(a, b) : Math.max(a, b));

/** The outermost frame over the threshold that is reached without a dip of more than BRIDGE frames. */
function followOutward(level: LevelTrack, { side, strongFrame, limit, threshold }: EdgeQuestion): number {
  const step = side === 'onset' ? -1 : 1;
  let last = strongFrame;
  for (let k = strongFrame; (limit - k) * step >= 0 && Math.abs(k - last) <= BRIDGE; k += step) if (level.at(k) > threshold) last = k;
  return last;
}

/** The inner end of the break that is nearest to the strong edge; undefined when the fine level never stays under the threshold for BREAK_MS. */
function breakBetween(level: LevelTrack, side: Side, weakFrame: number, strong: Samples, threshold: number): Samples | undefined {
  const step = side === 'onset' ? -FINE_STEP : FINE_STEP;
  const end = weakFrame * SAMPLES_PER_MS;
  let inner: Samples | undefined;
  for (let s = strong; (end - s) * step > 0; s += step) {
    if (fineLevel(level, side, s) >= threshold) inner = undefined;
    else {
      inner ??= s - step;
      if (Math.abs(s - inner) >= BREAK_MS * SAMPLES_PER_MS) return inner;
    }
  }
  return undefined;
}

/** Where the level rises out of the weak stretch itself, taken as a background. */
function overOwnBackground(level: LevelTrack, question: EdgeQuestion, weakFrame: number): Samples {
  const { side, strongFrame, strongThreshold } = question;
  const [from, to] = side === 'onset' ? [weakFrame, strongFrame - BRIDGE] : [strongFrame + BRIDGE, weakFrame];
  const sorted = level.frames.slice(from, to).sort();
  const own = (sorted[Math.floor(0.9 * (sorted.length - 1))] ?? strongThreshold) + OVER_OWN_BACKGROUND_DB;
  const threshold = Math.min(own, strongThreshold);
  const frame = followOutward(level, { ...question, threshold, limit: weakFrame });
  return fineEdge(level, side, frame, threshold);
}
