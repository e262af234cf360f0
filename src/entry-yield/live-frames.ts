/** A white-box agent of a live run: the same opportunities, scored from the frames that it published (entry-yield.md, "From a live run"). */
import { averagePrecision } from '../stats/average-precision.js';
import type { SessionFrames } from './frames.js';
import { isDue, opportunityOf } from './live.js';
import { isExcluded, LIVE_KINDS, type LiveFinding, type LiveOpportunity } from './live-model.js';
import { EXCLUSIONS, type Exclusion, type Task } from './model.js';
import { scoreOpportunities } from './score.js';

export interface FramesTask {
  /** Undefined without a positive. */
  readonly ap: number | undefined;
  readonly positives: number;
  readonly negatives: number;
  readonly excluded: readonly { readonly why: Exclusion; readonly rule: string; readonly count: number }[];
}

export interface FramesAgent {
  readonly agent: string;
  /** Sessions with frames, and the frames in them. */
  readonly sessions: number;
  readonly frames: number;
  readonly entry: FramesTask;
  readonly yield: FramesTask;
}

export interface FramesFound {
  readonly agents: readonly FramesAgent[];
  /** By opportunity: what its frames say; absent where they could not be read. */
  readonly scores: ReadonlyMap<LiveOpportunity, number>;
}

/** Agents that published frames, in order of first appearance. Sessions without frames are excluded and counted, as in `score`. */
export function scoreLiveFrames(findings: readonly LiveFinding[], sessions: ReadonlyMap<string, SessionFrames>): FramesFound {
  const scores = new Map<LiveOpportunity, number>();
  const agents = [...new Set(findings.map(({ agent }) => agent))].flatMap((agent): FramesAgent[] => {
    const own = findings.filter((one): one is LiveOpportunity => one.agent === agent && !isExcluded(one));
    const known = [...new Set(findings.flatMap((one) => (one.agent === agent ? one.session : [])))].flatMap(
      (name) => sessions.get(name) ?? [],
    );
    if (known.length === 0) return [];
    const task = (name: Task): FramesTask =>
      taskOf(
        own.filter(({ kind }) => LIVE_KINDS[kind].task === name),
        sessions,
        scores,
      );
    const frames = known.reduce((sum, { t }) => sum + t.length, 0);
    return [{ agent, sessions: known.length, frames, entry: task('entry'), yield: task('yield') }];
  });
  return { agents, scores };
}

function taskOf(
  opportunities: readonly LiveOpportunity[],
  sessions: ReadonlyMap<string, SessionFrames>,
  scores: Map<LiveOpportunity, number>,
): FramesTask {
  const scored: { readonly positive: boolean; readonly score: number }[] = [];
  const excluded: Exclusion[] = [];
  for (const one of opportunities) {
    const found = scoreOpportunities([opportunityOf(one)], sessions, 'half-open');
    for (const { score } of found.scored) {
      scores.set(one, score);
      scored.push({ positive: isDue(one), score });
    }
    excluded.push(...found.excluded.map(({ why }) => why));
  }
  const positives = scored.filter(({ positive }) => positive).length;
  return {
    ap: averagePrecision(scored),
    positives,
    negatives: scored.length - positives,
    excluded: (Object.keys(EXCLUSIONS) as Exclusion[])
      .map((why) => ({ why, rule: EXCLUSIONS[why], count: excluded.filter((one) => one === why).length }))
      .filter(({ count }) => count > 0),
  };
}
