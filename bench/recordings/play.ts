/** A recording through `analyze` itself: into a run folder, scored from there, one row a turn. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turnRows, type TurnRow } from '../../src/analysis/rows.js';
import { RECORDING } from '../../src/analysis/scene.js';
import { readTurns } from '../../src/analysis/turns-file.js';
import { runManifest } from '../../src/cli/play/manifest.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { analyzeRecording, type Analyzed } from '../../simulator/analysis/analyze.js';
import { readScore, scoreRun } from '../../simulator/scoring/score-run.js';
import { openRun } from '../../simulator/store/run-store.js';

export interface Told extends Analyzed {
  readonly rows: readonly TurnRow[];
}

export interface PlayOptions {
  readonly detector: SpeechDetector;
  /** Text of a turns file; turns are found without one. */
  readonly turns?: string;
  readonly user?: number;
  readonly agent?: number;
}

/** Nothing is kept. @throws TurnrigError as `analyzeRecording` does; Error for a turns file with problems. */
export async function analyzeFile(path: string, options: PlayOptions): Promise<Told> {
  const { detector, turns, user = 0, agent = 1 } = options;
  const folder = await mkdtemp(join(tmpdir(), 'turnrig-analyze-'));
  try {
    const out = join(folder, 'run');
    const plan = {
      suites: [],
      agents: [],
      plan: [],
      seed: 0,
      transport: RECORDING,
      server: 'none',
      detector: detector.name,
      models: {},
    } as const;
    const told = await analyzeRecording({
      path,
      out,
      user,
      agent,
      agentName: 'agent',
      detector,
      ...(turns === undefined ? {} : { turns: (length: number) => Promise.resolve(given(turns, length)) }),
      manifest: (made) => ({ ...runManifest('analyzed', new Date(0), plan), ...made }),
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

function given(turns: string, length: number) {
  const read = readTurns(new TextEncoder().encode(turns), 'turns.yaml', length);
  if (!('turns' in read)) throw new Error(JSON.stringify(read.problems));
  return read.turns;
}
