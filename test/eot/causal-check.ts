import { expect } from 'vitest';
import { causalInputs } from '../../src/eot/causal.js';
import { gridSize } from '../../src/eot/spans.js';
import type { EotTurn } from '../../src/eot/turn.js';
import type { CausalCase } from './vectors.js';

const RATE = 16_000;

/** Longer than any turn of the reference rows. */
const SOUND = { samples: new Float32Array(120 * RATE), rate: RATE };

/** The reference's rows of one setting, as we make them. */
export function checkCausal(one: CausalCase, turns: readonly EotTurn[]): void {
  const ids = new Set(one.rows.map(({ id }) => id));
  const options = {
    inferenceInterval: one.inference_interval,
    transcriptLag: one.transcript_lag,
    minSilenceSpan: one.min_silence_span,
    ...(one.max_audio_sec === null ? {} : { maxAudioSec: one.max_audio_sec }),
  };
  const own = turns
    .filter(({ id }) => ids.has(id))
    .flatMap((turn) => {
      const inputs = [...causalInputs(turn, SOUND, options)];
      expect(gridSize(turn, options.minSilenceSpan, options.inferenceInterval)).toBe(inputs.length);
      return inputs.map(({ id, language, span, timestamp, silenceDur, messages, audio }) => ({
        id,
        language,
        span_index: span.spanIndex,
        timestamp,
        silence_dur: silenceDur,
        label: span.label,
        messages,
        n_samples: audio.samples.length,
      }));
    });
  expect(own).toEqual(one.rows);
}
