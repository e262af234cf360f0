/** What the report prints around a run's figures. */
import type { LatencyBasis, RunManifest } from '../../recording/model.js';
import type { ReportRun } from '../../report/model.js';
import { errorWords, roundTripWords } from '../../report/latency.js';
import { RECORDING } from '../../analysis/scene.js';
import { primaryReachOf, primaryReachWords, reachOf, reachWords, type PrimaryReach, type Reach } from '../../scenario/index.js';
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
      ...latencyFacts(manifest.latency),
      ['seed', String(manifest.seed)],
      ['Node', manifest.node],
      ['machine', `${manifest.platform}, ${manifest.cpus} processors`],
    ],
    ...(manifest.latency === undefined ? {} : { latency: manifest.latency }),
    agents: manifest.agents,
    summary,
    titles: Object.fromEntries(manifest.scenes.map((scene) => [scene.id, scene.title])),
    warnings: [...notJudged(manifest.latency), ...differentScenes(summary)],
    notes: [STANDING_NOTE, ...redactedNote(manifest), ...more],
    ...plannedWords(plannedReach(manifest)),
  };
}

function redactedNote({ redacted }: RunManifest): readonly string[] {
  if (redacted === undefined) return [];
  const { names, transcripts, audio } = redacted;
  const gone = [...(names ? ['names'] : []), ...(transcripts ? ['transcripts'] : []), ...(audio ? ['sound outside the kept turns'] : [])];
  const without = gone.length === 0 ? '' : ` Without ${gone.join(', ')}.`;
  return [`A redacted copy: its scores are those of the run that it was made of, and cannot be made again from it.${without}`];
}

/** What a run could show, from its plan. */
export interface PlannedReach {
  readonly primary: readonly PrimaryReach[];
  readonly reach?: Reach;
}

/** Undefined for a recording: nobody planned it. */
export function plannedReach({ transport, suites, scenes, plan }: RunManifest): PlannedReach | undefined {
  if (transport === RECORDING) return undefined;
  const own = suites.map((suite) => ({ ...suite, scenes: scenes.filter((scene) => scene.suite === suite.name) }));
  const reach = reachOf(scenes, plan);
  return { primary: primaryReachOf(own, plan), ...(reach === undefined ? {} : { reach }) };
}

function plannedWords(found: PlannedReach | undefined): Pick<ReportRun, 'planned'> {
  return found === undefined ? {} : { planned: [...found.primary.map(primaryReachWords), reachWords(found.reach)] };
}

/** The rig's own error in the header, and how far its server is. */
function latencyFacts(latency: LatencyBasis | undefined): readonly (readonly [string, string])[] {
  if (latency === undefined) return [];
  const { calibration, roundTrip } = latency;
  return [
    ["rig's own error", calibration === undefined ? latency.reason : `${errorWords(calibration)}, measured ${calibration.createdAt}`],
    ...(roundTrip === undefined ? [] : [['round trip to the server', roundTripWords(roundTrip)] as const]),
  ];
}

function notJudged(latency: LatencyBasis | undefined): readonly string[] {
  return latency?.may === false
    ? [`Latencies are not judged: ${latency.reason}. Everything else is. Measure the rig: turnrig calibrate.`]
    : [];
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
