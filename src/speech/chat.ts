/** A chat model as turnrig sees it: one interface, whoever answers. The client stands in simulator/speech. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatOptions {
  readonly temperature?: number;
  readonly seed?: number;
  /** Ask for a JSON object where the server knows how. */
  readonly json?: boolean;
}

export interface Chat {
  /** Model and host, stable and without any secret: "openai:gpt-4o-mini@api.openai.com". */
  readonly name: string;
  /**
   * The model's answer, as text; it may be anything.
   *
   * @throws TurnrigError `speech-service` when the server cannot be reached or refuses, after bounded retries; `input` when it says that the
   *   request itself is wrong.
   */
  complete(messages: readonly ChatMessage[], options?: ChatOptions): Promise<string>;
}
