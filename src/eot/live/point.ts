/**
 * One agent's point: false cutoffs over the pauses that it was played, and latency as heard (eot-bench.md, "Live end-of-turn"), beside the
 * same by call, which stops at the first cutoff. The cluster is the turn: repeats of one are not independent (statistics.md). What the rig
 * spoiled is in no figure, and stands beside the rate as worst-case bounds.
 */
import { worstCase, type Bounds } from '../../score/bounds.js';
import type { SessionOutcome, SessionScore } from '../../score/model.js';
import { clusterMean, type MeanInterval } from '../../stats/bootstrap-t.js';
import { countClusters, groupByCluster } from '../../stats/clusters.js';
import { median } from '../../stats/median.js';
import { rateOf, type RateInterval } from '../../stats/rate.js';
import type { HoldRange } from '../metrics/span-table.js';
import { turnOutcome, type LiveExclusion, type TurnOutcome } from './outcome.js';
import type { LivePlan, LiveTurn } from './plan.js';

/** Draws of the bootstrap begin here: the same run gives the same intervals. */
const SEED = 1;

export interface LiveRate {
  readonly hits: number;
  readonly of: number;
  /** Undefined of nothing. */
  readonly rate: number | undefined;
  readonly turns: number;
  readonly interval: RateInterval;
}

export interface LiveLatency {
  readonly n: number;
  /** Of them without an answer by the timeout; each stands in the mean with the timeout. */
  readonly censored: number;
  readonly meanS: number | undefined;
  readonly medianS: number | undefined;
  readonly interval: MeanInterval;
}

export interface LivePoint {
  readonly agent: string;
  /** Sessions by outcome; `missing` were never finished. */
  readonly sessions: Readonly<Record<SessionOutcome, number>> & { readonly missing: number };
  readonly cutoffs: LiveRate & {
    /** Pauses of sessions that the rig spoiled, and the rate had all of them been cut off, or none. */
    readonly bounds?: Bounds;
  };
  readonly latency: LiveLatency;
  /** Figures by call: a turn is cut off by its first false cutoff, and only turns that are not have a latency. */
  readonly calls: { readonly cutoffs: LiveRate; readonly latency: LiveLatency };
  readonly excluded: readonly { readonly span: 'hold' | 'eot'; readonly why: LiveExclusion; readonly count: number }[];
  /** Onsets in a turn's words that belong to no pause: in the figures by call only. */
  readonly inWords: number;
}

export interface LiveResult {
  readonly points: readonly LivePoint[];
  readonly outcomes: readonly TurnOutcome[];
}

/**
 * @param scores of sessions that count, whatever their outcome.
 * @param planned sessions of each agent, in the order in which the agents shall stand.
 */
export function livePoints(
  plan: LivePlan,
  scores: Iterable<SessionScore>,
  planned: ReadonlyMap<string, number>,
  range: HoldRange,
): LiveResult {
  const byScene = new Map<string, LiveTurn[]>();
  for (const turn of plan.turns) byScene.set(turn.scene, [...(byScene.get(turn.scene) ?? []), turn]);
  const tallies = new Map([...planned.keys()].map((agent) => [agent, new Tally()]));
  const outcomes: TurnOutcome[] = [];
  for (const score of scores) {
    const tally = tallies.get(score.agent);
    if (tally === undefined) continue;
    tally.sessions[score.outcome]++;
    const turns = (byScene.get(score.scene) ?? []).map((turn) => turnOutcome(turn, score, range, plan.timeoutS));
    if (score.outcome === 'rig_invalid') tally.spoiledHolds += turns.reduce((sum, { holds }) => sum + holds.length, 0);
    if (score.outcome !== 'scored') continue;
    tally.turns.push(...turns);
    outcomes.push(...turns);
  }
  const points = [...tallies].map(([agent, tally]) => pointOf(agent, tally, planned.get(agent) ?? 0));
  return { points, outcomes };
}

class Tally {
  readonly sessions: Record<SessionOutcome, number> = { scored: 0, agent_failure: 0, rig_invalid: 0 };
  readonly turns: TurnOutcome[] = [];
  spoiledHolds = 0;
}

function pointOf(agent: string, { sessions, turns, spoiledHolds }: Tally, planned: number): LivePoint {
  const holds = turns.flatMap(({ id, holds: all }) => all.map((hold) => ({ id, hold })));
  const decided = holds.flatMap(({ id, hold: { cut } }) => (cut === undefined ? [] : [{ id, cut }]));
  const cutoffs = liveRate(decided);
  const bounds = worstCase(cutoffs.hits, cutoffs.of, spoiledHolds);
  const calls = turns.map((turn) => ({ turn, cut: turn.inWords || turn.holds.some(({ cut }) => cut === true) }));
  const done = sessions.scored + sessions.agent_failure + sessions.rig_invalid;
  return {
    agent,
    sessions: { ...sessions, missing: Math.max(0, planned - done) },
    cutoffs: { ...cutoffs, ...(bounds === undefined ? {} : { bounds }) },
    latency: liveLatency(turns),
    calls: {
      cutoffs: liveRate(calls.map(({ turn: { id }, cut }) => ({ id, cut }))),
      latency: liveLatency(calls.filter(({ cut }) => !cut).map(({ turn }) => turn)),
    },
    excluded: [
      ...counted(
        'hold',
        holds.flatMap(({ hold: { why } }) => why ?? []),
      ),
      ...counted(
        'eot',
        turns.flatMap(({ end }) => end?.why ?? []),
      ),
    ],
    inWords: turns.filter(({ inWords }) => inWords).length,
  };
}

function counted(span: 'hold' | 'eot', whys: readonly LiveExclusion[]): LivePoint['excluded'] {
  return [...new Set(whys)].map((why) => ({ span, why, count: whys.filter((one) => one === why).length }));
}

function liveRate(windows: readonly { readonly id: string; readonly cut: boolean }[]): LiveRate {
  const found = rateOf(
    countClusters(
      groupByCluster(
        windows,
        ({ id }) => id,
        ({ cut }) => cut,
      ),
    ),
  );
  return { hits: found.successes, of: found.windows, rate: found.rate, turns: found.clusters, interval: found.interval };
}

function liveLatency(turns: readonly TurnOutcome[]): LiveLatency {
  const waits = turns.flatMap(({ id, end }) => (end?.latencyS === undefined ? [] : [{ id, end, seconds: end.latencyS }]));
  const groups = groupByCluster(
    waits,
    ({ id }) => id,
    ({ seconds }) => seconds,
  );
  const interval = clusterMean(groups, { seed: SEED });
  return {
    n: waits.length,
    censored: waits.filter(({ end }) => end.censored).length,
    meanS: interval.mean,
    medianS: median(waits.map(({ seconds }) => seconds)),
    interval,
  };
}

/** Points that no other one beats in both, or equals in one and beats in the other. Those without both figures are in no frontier. */
export function paretoPoints<T>(points: readonly T[], of: (point: T) => { cutoffs: number | undefined; latency: number | undefined }): T[] {
  const known = points.flatMap((point) => {
    const { cutoffs, latency } = of(point);
    return cutoffs === undefined || latency === undefined ? [] : [{ point, cutoffs, latency }];
  });
  return known
    .filter(
      (one) =>
        !known.some(
          (other) =>
            other.cutoffs <= one.cutoffs && other.latency <= one.latency && (other.cutoffs < one.cutoffs || other.latency < one.latency),
        ),
    )
    .map(({ point }) => point);
}
