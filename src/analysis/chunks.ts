/** A long channel cut into parts that are looked at one after another, where it is quiet, and what was found in them joined again. */
import type { Samples, Span } from '../time/position.js';
import { SAMPLE_RATE } from '../time/position.js';
import { PROBABILITY_STEPS } from '../vad/detect.js';
import { FRAME_48K } from '../vad/detector.js';
import { joinSegments, LONGEST_BRIDGED_PAUSE } from '../vad/find.js';
import { joinWithin, SPEECH_OFF } from '../vad/hysteresis.js';
import type { AgentSpeech, Segment } from '../vad/model.js';

/** Up to here a channel is looked at whole: some 70 MB of working memory (chosen). */
export const LONGEST_WHOLE: Samples = 120 * SAMPLE_RATE;
/** Parts of longer ones are about a minute long, and the cut is looked for this far around the minute. */
const PART = 60 * SAMPLE_RATE;
const SEARCH = 20 * SAMPLE_RATE;
/** What a part is looked at with on either side: backgrounds are measured over 1.2 s (vad/runs.ts), edges followed for 250 ms. */
const CONTEXT = Math.ceil((2 * SAMPLE_RATE) / FRAME_48K) * FRAME_48K;

export interface Part {
  /** What counts of it, in samples of the channel. */
  readonly from: Samples;
  readonly to: Samples;
  /** What is looked at; begins at a frame of the detector. */
  readonly audioFrom: Samples;
  readonly audioTo: Samples;
}

/** @param probabilities of the detector, frame by frame. */
export function partsOf(length: Samples, probabilities: ArrayLike<number>): Part[] {
  if (length <= LONGEST_WHOLE) return [{ from: 0, to: length, audioFrom: 0, audioTo: length }];
  const parts: Part[] = [];
  for (let from = 0; from < length;) {
    const to = length - from <= PART + SEARCH ? length : cutNear(from + PART, probabilities);
    parts.push({ from, to, audioFrom: Math.max(0, from - CONTEXT), audioTo: Math.min(length, to + CONTEXT) });
    from = to;
  }
  return parts;
}

/** The middle of the longest stretch without speech near a place. */
function cutNear(at: Samples, probabilities: ArrayLike<number>): Samples {
  const [first, last] = [Math.floor((at - SEARCH) / FRAME_48K), Math.floor((at + SEARCH) / FRAME_48K)];
  let best = { from: Math.round(at / FRAME_48K), length: 0 };
  for (let k = first, from = first; k <= last + 1; k++) {
    if (k <= last && (probabilities[k] ?? 0) < SPEECH_OFF * PROBABILITY_STEPS) continue;
    if (k - from > best.length) best = { from, length: k - from };
    from = k + 1;
  }
  return (best.from + (best.length >> 1)) * FRAME_48K;
}

/** Joins what was found in parts, in order. A stretch of speech that lies across a cut was found on both sides of it. */
export function joinParts(found: readonly { readonly part: Part; readonly speech: AgentSpeech }[]): AgentSpeech {
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only.speech;
  const inside = <T extends Span>(list: readonly T[], part: Part): T[] => list.filter((one) => one.from < part.to && one.to > part.from);
  const all = <T extends Span>(of: (speech: AgentSpeech) => readonly T[]): T[] =>
    found.flatMap(({ part, speech }) => inside(of(speech), part)).sort((a, b) => a.from - b.from || b.to - a.to);
  const runs = joinWithin(
    all((one) => one.runs),
    0,
    (a, b): Segment => (b.to > a.to ? joinSegments(a, b) : a),
  );
  const blips = joinWithin(
    all((one) => one.blips),
    0,
    (a, b) => (b.to > a.to ? joinSegments(a, b) : a),
  );
  return {
    runs,
    segments: joinWithin(runs, LONGEST_BRIDGED_PAUSE, joinSegments),
    blips: blips.filter((blip) => !runs.some((run) => run.from < blip.to && blip.from < run.to)),
    sounds: joinWithin(
      all((one) => one.sounds),
      0,
      (a, b) => ({ from: a.from, to: b.to > a.to ? b.to : a.to }),
    ),
    holes: [],
  };
}
