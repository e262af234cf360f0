/** The recordings with known truth: read, heard, and held against their manifest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAudio } from '../../../src/media/audio-file.js';
import { resample } from '../../../src/media/resample.js';
import type { TimelineAudio } from '../../../src/time/audio.js';
import { rigPos, SAMPLE_RATE, samplesToMs } from '../../../src/time/position.js';
import { detectSpeech } from '../../../src/vad/detect.js';
import type { SpeechDetector } from '../../../src/vad/detector.js';
import { findSpeech } from '../../../src/vad/find.js';
import type { AgentSpeech, Segment } from '../../../src/vad/model.js';

export interface Scene {
  readonly id: string;
  readonly family: string;
  readonly audio: string;
  /** Seconds. */
  readonly agent_speech: readonly (readonly [number, number])[];
  readonly nonspeech?: readonly { readonly kind: string; readonly start_s?: number; readonly end_s?: number }[];
}

export interface Heard {
  readonly scene: Scene;
  readonly audio: TimelineAudio;
  readonly probabilities: Uint16Array;
  readonly speech: AgentSpeech;
  /** Errors in ms of every true stretch that was found: edge, -22 dB edge, end; and whether the stated interval covers the truth. */
  readonly errors: readonly StretchError[];
  readonly missed: number;
  /** Runs that touch no true stretch. */
  readonly invented: number;
  /** Pauses of the truth that a run covers. */
  readonly merged: number;
}

export interface StretchError {
  readonly from: number;
  readonly strongFrom: number;
  readonly to: number;
  readonly fromCovered: boolean;
  readonly toCovered: boolean;
}

export function scenesIn(folder: string): Scene[] {
  return (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { scenes: Scene[] }).scenes;
}

export function timeline(samples: Float32Array, from = 0): TimelineAudio {
  return { from: rigPos(from), samples, placed: [], holes: [] };
}

export async function agentChannel(folder: string, scene: Scene): Promise<Float32Array> {
  const { rate, channels } = await readAudio(readFileSync(join(folder, scene.audio)), scene.audio);
  return resample(channels[1]!, rate, SAMPLE_RATE);
}

export async function hear(folder: string, scene: Scene, detector: SpeechDetector): Promise<Heard> {
  const audio = timeline(await agentChannel(folder, scene));
  const probabilities = await detectSpeech(audio, detector);
  const speech = findSpeech(audio, 'a0', probabilities);
  const truth = scene.agent_speech.map(([from, to]) => ({ from: from * SAMPLE_RATE, to: to * SAMPLE_RATE }));
  const touching = (run: { readonly from: number; readonly to: number }, other: { readonly from: number; readonly to: number }): boolean =>
    run.from < other.to && run.to > other.from;
  const errors = truth.flatMap((stretch): StretchError[] => {
    const runs: Segment[] = speech.runs.filter((run) => touching(run, stretch));
    const [first] = runs;
    const last = runs.at(-1);
    if (first === undefined || last === undefined) return [];
    return [
      {
        from: samplesToMs(first.from - stretch.from),
        strongFrom: samplesToMs(first.strongFrom - stretch.from),
        to: samplesToMs(last.to - stretch.to),
        fromCovered: Math.abs(first.from - stretch.from) <= first.fromPlusMinus,
        toCovered: Math.abs(last.to - stretch.to) <= last.toPlusMinus,
      },
    ];
  });
  const pauses = truth.slice(1).map((stretch, i) => ({ from: truth[i]!.to + 0.03 * SAMPLE_RATE, to: stretch.from - 0.03 * SAMPLE_RATE }));
  return {
    scene,
    audio,
    probabilities,
    speech,
    errors,
    missed: truth.length - errors.length,
    invented: speech.runs.filter((run) => !truth.some((stretch) => touching(run, stretch))).length,
    merged: pauses.filter((pause) => speech.runs.some((run) => run.from < pause.from && run.to > pause.to)).length,
  };
}

/** The p-quantile (nearest rank) of magnitudes. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = values.map(Math.abs).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? NaN;
}
