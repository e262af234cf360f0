/** What the report prints around a run's figures. */
import type { RunManifest } from '../../recording/model.js';
import type { ReportRun } from '../../report/model.js';
import type { RunSummary } from '../../score/model.js';

const STANDING_NOTE =
  'Times are "at the room": the server forwards humans and agent to one recorder. What a listener\'s own jitter buffer adds, usually 50 to 80 ms, is not in them.';

/** The report's view of a run: what was run, on what, and its scores. */
export function reportRun(manifest: RunManifest, summary: RunSummary, more: readonly string[] = []): ReportRun {
  return {
    id: manifest.id,
    title: manifest.suites.map(({ name }) => name).join(' + ') || manifest.id,
    createdAt: manifest.createdAt,
    facts: [
      ['run', manifest.id],
      ['started', manifest.createdAt],
      ['turnrig', manifest.turnrig],
      ['room', manifest.transport === 'memory' ? 'memory, virtual time' : manifest.server],
      ['seed', String(manifest.seed)],
      ['Node', manifest.node],
      ['machine', `${manifest.platform}, ${manifest.cpus} processors`],
    ],
    agents: manifest.agents,
    summary,
    titles: Object.fromEntries(manifest.scenes.map((scene) => [scene.id, scene.title])),
    warnings: differentScenes(summary),
    notes: [STANDING_NOTE, ...more],
  };
}

/** A warning when the agents' columns do not stand for the same scenes, because some sessions were spoiled or are missing. */
function differentScenes(summary: RunSummary): readonly string[] {
  const scored = new Map<string, Set<string>>();
  for (const { agent } of summary.outcomes) scored.set(agent, new Set());
  for (const { agent, session, outcome } of summary.sessions) {
    if (outcome !== 'rig_invalid') scored.get(agent)?.add(session.slice(0, session.lastIndexOf('@')));
  }
  const [first, ...others] = [...scored.values()];
  if (first === undefined || others.every((other) => other.size === first.size && [...other].every((scene) => first.has(scene)))) return [];
  const counts = [...scored].map(([agent, scenes]) => `${agent} ${scenes.size}`).join(', ');
  return [
    `The columns do not stand for the same sessions (${counts}): some were spoiled or are missing. Compare single scenes, not the rows.`,
  ];
}
