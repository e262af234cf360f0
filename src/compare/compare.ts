/** From runs whose sessions were read to the document that is printed and drawn. Runs that may not be compared never get here (compatible.ts). */
import type { PrimaryMeasure } from '../scenario/model.js';
import { MAX_RIG_INVALID_SHARE } from '../score/constants.js';
import type { RunSummary } from '../score/model.js';
import type { SelectiveSummary } from '../score/selective/model.js';
import { PUBLISHED } from '../score/selective/published.js';
import { unequallySpoiled } from '../score/unequal.js';
import type { ReferenceRow } from '../text-reference/index.js';
import { COMPARE_VERSION, type CompareDocument, type ComparedRun, type ComparedSystem, type SystemComparison } from './model.js';
import { compareSystems } from './pairwise.js';
import { ranksOf } from './ranks.js';
import type { SystemPlays } from './system.js';

/** One agent in one run, with what its run says of it. */
export interface SystemInput {
  readonly plays: SystemPlays;
  /** Place of its run in the list. */
  readonly run: number;
  readonly agent: string;
  readonly summary: RunSummary;
  readonly selective: SelectiveSummary | undefined;
}

export interface CompareInput {
  readonly runs: readonly ComparedRun[];
  readonly systems: readonly SystemInput[];
  readonly notes: readonly string[];
  /** Declared by the suites; the same in all runs. */
  readonly primaries: ReadonlyMap<string, PrimaryMeasure>;
  readonly reference?: ReferenceRow;
  readonly replicates?: number;
  readonly onComparison?: (done: number) => void;
}

export function compareDocument({ runs, systems, notes, primaries, reference, replicates, onComparison }: CompareInput): CompareDocument {
  const compared = systems.map(systemOf);
  const reasons = noVerdict(systems);
  const comparisons: SystemComparison[] = [];
  if (reasons.length === 0)
    for (const one of compareSystems(systems, primaries, replicates)) {
      comparisons.push(one);
      onComparison?.(comparisons.length);
    }
  const ranked = compared.flatMap(({ name, selective = [] }) => selective.map((scores) => ({ system: name, scores })));
  return {
    version: COMPARE_VERSION,
    runs,
    systems: compared,
    verdict: { may: reasons.length === 0, reasons },
    notes,
    comparisons,
    ranks: reasons.length === 0 ? ranksOf(ranked) : [],
    ...(reference === undefined ? {} : { reference: { model: reference.model, judge: reference.judge, scores: reference.scores } }),
    ...(ranked.length === 0 ? {} : { published: PUBLISHED }),
  };
}

function systemOf({ plays, run, agent, summary, selective }: SystemInput): ComparedSystem {
  const [outcomes] = ownOf(agent, summary.outcomes);
  const own = ownOf(agent, selective?.scores ?? []);
  return {
    name: plays.name,
    run,
    agent,
    outcomes: outcomes ?? { scored: 0, agentFailure: 0, rigInvalid: 0, missing: 0 },
    rates: ownOf(agent, summary.statistics?.rates ?? []),
    ...(own.length === 0 ? {} : { selective: own }),
  };
}

/** Rows of an agent without its name, which need not be the system's. */
function ownOf<T extends { readonly agent: string }>(name: string, rows: readonly T[]): Omit<T, 'agent'>[] {
  return rows.flatMap(({ agent, ...rest }) => (agent === name ? [rest] : []));
}

/** Why there is no verdict (measurement.md, Outcomes); empty where there may be one. */
export function noVerdict(systems: readonly SystemInput[]): string[] {
  const own = systems.map(({ plays: { name }, agent, summary }) => ({
    outcomes: summary.outcomes.filter((one) => one.agent === agent).map((one) => ({ ...one, agent: name })),
    measures: summary.measures.filter((one) => one.agent === agent).map((one) => ({ ...one, agent: name })),
  }));
  const outcomes = own.flatMap((one) => one.outcomes);
  const above = outcomes.flatMap(({ agent, scored, agentFailure, rigInvalid }): string[] => {
    const done = scored + agentFailure + rigInvalid;
    if (done === 0) return [`no session of ${agent} was completed`];
    if (scored + agentFailure === 0) return [`all ${done} sessions of ${agent} were spoiled by the rig`];
    if (rigInvalid / done <= MAX_RIG_INVALID_SHARE) return [];
    return [
      `${rigInvalid} of ${done} sessions of ${agent} were spoiled by the rig: above ${MAX_RIG_INVALID_SHARE * 100}% there is no verdict`,
    ];
  });
  if (above.length > 0) return above;
  const unequal = unequallySpoiled({ outcomes, measures: own.flatMap(({ measures }) => measures) }, false);
  return unequal === undefined ? [] : [`${unequal.replace("the agents' sessions", "the systems' sessions")}: there is no verdict`];
}
