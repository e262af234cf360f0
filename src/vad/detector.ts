/** What says of each 32 ms frame how probably it is speech. Detectors see nothing but 16 kHz frames in order. */

/** Samples of a frame at 16 kHz: 32 ms, the only length that Silero v6 takes at this rate. Every detector uses it, so that stored probabilities need no second figure. */
export const FRAME_16K = 512;
/** The same frame at 48 kHz. */
export const FRAME_48K = 3 * FRAME_16K;

export interface SpeechDetector {
  readonly name: string;
  /** SHA-256 of the model, for the run manifest; for a detector without a model its name and version. */
  readonly modelHash: string;
  /** Samples of a frame at 16 kHz. */
  readonly frame: number;
  /** Forgets everything heard: the next frame begins a new stream. */
  reset(): void;
  /**
   * Probability of speech, 0 to 1, in the next frame of the stream. Digital silence is 0 and costs nothing.
   * A detector that answers with a promise wants it settled before the next frame.
   */
  speechProbability(frame16k: Float32Array): number | Promise<number>;
}

/** A detector that answers at once, as virtual time needs it. */
export interface SyncSpeechDetector extends SpeechDetector {
  speechProbability(frame16k: Float32Array): number;
}

/** Under one step of 16 bits: what a decoder makes of coded zeros. */
const DIGITAL_SILENCE_PEAK = 1 / 32_768;

/** Whether a frame holds nothing that 16-bit audio could hold: zeros, or a hole. */
export function isDigitalSilence(frame: Float32Array): boolean {
  for (let i = 0; i < frame.length; i++) if (Math.abs(frame[i] as number) >= DIGITAL_SILENCE_PEAK) return false;
  return true;
}
