/**
 * How long turns waited for their replies: what came first (a premature reply, the reply, nothing) over time, and percentiles of the waits
 * with those that had no reply in them (statistics.md: never dropped, never a negative latency).
 */
import { censoredPercentile, type CensoredPercentile } from '../../stats/censored-percentile.js';
import type { Cluster } from '../../stats/clusters.js';
import { cumulativeIncidence, turnCourse, type Course, type IncidenceStep, type TurnEnd } from '../../stats/cumulative-incidence.js';
import { LEVEL } from '../../stats/interval.js';
import type { Wait } from '../../stats/waits.js';
import { count, refOf, type WindowRef, type WithWindows } from '../counted.js';
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

/** A wait, and the reply window that it is of. */
export interface WaitAt {
  readonly wait: Wait;
  readonly at: WindowRef;
}

/** One turn that was watched for a reply. */
interface WatchedTurn {
  readonly course: Course<TurnEnd>;
  /** The window of what came first: the one that was cut into, or that of the reply. */
  readonly first: WindowRef;
  /** Undefined where the agent was speaking already when the turn ended: then there is nothing to wait for. */
  readonly waited: WaitAt | undefined;
}

export class WaitCounts {
  /** agent -> cluster -> turns. */
  readonly #turns = new Map<string, Map<string, WatchedTurn[]>>();

  add(result: SessionResult, { cluster }: Place): void {
    const { agent, outcome } = result;
    if (outcome !== 'scored') return;
    const watched = watchedTurns(result);
    if (watched.length === 0) return;
    const own = this.#turns.get(agent) ?? new Map<string, WatchedTurn[]>();
    this.#turns.set(agent, own);
    const before = own.get(cluster);
    if (before === undefined) own.set(cluster, watched);
    else before.push(...watched);
  }

  done(agents: readonly string[]): WithWindows<WaitStatement>[] {
    return agents.flatMap((agent): WithWindows<WaitStatement>[] => {
      const own = this.#turns.get(agent);
      return own === undefined ? [] : [statement(agent, own)];
    });
  }
}

type Session = Pick<SessionResult, 'attempt' | 'windows'>;

/** Waits of one session, in the order of its turns. */
export function waitsIn(session: Session): WaitAt[] {
  return waitsOf(watchedTurns(session));
}

const watchedTurns = (session: Session): WatchedTurn[] => session.windows.flatMap((one) => watchedTurn(one, session) ?? []);
const waitsOf = (turns: readonly WatchedTurn[]): WaitAt[] => turns.flatMap(({ waited }) => waited ?? []);

/** Of a reply window; undefined for other windows, and where nothing of the wait is known. */
function watchedTurn(reply: WindowScore, session: Session): WatchedTurn | undefined {
  if (reply.measure !== 'reply') return undefined;
  if (reply.verdict === 'unscored' && !reply.flags.includes(WATCHED_SHORT)) return undefined;
  const cut = session.windows.find(({ measure, turn, verdict }) => measure === 'false-cutoff' && turn === reply.turn && verdict === 'fail');
  const wait = waitOf(reply);
  const course = turnCourse({
    premature: cut !== undefined || wait === undefined,
    replyMs: wait?.kind === 'answered' ? wait.ms : undefined,
    observedMs: wait?.kind === 'censored' ? wait.aboveMs : 0,
  });
  return { course, first: refOf(session, cut ?? reply), waited: wait && { wait, at: refOf(session, reply) } };
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

function statement(agent: string, own: ReadonlyMap<string, readonly WatchedTurn[]>): WithWindows<WaitStatement> {
  const all = [...own.values()].flat();
  const courses = all.map(({ course }) => course);
  const groups = [...own].map(([cluster, turns]): Cluster<Wait> => ({ cluster, values: waitsOf(turns).map(({ wait }) => wait) }));
  const waits = waitsOf(all);
  const waitsThat = (kind: Wait['kind']): WindowRef[] => waits.flatMap(({ wait, at }) => (wait.kind === kind ? [at] : []));
  const turnsOf = (cause: TurnEnd | undefined): WindowRef[] => all.flatMap(({ course, first }) => (course.cause === cause ? [first] : []));
  const percentiles = WAIT_SHARES.flatMap((share) => censoredPercentile(groups, share) ?? []);
  const median = percentiles[0];
  return {
    agent,
    turns: count(all.map(({ first }) => first)),
    premature: count(turnsOf('premature')),
    replied: count(turnsOf('reply')),
    none: count(turnsOf(undefined)),
    prematureReplied: count(
      all.flatMap(({ course, waited }) => (course.cause === 'premature' && waited?.wait.kind === 'answered' ? [waited.at] : [])),
    ),
    incidence: sampled(courses),
    measured: count(waitsThat('answered')),
    censored: count(waitsThat('censored')),
    clusters: median?.clusters ?? 0,
    ...(median?.effectiveN === undefined ? {} : { effectiveN: round6(median.effectiveN) }),
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
