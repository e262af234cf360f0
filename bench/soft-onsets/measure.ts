/** What the edge finder makes of the family, by kind. */
import { detectSpeech } from '../../src/vad/detect.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { findSpeech } from '../../src/vad/find.js';
import { rigPos } from '../../src/time/position.js';
import type { Softly } from './family.js';

/** One onset, ms: errors are found minus true. */
export interface OnsetError {
  readonly one: Softly;
  readonly soft: boolean;
  /** At -40 dB under the peak. */
  readonly edgeMs: number;
  /** After the beginning of the sound; undefined where that is not known. */
  readonly beginMs: number | undefined;
  readonly plusMinusMs: number;
  /** Between -40 and -22 dB. */
  readonly softnessMs: number;
  readonly coversEdge: boolean;
  readonly coversBegin: boolean | undefined;
}

/** @returns undefined where no speech was found. */
export async function onsetError(one: Softly, detector: SpeechDetector): Promise<OnsetError | undefined> {
  const audio = { from: rigPos(0), samples: one.samples, placed: [], holes: [] };
  const [run] = findSpeech(audio, 'a0', await detectSpeech(audio, detector)).runs;
  if (run === undefined) return undefined;
  const edge = run.from - one.edge;
  const begin = one.begin === undefined ? undefined : run.from - one.begin;
  return {
    one,
    soft: run.softOnset,
    edgeMs: edge / 48,
    beginMs: begin === undefined ? undefined : begin / 48,
    plusMinusMs: run.fromPlusMinus / 48,
    softnessMs: (run.strongFrom - run.from) / 48,
    coversEdge: Math.abs(edge) <= run.fromPlusMinus,
    coversBegin: begin === undefined ? undefined : Math.abs(begin) <= run.fromPlusMinus,
  };
}

/** Nearest rank; NaN of nothing. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? NaN;
}

export function share(values: readonly boolean[]): number {
  return values.filter(Boolean).length / Math.max(1, values.length);
}
