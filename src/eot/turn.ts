/** One row of an end-of-turn data set: a whole human turn with its pauses (eot-bench.md, "Data set row"). */

/** Seconds from the beginning of the turn's audio. */
export interface SilenceSpan {
  readonly start: number;
  readonly end: number;
}

export interface Message {
  readonly role: string;
  readonly content: string;
  readonly [other: string]: unknown;
}

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type SpanLabel = 'hold' | 'eot';

/** Where a turn's sound is: encoded bytes, samples, or a file beside the data set. */
export type TurnAudio =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly name: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'samples'; readonly samples: Float32Array; readonly rate: number };

export interface EotTurn {
  readonly id: string;
  /** Trimmed, lower case. */
  readonly language: string;
  readonly audio: TurnAudio;
  readonly silenceSpans: readonly SilenceSpan[];
  readonly messages: readonly Message[];
  readonly words: readonly Word[];
}

/** Mono samples, -1 to 1. */
export interface DecodedAudio {
  readonly samples: Float32Array;
  /** Hz. */
  readonly rate: number;
}
