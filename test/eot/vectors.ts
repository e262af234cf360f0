/** Copies of the reference files of the end-of-turn benchmark; test/verify reads the whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EotTurn } from '../../src/eot/turn.js';

export const VECTORS = join(import.meta.dirname, '../vectors/eot-bench');
export const DATASET_FOLDER = 'synthetic__eot-public__validation__min_silence_100ms';

export function vector(name: string, folder = VECTORS): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

interface ReferenceRow {
  readonly id: string;
  readonly language: string;
  readonly silence_spans: readonly { readonly start: number; readonly end: number }[];
  readonly words?: readonly { readonly word: string; readonly start: number; readonly end: number }[];
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
}

export function referenceTurns(folder = VECTORS): EotTurn[] {
  return (vector('rows.json', folder) as readonly ReferenceRow[]).map((row) => ({
    id: row.id,
    language: row.language.trim().toLowerCase(),
    audio: { kind: 'samples', samples: new Float32Array(0), rate: 16_000 },
    silenceSpans: row.silence_spans,
    messages: row.messages ?? [],
    words: (row.words ?? []).map(({ word, start, end }) => ({ text: word, start, end })),
  }));
}

export interface CausalCase {
  readonly inference_interval: number;
  readonly transcript_lag: number;
  readonly min_silence_span: number;
  readonly max_audio_sec: number | null;
  readonly rows: readonly {
    readonly id: string;
    readonly language: string;
    readonly span_index: number;
    readonly timestamp: number;
    readonly silence_dur: number;
    readonly label: string;
    readonly messages: readonly unknown[];
    readonly n_samples: number;
  }[];
}
