/** Speech to text, as turnrig sees it: one interface, whoever listens. The clients stand in simulator/words. */

/** What an ASR is given: mono, 16 kHz, 16 bits, so that the very bytes that it heard have a hash. */
export const ASR_RATE = 16_000;

export interface Asr {
  /** Engine and model, stable and without any secret: "moonshine-tiny", "openai:whisper-1@api.openai.com". It enters the key of stored outputs. */
  readonly name: string;
  /** What pins it beside its name, e.g. the hash of its model; empty where nothing is known. */
  readonly version: string;
  /**
   * What was said, as text; it may be empty, and is hostile.
   *
   * @param samples 16-bit, 16 kHz, mono.
   * @param language BCP 47.
   * @throws TurnrigError `input` when the language is not the engine's, `speech-service` when it cannot be used, `missing` when it is not installed
   */
  transcribe(samples: Int16Array, language: string): Promise<string>;
  /** Ends what it started; never rejects. */
  close?(): Promise<void>;
}
