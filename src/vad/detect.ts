import { decimate } from '../media/decimator.js';
import type { TimelineAudio } from '../time/audio.js';
import { FRAME_48K, type SpeechDetector } from './detector.js';

/** Stored probabilities are integers of a thousandth, so that scores from a stored run are bit by bit the same (design.md, rule 3). */
export const PROBABILITY_STEPS = 1000;

/**
 * Probability of speech, frame by frame, of a track's audio. Frame i is the 48 kHz samples [i * FRAME_48K, (i + 1) * FRAME_48K) after `audio.from`.
 *
 * @returns ceil(samples / FRAME_48K) probabilities times PROBABILITY_STEPS.
 */
export async function detectSpeech(audio: TimelineAudio, detector: SpeechDetector): Promise<Uint16Array> {
  detector.reset();
  const heard = decimate(audio.samples);
  const out = new Uint16Array(Math.ceil(audio.samples.length / FRAME_48K));
  for (let i = 0; i < out.length; i++) {
    const at = i * detector.frame;
    let frame = heard.subarray(at, at + detector.frame);
    if (frame.length < detector.frame) {
      const padded = new Float32Array(detector.frame);
      padded.set(frame);
      frame = padded;
    }
    const probability = detector.speechProbability(frame);
    out[i] = Math.round(PROBABILITY_STEPS * (typeof probability === 'number' ? probability : await probability));
  }
  return out;
}
