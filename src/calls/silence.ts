/** Whether labelled silences are silent: held against what the speech detector makes of the user's channel (premature-reply.md, "Validation"). */
import { SPEECH_ON } from '../vad/hysteresis.js';
import { PROBABILITY_STEPS } from '../vad/detect.js';
import { FRAME_16K } from '../vad/detector.js';
import type { SilenceSpan } from './model.js';

export interface SpokenSilence {
  readonly span: SilenceSpan;
  /** How long the detector hears speech in it, ms. */
  readonly overlapMs: number;
}

/** A frame of the detector: 512 samples at 16 kHz. */
const FRAME_MS = FRAME_16K / 16;
/** A detector hears a voice a few frames longer than it sounds, and labels are set by ear: so much at either end is not looked at (chosen). */
const MARGIN_MS = 100;
/** Less is a click or a breath (chosen: three frames and a bit). */
const LEAST_MS = 100;

/** @param probabilities of one call's user channel, frame by frame, times PROBABILITY_STEPS. @param spans of that call. */
export function spokenSilences(spans: readonly SilenceSpan[], probabilities: Uint16Array): SpokenSilence[] {
  return spans.flatMap((span) => {
    const [from, to] = [span.startMs + MARGIN_MS, span.endMs - MARGIN_MS];
    let overlap = 0;
    for (let i = Math.max(0, Math.floor(from / FRAME_MS)); i < probabilities.length && i * FRAME_MS < to; i++) {
      if ((probabilities[i] ?? 0) < SPEECH_ON * PROBABILITY_STEPS) continue;
      overlap += Math.max(0, Math.min(to, (i + 1) * FRAME_MS) - Math.max(from, i * FRAME_MS));
    }
    return overlap < LEAST_MS ? [] : [{ span, overlapMs: Math.round(overlap) }];
  });
}
