/** The scene to shrink, and the agent that it is shrunk on. */
import { isRandom } from '../../../agent/reference/catalogue.js';
import { checkAgentCommand } from '../../../agent/command/agent-command.js';
import { scenarioIo } from '../../../simulator/scenario-io.js';
import { TurnrigError } from '../../error.js';
import type { CompiledScene } from '../../scenario/model.js';
import type { CompiledSuite } from '../../scenario/index.js';
import { nearest } from '../../scenario/nearest.js';
import { parseAgentSpec, type AgentSpec } from '../agent-spec.js';
import type { Console } from '../console.js';
import { loadChosen } from '../scene-option.js';

export interface SceneToShrink {
  readonly suite: CompiledSuite;
  readonly scene: CompiledScene;
}

/** Undefined where the file has problems, which are printed. @throws TurnrigError `input` where it is not one scene. */
export async function sceneToShrink(file: string, wanted: string | undefined, console: Console): Promise<SceneToShrink | undefined> {
  const loaded = await loadChosen([file], wanted === undefined ? [] : [wanted], scenarioIo(), console);
  if (loaded === undefined) return undefined;
  const [suite] = loaded;
  const [scene, ...more] = suite?.scenes ?? [];
  if (suite === undefined || scene === undefined || more.length > 0)
    throw new TurnrigError(
      'input',
      `one scene is shrunk at a time; ${file} has ${suite?.scenes.length ?? 0}${wanted === undefined ? '' : ` of the name ${wanted}`}.`,
      {
        hint: `Choose one with --scene: ${(suite?.scenes ?? []).map(({ id }) => id).join(', ')}`,
      },
    );
  return { suite, scene };
}

/** Index of the turn that `--turn` names. @throws TurnrigError `input` with the nearest name. */
export function turnOf(scene: CompiledScene, id: string | undefined): number | undefined {
  if (id === undefined) return undefined;
  const ids = scene.turns.map((turn) => turn.id);
  const index = ids.indexOf(id);
  if (index >= 0) return index;
  const close = nearest(id, ids);
  throw new TurnrigError('input', `the scene ${scene.id} has no turn "${id}".${close === undefined ? '' : ` Did you mean "${close}"?`}`, {
    hint: `There are: ${ids.join(', ')}`,
  });
}

export interface ShrinkAgent {
  readonly spec: AgentSpec;
  /** Played in memory: what it is. */
  readonly reference: Extract<Extract<AgentSpec, { kind: 'join' }>['way'], { kind: 'reference' }>['behaviour'] | undefined;
  readonly certain: boolean;
}

/** @param live a room for reference agents too @throws TurnrigError `input` */
export function agentOf(agents: readonly string[], command: string | undefined, seed: number, live: boolean): ShrinkAgent {
  const [text, ...more] = agents.length === 0 && command !== undefined ? ['auto'] : agents;
  if (text === undefined || more.length > 0)
    throw new TurnrigError('input', 'one agent is wanted.', {
      hint: 'For example: --agent preset:vad-only, --agent name:YOUR-AGENT, --agent reference:premature=400, or --agent-cmd "COMMAND".',
    });
  const spec = parseAgentSpec(text, seed);
  const way = spec.kind === 'join' ? spec.way : undefined;
  const behaviour = way?.kind === 'reference' ? way.behaviour : undefined;
  if (command !== undefined) {
    if (behaviour !== undefined || spec.kind === 'preset')
      throw new TurnrigError('input', '--agent-cmd starts the agent: say how it joins by --agent auto, name:AGENT or wait.');
    checkAgentCommand(command);
  }
  if (live && behaviour?.name === 'cuts-in')
    throw new TurnrigError('input', `the agent ${spec.label} is told what is said, which no room can do.`, { hint: 'Leave out --live.' });
  return { spec, reference: live ? undefined : behaviour, certain: !live && behaviour !== undefined && !isRandom(behaviour) };
}
