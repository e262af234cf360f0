/** Tones of 6 kHz: no noise, so that levels are what they are said to be. */
import { LevelTrack } from '../../../src/vad/level.js';

/** The level is given by the millisecond, dB relative to full scale; -120 is nothing. */
export function toneOf(levels: readonly number[]): LevelTrack {
  return new LevelTrack(
    Float32Array.from({ length: levels.length * 48 }, (_, i) => (i % 8 < 4 ? 1 : -1) * 10 ** ((levels[Math.floor(i / 48)] ?? -120) / 20)),
  );
}
export const flat = (ms: number, db: number): number[] => Array<number>(ms).fill(db);

/** A stretch of tone in samples, at `db`. */
export interface Tone {
  readonly from: number;
  readonly to: number;
  readonly db: number;
}

/** 48 kHz samples of nothing but these stretches, the later ones over the earlier. */
export function tones(samples: number, list: readonly Tone[]): Float32Array {
  const out = new Float32Array(samples);
  for (const { from, to, db } of list) for (let i = from; i < to; i++) out[i] = (i % 8 < 4 ? 1 : -1) * 10 ** (db / 20);
  return out;
}
