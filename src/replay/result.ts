/** What all sessions of a replay came to: rates with what may be said of them, onsets over the turn, waits, and two agents pair by pair. */
import { censoredPercentile, type Point } from '../stats/censored-percentile.js';
import { LEVEL } from '../stats/interval.js';
import { IndependentCounts, wilson } from '../stats/wilson.js';
import type { SessionOutcome, TurnOutcome } from './outcome.js';
import { pairResult, type PairResult } from './pair.js';
import { SCENE } from './scene-file.js';
import type { PlannedTurn, ReplayPlan } from './plan.js';

/** Repeats of one scene on one agent in fresh rooms: Wilson's interval, which speaks of just that (statistics.md); null after `--until-sure`. */
export interface ReplayRate {
  readonly count: number;
  readonly of: number;
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** What can be opened behind a number: sessions, and the window in each. */
export interface TurnResult {
  readonly turn: string;
  readonly label: string;
  readonly cut: ReplayRate;
  readonly unclear: number;
  readonly holds: readonly ({ readonly hold: number; readonly fromMs: number; readonly toMs: number } & ReplayRate)[];
  readonly kinds: { readonly reply: number; readonly burst: number; readonly blip: number };
  readonly nearMisses: number;
  readonly histogram: Histogram;
  readonly waits: WaitResult;
}

/** Onsets over the turn's timeline, ms from its first voiced sample: premature ones, and replies behind its end. */
export interface Histogram {
  readonly binMs: number;
  readonly endMs: number;
  readonly holds: readonly { readonly fromMs: number; readonly toMs: number }[];
  readonly premature: readonly number[];
  readonly replies: readonly number[];
}

export interface WaitResult {
  readonly answered: number;
  /** No reply while it was watched. Never 0, never left out. */
  readonly censored: number;
  /** The agent was speaking when the turn ended, or the turn was not scored. */
  readonly without: number;
  readonly median: Point | null;
  readonly waits: readonly ({ readonly session: string } & (
    | { readonly kind: 'answered'; readonly ms: number; readonly plusMinusMs?: number }
    | { readonly kind: 'censored'; readonly aboveMs: number }
  ))[];
}

export interface AgentResult {
  readonly agent: string;
  readonly planned: number;
  readonly scored: number;
  readonly agentFailures: number;
  readonly rigInvalid: number;
  readonly missing: number;
  /** Over all sessions that count: cut into, or failed. */
  readonly wrong: ReplayRate;
  /** Of scored sessions in which it could be told: a judged turn was cut into. */
  readonly reproduced: ReplayRate;
  readonly unclear: readonly { readonly session: string; readonly why: string }[];
  /** Sessions in which the agent never spoke: nothing shows that it heard the user. */
  readonly neverSpoke: number;
  readonly turns: readonly TurnResult[];
  readonly sessions: readonly SessionOutcome[];
}

export interface ReplayResult {
  readonly level: number;
  readonly agents: readonly AgentResult[];
  readonly pair: PairResult | null;
}

/** @param planned sessions by agent, in the order in which the agents were given. */
export function replayResult(plan: ReplayPlan, planned: ReadonlyMap<string, number>, sessions: readonly SessionOutcome[]): ReplayResult {
  const agents = [...planned].map(([agent, count]) =>
    agentResult(
      plan,
      agent,
      count,
      sessions.filter((one) => one.agent === agent),
    ),
  );
  const [a, b] = agents;
  return { level: LEVEL, agents, pair: a === undefined || b === undefined ? null : pairResult(plan, a, b) };
}

function agentResult(plan: ReplayPlan, agent: string, planned: number, sessions: readonly SessionOutcome[]): AgentResult {
  const counted = (state: SessionOutcome['state']): number => sessions.filter((one) => one.state === state).length;
  const [cut, held, unclear, failures, invalid] = (['cut', 'held', 'unclear', 'agent-failure', 'rig-invalid'] as const).map(counted);
  const scored = sum([cut, held, unclear]);
  return {
    agent,
    planned,
    scored,
    agentFailures: failures ?? 0,
    rigInvalid: invalid ?? 0,
    missing: Math.max(0, planned - sessions.length),
    wrong: rate(plan, agent, sum([cut, failures]), sum([cut, held, failures])),
    reproduced: rate(plan, agent, sum([cut]), sum([cut, held])),
    unclear: sessions.filter(({ state }) => state === 'unclear').map(({ session, why }) => ({ session, why })),
    neverSpoke: sessions.filter(({ state, spoke }) => !spoke && (state === 'cut' || state === 'held' || state === 'unclear')).length,
    turns: plan.turns.filter(({ judged }) => judged).map((turn) => turnResult(plan, turn, agent, sessions)),
    sessions,
  };
}

const sum = (counts: readonly (number | undefined)[]): number => counts.reduce<number>((total, one) => total + (one ?? 0), 0);
const round6 = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Where the results say when to stop, Wilson's interval errs far more often than it says (statistics.md): the sequential test has one. */
function rate({ sequential }: ReplayPlan, agent: string, count: number, of: number): ReplayRate {
  const interval = wilson(IndependentCounts.ofOneScene(SCENE, agent, count, of));
  if (interval === undefined) return { count, of, rate: null, low: null, high: null };
  if (sequential !== undefined) return { count, of, rate: round6(count / of), low: null, high: null };
  return { count, of, rate: round6(count / of), low: round6(interval.low), high: round6(interval.high) };
}

function turnResult(plan: ReplayPlan, turn: PlannedTurn, agent: string, sessions: readonly SessionOutcome[]): TurnResult {
  const found = sessions.flatMap(({ session, turns }) =>
    turns.filter((one) => one.turn === turn.id).map((outcome) => ({ session, outcome })),
  );
  const outcomes = found.map(({ outcome }) => outcome);
  const cuts = outcomes.flatMap((one) => one.cuts.filter(({ sure }) => sure));
  const decided = outcomes.filter(({ state }) => state !== 'unclear');
  return {
    turn: turn.id,
    label: turn.label,
    cut: rate(plan, agent, decided.filter(({ state }) => state === 'cut').length, decided.length),
    unclear: outcomes.length - decided.length,
    holds: turn.holds.map((span, i) => {
      const own = outcomes.flatMap(({ holds }) => holds.filter(({ hold }) => hold === i + 1));
      return { hold: i + 1, ...span, ...rate(plan, agent, own.filter(({ cut }) => cut).length, own.length) };
    }),
    kinds: {
      reply: cuts.filter(({ kind }) => kind === 'reply').length,
      burst: cuts.filter(({ kind }) => kind === 'burst').length,
      blip: outcomes.reduce((all, { blips }) => all + blips.length, 0),
    },
    nearMisses: cuts.filter(({ nearMiss }) => nearMiss).length,
    histogram: histogram(plan, turn, outcomes),
    waits: waitResult(found),
  };
}

const BIN_STEPS = [50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const MOST_BINS = 120;

function histogram({ windowMs }: ReplayPlan, turn: PlannedTurn, outcomes: readonly TurnOutcome[]): Histogram {
  const endMs = turn.toMs - turn.fromMs;
  const all = endMs + windowMs;
  const binMs = BIN_STEPS.find((step) => all / step <= MOST_BINS) ?? all;
  const bins = (onsets: readonly number[]): number[] => {
    const counts = Array.from({ length: Math.ceil(all / binMs) }, () => 0);
    for (const onset of onsets) {
      const i = Math.max(0, Math.min(counts.length - 1, Math.floor(onset / binMs)));
      counts[i] = (counts[i] ?? 0) + 1;
    }
    return counts;
  };
  return {
    binMs,
    endMs,
    holds: turn.holds,
    premature: bins(outcomes.flatMap(({ cuts }) => cuts.filter(({ sure }) => sure).map(({ onsetMs }) => onsetMs))),
    replies: bins(outcomes.flatMap(({ wait, lengthMs }) => (wait?.kind === 'answered' ? [lengthMs + wait.ms] : []))),
  };
}

function waitResult(found: readonly { readonly session: string; readonly outcome: TurnOutcome }[]): WaitResult {
  const waits = found.flatMap(({ session, outcome: { wait } }) => (wait === undefined ? [] : [{ session, ...wait }]));
  const answered = waits.filter(({ kind }) => kind === 'answered').length;
  const clusters = waits.map((wait) => ({ cluster: wait.session, values: [wait] }));
  return {
    answered,
    censored: waits.length - answered,
    without: found.length - waits.length,
    median: censoredPercentile(clusters, 0.5)?.shown ?? null,
    waits,
  };
}
