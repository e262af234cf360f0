/** The matrix in virtual time. */
import { spokenVoice } from '../../../agent/reference/spoken-voice.js';
import { scenarioIo } from '../../../simulator/scenario-io.js';
import { memoryTransport } from '../../../simulator/transport/memory/memory.js';
import { formatProblem, loadSuite, type CompiledSuite } from '../../../src/scenario/index.js';
import type { CompiledScene } from '../../../src/scenario/model.js';
import { VirtualClock } from '../../../src/time/virtual-clock.js';
import { sileroDetector } from '../../../src/vad/silero.js';
import type { MatrixAgent } from './agents.js';
import { judge, type Cell } from './cell.js';
import { play, type Stage } from './play.js';

/**
 * Edges are found to 3.6 ms (95%), the agent's voice ends in ramps of 2 and 5 ms, and there is no transit: three times that is far enough
 * from a border for the truth to decide.
 */
export const MEMORY_MARGIN_MS = 15;

export async function loadCases(file: string): Promise<CompiledSuite> {
  const loaded = await loadSuite(file, scenarioIo());
  if ('problems' in loaded) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  return loaded.suite;
}

/** The middle variant of each scene: sweeps begin and end at their extremes. A room layout is another scene. `npm run bench -- matrix` plays all. */
export function oneOfEach(scenes: readonly CompiledScene[]): CompiledScene[] {
  const groups = new Map<string, CompiledScene[]>();
  for (const one of scenes) groups.set(`${one.scene} ${one.layout}`, [...(groups.get(`${one.scene} ${one.layout}`) ?? []), one]);
  return [...groups.values()].flatMap((variants) => variants[Math.floor(variants.length / 2)] ?? []);
}

export async function memoryStage(suite: CompiledSuite): Promise<Stage> {
  const voice = await spokenVoice();
  return { suite, transport: () => memoryTransport(new VirtualClock(), { voice }), detector: () => sileroDetector() };
}

/** Plays every scene against every agent, and judges. */
export async function memoryMatrix(
  stage: Stage,
  scenes: readonly CompiledScene[],
  agents: readonly MatrixAgent[],
  each: (cell: Cell) => void = () => undefined,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const scene of scenes) {
    for (const agent of agents) {
      const cell = judge(await play(stage, scene, agent), MEMORY_MARGIN_MS);
      each(cell);
      cells.push(cell);
    }
  }
  return cells;
}
