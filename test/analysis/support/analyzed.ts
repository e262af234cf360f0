/** Recordings with known truth through `analyze` itself: into a run folder, scored from there, one row a turn. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turnRows, type TurnRow } from '../../../src/analysis/rows.js';
import { RECORDING } from '../../../src/analysis/scene.js';
import { readTurns } from '../../../src/analysis/turns-file.js';
import type { RunManifest } from '../../../src/recording/model.js';
import type { SpeechDetector } from '../../../src/vad/detector.js';
import { analyzeRecording, type Analyzed } from '../../../simulator/analysis/analyze.js';
import { readScore, scoreRun } from '../../../simulator/scoring/score-run.js';
import { openRun } from '../../../simulator/store/run-store.js';
import { runManifest } from '../../recording/fixtures.js';

export interface Told extends Analyzed {
  readonly rows: readonly TurnRow[];
}

/** @param turns the text of a turns file; undefined: turns are found. */
export async function analyzed(path: string, detector: SpeechDetector, turns?: string): Promise<Told> {
  const folder = await mkdtemp(join(tmpdir(), 'turnrig-analyze-'));
  try {
    const out = join(folder, 'run');
    if (turns !== undefined) await writeFile(join(folder, 'turns.yaml'), turns);
    const told = await analyzeRecording({
      path,
      out,
      user: 0,
      agent: 1,
      agentName: 'agent',
      detector,
      ...(turns === undefined
        ? {}
        : {
            turns: async (length: number) => {
              const read = readTurns(await readFile(join(folder, 'turns.yaml')), 'turns.yaml', length);
              if (!('turns' in read)) throw new Error(JSON.stringify(read.problems));
              return read.turns;
            },
          }),
      manifest: (made): RunManifest => ({ ...runManifest(), transport: RECORDING, ...made }),
    });
    const reader = await openRun(out);
    const summary = await scoreRun(reader, { detector });
    const score = await readScore(reader, summary.sessions[0]?.attempt ?? '');
    const [scene] = reader.manifest.scenes;
    if (score === undefined || scene === undefined) throw new Error(`${path} was not scored`);
    return { ...told, rows: turnRows(scene, score) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
