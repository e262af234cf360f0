/** A run is gone on with by the agents it was begun with: sessions of another one under the same name would be counted as the first's. */
import { isDeepStrictEqual } from 'node:util';
import { TurnrigError } from '../../error.js';
import type { AgentDescription, RunManifest } from '../../recording/model.js';
import type { AgentSpec } from '../agent-spec.js';
import { describeAgent } from './agents.js';

export interface ResumeOptions {
  readonly agentCmd?: string;
  readonly memory: boolean;
}

/** @throws TurnrigError `input` when the agents, or the kind of room, are others than the run's. */
export function sameRun(manifest: Pick<RunManifest, 'agents' | 'transport'>, specs: readonly AgentSpec[], options: ResumeOptions): void {
  if ((manifest.transport === 'memory') !== options.memory)
    throw new TurnrigError('input', `the run was begun ${options.memory ? 'in a room' : 'in memory'}, and must go on so.`, {
      hint: options.memory ? 'Leave --memory out.' : 'Give --memory again.',
    });
  const named = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join(', ');
  const given = specs.map((spec) => describeAgent(spec, options.agentCmd));
  if (!isDeepStrictEqual(new Set(given.map(({ name }) => name)), new Set(manifest.agents.map(({ name }) => name))))
    throw new TurnrigError('input', `the run has the agents ${named(manifest.agents)}; --agent must name the same ones.`, { hint: HINT });
  const other = given.find((agent) => !manifest.agents.some((one) => isSame(one, agent)));
  if (other !== undefined)
    throw new TurnrigError('input', `the agent ${other.name} is not the one that the run was begun with.`, { hint: HINT });
}

const HINT = 'Give the --agent options (and --agent-cmd) of the first call again: commands and keys are not kept in a run folder.';

const isSame = (a: AgentDescription, b: AgentDescription): boolean =>
  a.name === b.name && a.way === b.way && isDeepStrictEqual(a.settings, b.settings);
