import type { RunManifest } from '../recording/model.js';

/** Names of a run's agents in the order in which they were given: the first one is what the others are held against. Those of its plan only. */
export function agentsOf({ plan, agents = [] }: Pick<RunManifest, 'plan'> & Partial<Pick<RunManifest, 'agents'>>): string[] {
  const played = new Set(plan.map(({ agent }) => agent));
  return [...new Set([...agents.map(({ name }) => name), ...played])].filter((name) => played.has(name));
}
