/** Opportunities and figures of a live run, from the scores of its sessions. Pure; a session at a time. */
import type { CompiledScene } from '../scenario/model.js';
import { viewTurns, type SceneView } from '../score/input.js';
import type { SessionScore } from '../score/model.js';
import { averagePrecision } from '../stats/average-precision.js';
import { SAMPLE_RATE } from '../time/position.js';
import { liveEntries } from './live-entry.js';
import {
  isExcluded,
  LIVE_EXCLUSIONS,
  LIVE_KINDS,
  type LiveExcluded,
  type LiveExclusion,
  type LiveFinding,
  type LiveKind,
  type LiveOpportunity,
} from './live-model.js';
import { liveYield } from './live-yield.js';
import type { Kind, Opportunity, Task } from './model.js';

export function liveOpportunities(scene: CompiledScene, score: SessionScore): LiveFinding[] {
  const base = { session: score.session, scene: score.scene, agent: score.agent };
  const view: SceneView = { scene, turns: viewTurns(scene, score.turns, score.span.to), speech: score.speech, ...score.span };
  const spoiled = score.outcome === 'rig_invalid';
  const told = (task: Task, id: string, found: Omit<LiveOpportunity, 'id' | keyof typeof base> | LiveExclusion): LiveFinding => {
    if (spoiled) return { id, ...base, task, why: 'session-spoiled' };
    return typeof found === 'string' ? { id, ...base, task, why: found } : { id, ...base, ...found };
  };
  return view.turns.flatMap((turn) => [
    ...liveEntries(view, turn).map(({ id, found }) => told('entry', id, found)),
    ...liveYield(view, turn).map(({ id, found }) => told('yield', id, found)),
  ]);
}

export interface LiveTask {
  /** Undefined without a positive. */
  readonly ap: number | undefined;
  readonly positives: number;
  readonly negatives: number;
  readonly prevalence: number | undefined;
  /** Of positives: acted inside the horizon. Of negatives: the same, which is then wrong. */
  readonly actedOnPositives: number;
  readonly actedOnNegatives: number;
  readonly kinds: Readonly<Record<string, { readonly n: number; readonly acted: number }>>;
  readonly excluded: readonly { readonly why: LiveExclusion; readonly rule: string; readonly count: number }[];
}

export interface LiveAgent {
  readonly agent: string;
  readonly sessions: number;
  readonly entry: LiveTask;
  readonly yield: LiveTask;
}

/** By agent, in order of first appearance. */
export function summariseLive(findings: readonly LiveFinding[]): LiveAgent[] {
  return [...new Set(findings.map(({ agent }) => agent))].map((agent) => {
    const own = findings.filter((one) => one.agent === agent);
    const sessions = new Set(own.map(({ session }) => session)).size;
    return { agent, sessions, entry: taskOf(own, 'entry'), yield: taskOf(own, 'yield') };
  });
}

function taskOf(findings: readonly LiveFinding[], task: Task): LiveTask {
  const scored = findings.filter((one): one is LiveOpportunity => !isExcluded(one) && LIVE_KINDS[one.kind].task === task);
  const excluded = findings.filter((one): one is LiveExcluded => isExcluded(one) && one.task === task);
  const [positives, negatives] = [scored.filter(isDue), scored.filter((one) => !isDue(one))];
  const acted = (all: readonly LiveOpportunity[]): number => all.filter(({ delay }) => delay !== undefined).length;
  const kinds = [...new Set(scored.map(({ kind }) => kind))].map((kind) => {
    const own = scored.filter((one) => one.kind === kind);
    return [kind, { n: own.length, acted: acted(own) }] as const;
  });
  return {
    ap: averagePrecision(scored.map((one) => ({ positive: isDue(one), score: one.score }))),
    positives: positives.length,
    negatives: negatives.length,
    prevalence: scored.length === 0 ? undefined : positives.length / scored.length,
    actedOnPositives: acted(positives),
    actedOnNegatives: acted(negatives),
    kinds: Object.fromEntries(kinds),
    excluded: (Object.keys(LIVE_EXCLUSIONS) as LiveExclusion[])
      .map((why) => ({ why, rule: LIVE_EXCLUSIONS[why], count: excluded.filter((one) => one.why === why).length }))
      .filter(({ count }) => count > 0),
  };
}

export const isDue = ({ kind }: LiveOpportunity): boolean => LIVE_KINDS[kind].positive;

/** What a kind is called in a review file, for frames that a white-box agent publishes. */
const REVIEW_KINDS: Readonly<Record<LiveKind, Kind>> = {
  T: 'ENTRY_WEARER',
  N4Q: 'ENTRY_WEARER',
  'reply-due': 'ENTRY_WEARER',
  'mid-turn-pause': 'ENTRY_OTHER_MIDTURN_PAUSE',
  N1: 'ENTRY_OTHER_TO_OTHER',
  N2: 'ENTRY_OTHER_TO_OTHER',
  N3: 'ENTRY_OTHER_TO_OTHER',
  'silence-due': 'ENTRY_OTHER_TO_OTHER',
  N4R: 'INT_YIELD',
  'barge-in': 'INT_YIELD',
  backchannel: 'OTHER_BACKCHANNEL',
  noise: 'WEARER_HOLD',
  'side-talk': 'WEARER_HOLD',
};

/** As `entry-yield score` knows it: what frames on the session's timeline are scored at. */
export function opportunityOf(one: LiveOpportunity): Opportunity {
  const opens = one.at / SAMPLE_RATE;
  const end = LIVE_KINDS[one.kind].task === 'entry' ? opens + one.horizon / SAMPLE_RATE : (one.offset ?? one.at) / SAMPLE_RATE;
  return { id: one.id, session: one.session, kind: REVIEW_KINDS[one.kind], opens, end };
}

/** A line of a review file, seconds of the session: frames on its timeline are scored from it by `entry-yield score`. */
export function liveReview(one: LiveOpportunity): object {
  const { id, session, kind, opens, end } = opportunityOf(one);
  const base = { session, id, kind };
  return LIVE_KINDS[one.kind].task === 'entry' ? { ...base, release: opens, resolution: end } : { ...base, onset: opens, offset: end };
}
