/**
 * How long turns waited for their replies: what came first (a premature reply, the reply, nothing) over time, and percentiles of the waits
 * with those that had no reply in them (statistics.md: never dropped, never a negative latency).
 */
import { censoredPercentile, type CensoredPercentile } from '../../stats/censored-percentile.js';
import type { Cluster } from '../../stats/clusters.js';
import { cumulativeIncidence, turnCourse, type Course, type IncidenceStep, type TurnEnd } from '../../stats/cumulative-incidence.js';
import { LEVEL } from '../../stats/interval.js';
import type { Wait } from '../../stats/waits.js';
import type { WindowScore } from '../model.js';
import { WATCHED_SHORT } from '../reply.js';
import type { SessionResult } from '../summarise.js';
import type { Place } from './cluster-of.js';
import type { Incidence, WaitPercentile, WaitStatement } from './model.js';
import { round6 } from './rounding.js';

export const WAIT_SHARES = [0.5, 0.95] as const;

/** Steps of an incidence: 100 ms, doubled until so many are enough for the longest window. */
const FIRST_STEP_MS = 100;
const MOST_STEPS = 60;

/** One turn that was watched for a reply. */
interface WatchedTurn {
  readonly course: Course<TurnEnd>;
  /** Undefined where the agent was speaking already when the turn ended: then there is nothing to wait for. */
  readonly wait: Wait | undefined;
}

export class WaitCounts {
  /** agent -> cluster -> turns. */
  readonly #turns = new Map<string, Map<string, WatchedTurn[]>>();

  add({ agent, outcome, windows }: SessionResult, { cluster }: Place): void {
    if (outcome !== 'scored') return;
    const watched = windows.flatMap((one) => watchedTurn(one, windows) ?? []);
    if (watched.length === 0) return;
    const own = this.#turns.get(agent) ?? new Map<string, WatchedTurn[]>();
    this.#turns.set(agent, own);
    const before = own.get(cluster);
    if (before === undefined) own.set(cluster, watched);
    else before.push(...watched);
  }

  done(agents: readonly string[]): WaitStatement[] {
    return agents.flatMap((agent): WaitStatement[] => {
      const own = this.#turns.get(agent);
      return own === undefined ? [] : [statement(agent, own)];
    });
  }
}

/** Waits of one session, in the order of its turns. */
export function waitsIn(windows: readonly WindowScore[]): Wait[] {
  return waitsOf(windows.flatMap((one) => watchedTurn(one, windows) ?? []));
}

const waitsOf = (turns: readonly WatchedTurn[]): Wait[] => turns.flatMap(({ wait }) => wait ?? []);

/** Of a reply window; undefined for other windows, and where nothing of the wait is known. */
function watchedTurn(reply: WindowScore, windows: readonly WindowScore[]): WatchedTurn | undefined {
  if (reply.measure !== 'reply') return undefined;
  if (reply.verdict === 'unscored' && !reply.flags.includes(WATCHED_SHORT)) return undefined;
  const cut = windows.some(({ measure, turn, verdict }) => measure === 'false-cutoff' && turn === reply.turn && verdict === 'fail');
  const wait = waitOf(reply);
  const course = turnCourse({
    premature: cut || wait === undefined,
    replyMs: wait?.kind === 'answered' ? wait.ms : undefined,
    observedMs: wait?.kind === 'censored' ? wait.aboveMs : 0,
  });
  return { course, wait };
}

function waitOf({ value }: WindowScore): Wait | undefined {
  switch (value.kind) {
    case 'measured':
      return { kind: 'answered', ms: value.ms };
    case 'interval':
      return { kind: 'answered', ms: (value.fromMs + value.toMs) / 2 };
    case 'censored':
      return { kind: 'censored', aboveMs: value.aboveMs };
    case 'none':
      return undefined;
  }
}

function statement(agent: string, own: ReadonlyMap<string, readonly WatchedTurn[]>): WaitStatement {
  const all = [...own.values()].flat();
  const courses = all.map(({ course }) => course);
  const groups = [...own].map(([cluster, turns]): Cluster<Wait> => ({ cluster, values: waitsOf(turns) }));
  const waits = groups.flatMap(({ values }) => values);
  const censored = waits.filter(({ kind }) => kind === 'censored').length;
  const percentiles = WAIT_SHARES.flatMap((share) => censoredPercentile(groups, share) ?? []);
  const first = percentiles[0];
  return {
    agent,
    turns: all.length,
    premature: courses.filter(({ cause }) => cause === 'premature').length,
    replied: courses.filter(({ cause }) => cause === 'reply').length,
    none: courses.filter(({ cause }) => cause === undefined).length,
    incidence: sampled(courses),
    measured: waits.length - censored,
    censored,
    clusters: first?.clusters ?? 0,
    ...(first?.effectiveN === undefined ? {} : { effectiveN: round6(first.effectiveN) }),
    level: LEVEL,
    percentiles: percentiles.map(shown),
  };
}

function shown({ share, shown: printed, estimate, lower, upper }: CensoredPercentile): WaitPercentile {
  return { share, shown: printed, estimate, lower, upper };
}

function sampled(courses: readonly Course<TurnEnd>[]): Incidence {
  const steps = cumulativeIncidence(courses, ['premature', 'reply']);
  const longest = courses.reduce((most, { atMs }) => Math.max(most, atMs), 0);
  let stepMs = FIRST_STEP_MS;
  while (longest / stepMs > MOST_STEPS) stepMs *= 2;
  const at: (IncidenceStep<TurnEnd> | undefined)[] = [];
  for (let ms = 0; ms < longest + stepMs; ms += stepMs) at.push(steps.findLast((step) => step.ms <= ms));
  return {
    stepMs,
    premature: at.map((step) => round6(step?.incidence.premature ?? 0)),
    reply: at.map((step) => round6(step?.incidence.reply ?? 0)),
    none: at.map((step) => round6(step?.none ?? 1)),
  };
}
