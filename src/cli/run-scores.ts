/** The stored scores of a run, one session after another; made first where there are none, or another version of the scorer made them. */
import { resolve } from 'node:path';
import { readScore, SUMMARY_FILE } from '../../simulator/scoring/score-run.js';
import { runDerivedFile } from '../../simulator/store/layout.js';
import { resumeState } from '../../simulator/store/resume.js';
import type { RunReader } from '../../simulator/store/run-reader.js';
import { openRun } from '../../simulator/store/run-store.js';
import type { CompiledScene } from '../scenario/model.js';
import { SCORER_VERSION } from '../score/constants.js';
import type { SessionScore } from '../score/model.js';
import { parseSummary } from '../score/stored.js';
import { plain, type Console } from './console.js';
import { scoreStored } from './play/finish.js';

export interface ScoredSession {
  readonly scene: CompiledScene;
  readonly score: SessionScore;
}

/** @returns whether the run was scored again: its scores are of another scorer. @throws TurnrigError `run-folder`. */
async function madeAnew(reader: RunReader, console: Console): Promise<boolean> {
  const stored = await reader.readDerived(SUMMARY_FILE);
  // Never scored, or cut off while it was.
  if (stored === undefined) return scoreStored(reader, console).then(() => true);
  const { scorer } = parseSummary(stored, runDerivedFile(reader.dir, SUMMARY_FILE));
  if (scorer?.version === SCORER_VERSION) return false;
  const by = scorer === undefined ? 'a turnrig that did not say which scorer it has' : `scorer version ${scorer.version}`;
  console.err(plain(`${reader.dir} was scored by ${by}; it is scored again from its recording, by version ${SCORER_VERSION}`));
  await scoreStored(reader, console);
  return true;
}

/** Sessions that count, in the plan's order, one at a time in memory. @throws TurnrigError `run-folder`. */
export async function* runScores(dir: string, console: Console): AsyncGenerator<ScoredSession> {
  const reader = await openRun(resolve(dir));
  const progress = await resumeState(reader);
  const attempts = [...progress].sort(([a], [b]) => a - b).flatMap(([, { counted }]) => counted ?? []);
  let made = await madeAnew(reader, console);
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
