/** Speech made from text, as turnrig sees it: one interface, whoever speaks. The clients stand in simulator/speech. */

/** One rendered line. */
export interface RenderedSpeech {
  /** Samples per second, as the engine made them. The caller resamples. */
  readonly rate: number;
  /** Mono, full scale is 1. Level and edges as the engine made them: the caller trims and normalises. */
  readonly samples: Float32Array;
}

export interface Tts {
  /**
   * Engine and model, stable and without any secret: "flite", "openai:tts-1@127.0.0.1:8000". It enters the cache key,
   * so that two engines that share the name of a voice never share a clip.
   */
  readonly name: string;
  /**
   * Renders one line.
   *
   * @param text what is said; not empty.
   * @param voice one of the engine's own voices.
   * @param language BCP 47, e.g. "en" or "zh-CN".
   * @throws TurnrigError `input` when text, voice or language are not the engine's, `speech-service` when a remote engine
   *   cannot be reached or refuses, `audio` when what came back is not audio, `missing` when the engine is not installed.
   */
  render(text: string, voice: string, language: string): Promise<RenderedSpeech>;
}
