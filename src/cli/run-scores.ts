/** The stored scores of a run, one session after another; made first where there are none. */
import { resolve } from 'node:path';
import { readScore } from '../../simulator/scoring/score-run.js';
import { resumeState } from '../../simulator/store/resume.js';
import { openRun } from '../../simulator/store/run-store.js';
import type { CompiledScene } from '../scenario/model.js';
import type { SessionScore } from '../score/model.js';
import type { Console } from './console.js';
import { scoreStored } from './play/finish.js';

export interface ScoredSession {
  readonly scene: CompiledScene;
  readonly score: SessionScore;
}

/** Sessions that count, in the plan's order, one at a time in memory. @throws TurnrigError `run-folder`. */
export async function* runScores(dir: string, console: Console): AsyncGenerator<ScoredSession> {
  const reader = await openRun(resolve(dir));
  const progress = await resumeState(reader);
  const attempts = [...progress].sort(([a], [b]) => a - b).flatMap(([, { counted }]) => counted ?? []);
  let made = false;
  for (const attempt of attempts) {
    const { manifest } = await reader.info(attempt);
    const scene = manifest && reader.scene(manifest.session);
    let score = await readScore(reader, attempt);
    if (score === undefined && !made) {
      await scoreStored(reader, console);
      made = true;
      score = await readScore(reader, attempt);
    }
    if (scene !== undefined && score !== undefined) yield { scene, score };
  }
}
