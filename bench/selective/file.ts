/** All participants against the scenes of one file of pairs; what a worker does, and a test by itself. */
import type { MadePair } from '../../src/generate/index.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import type { WindowScore } from '../../src/score/model.js';
import type { SessionResult } from '../../src/score/summarise.js';
import { compiledPairs } from './pairs.js';
import { plannedSession, playScene, type Stages, type Way } from './play.js';
import { RULES, type Rule } from './truth.js';

export interface FileStages extends Stages {
  compile: number;
}

export interface PlayedFile {
  /** Without their clips' samples. */
  readonly scenes: readonly CompiledScene[];
  readonly results: readonly SessionResult[];
  readonly stages: FileStages;
  /** Seconds of session that were played. */
  readonly seconds: number;
}

/** What the counts read of a window; the rest need not travel. */
const slim = ({ id, turn, measure, window, verdict, counted, details, flags, value, evidence, limitMs }: WindowScore): WindowScore => ({
  ...{ id, turn, measure, window, verdict, counted, details, flags, value, evidence, limitMs },
  reason: '',
});

export async function playFile(pairs: readonly MadePair[], by: Way = 'sound', rules: readonly Rule[] = RULES): Promise<PlayedFile> {
  const stages = { compile: 0, play: 0, hear: 0, score: 0, judge: 0 };
  const began = performance.now();
  const { scenes, clips } = await compiledPairs(pairs);
  stages.compile = performance.now() - began;
  const clip = (hash: string): Float32Array => clips.get(hash) ?? new Float32Array(0);
  const results: SessionResult[] = [];
  let seconds = 0;
  for (const rule of rules)
    for (const scene of scenes) {
      const { windows, span, outcome, reason } = await playScene(scene, clip, rule, stages, by);
      const { id, agent } = plannedSession(scene, rule);
      results.push({ attempt: id, session: id, scene: scene.id, agent, outcome, reason, windows: windows.map(slim) });
      seconds += (span.to - span.from) / 48_000;
    }
  return { scenes, results, stages, seconds };
}
