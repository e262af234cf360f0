/** What a model may know at a moment: the sound until then, and the words that a transcript would have brought (eot-bench.md). */
import { TIME_SLACK } from './constants.js';
import { keptSpans, timeGrid, type KeptSpan } from './spans.js';
import type { DecodedAudio, EotTurn, Message } from './turn.js';

export interface CausalOptions {
  /** Seconds. */
  readonly inferenceInterval: number;
  readonly transcriptLag: number;
  readonly minSilenceSpan: number;
  /** The model hears no more than so much of the past. */
  readonly maxAudioSec?: number;
}

/** Half-open range of samples. */
export interface SampleRange {
  readonly from: number;
  readonly to: number;
}

/** One question to a model. `audio` is a view into the turn's samples: not to be written to. */
export interface CausalInput {
  readonly id: string;
  readonly language: string;
  readonly span: KeptSpan;
  readonly timestamp: number;
  readonly silenceDur: number;
  readonly audio: DecodedAudio;
  readonly messages: readonly Message[];
}

/** Samples heard until `timestamp`, none of the instant itself. A turn that ends earlier is heard to its end. */
export function causalRange(timestamp: number, rate: number, length: number, maxAudioSec?: number): SampleRange {
  const end = Math.floor(timestamp * rate + TIME_SLACK);
  const most = maxAudioSec === undefined ? end : Math.ceil(maxAudioSec * rate - TIME_SLACK);
  const to = Math.min(Math.max(0, end), length);
  return { from: Math.min(Math.max(0, end - most), to), to };
}

/** The row's messages, and the words that ended `transcriptLag` ago as one message of the user. */
export function causalMessages(turn: EotTurn, timestamp: number, transcriptLag: number): readonly Message[] {
  const until = timestamp - transcriptLag + TIME_SLACK;
  const said = turn.words
    .filter(({ end }) => end <= until)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');
  return said.length === 0 ? turn.messages : [...turn.messages, { role: 'user', content: said.join(' ') }];
}

/** Every question of one turn, span by span in time. */
export function* causalInputs(turn: EotTurn, audio: DecodedAudio, options: CausalOptions): Generator<CausalInput> {
  for (const span of keptSpans(turn, options.minSilenceSpan)) {
    for (const { timestamp, silenceDur } of timeGrid(span.start, span.end, options.inferenceInterval)) {
      const { from, to } = causalRange(timestamp, audio.rate, audio.samples.length, options.maxAudioSec);
      yield {
        id: turn.id,
        language: turn.language,
        span,
        timestamp,
        silenceDur,
        audio: { samples: audio.samples.subarray(from, to), rate: audio.rate },
        messages: causalMessages(turn, timestamp, options.transcriptLag),
      };
    }
  }
}
