/** The suites of premature replies that come with turnrig, loaded once, and what their cells are. */
import { scenarioIo } from '../../simulator/scenario-io.js';
import { suiteFile } from '../../src/cli/paths.js';
import { formatProblem, loadSuite, type CompiledSuite } from '../../src/scenario/index.js';
import type { CompiledScene, CompiledTurn } from '../../src/scenario/model.js';
import { SAMPLE_RATE } from '../../src/time/position.js';

export const SUITES = ['phone-numbers', 'thinking-aloud', 'spelling', 'short-answers', 'corrections'] as const;

export async function ownSuite(name: string): Promise<CompiledSuite> {
  const loaded = await loadSuite(suiteFile(name), scenarioIo());
  if ('problems' in loaded) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  return loaded.suite;
}

/** The value that the scene's pauses were swept to, ms; undefined where no pause is swept. */
export const sweptPause = ({ variant }: CompiledScene): number | undefined =>
  typeof variant['pause'] === 'number' ? variant['pause'] : undefined;

/** Pauses of a turn, ms, those of 0 too, in order. */
export const pausesOf = ({ clip }: CompiledTurn): number[] =>
  clip.parts.slice(1).map((part, i) => ((part.from - (clip.parts[i]?.to ?? 0)) * 1000) / SAMPLE_RATE);

/** The turn that a scene is about: the last. */
export function judgedTurn(scene: CompiledScene): CompiledTurn {
  const turn = scene.turns.at(-1);
  if (!turn) throw new Error(`${scene.id} has no turn`);
  return turn;
}
