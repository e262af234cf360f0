/**
 * Which attempt is to be made next, as a value without I/O (design.md, rule 8: a crash reruns its sessions under new attempt ids).
 *
 * A session is settled by an attempt that came to its own end and that the rig did not spoil. Otherwise it is tried again under a new id:
 *   - a crash of a media worker, or an end by the rig or the user: until its attempts are used up;
 *   - an end of its own that the rig spoiled (late frames, loss): as often, as long as the run's replays are not used up;
 *   - the same where the agent's own use of the processors may be why: never. Playing an agent until it happens to leave the machine room
 *     would choose its light sessions; it is told instead.
 * Whether to play again is decided by the health figures of the rig alone, before anything is scored: never by a result.
 */
import type { SessionEnd } from '../../src/recording/model.js';
import type { EndReason } from '../../src/schedule/events.js';
import type { PlannedSession } from '../../src/scenario/model.js';
import { agentMayHave } from '../../src/score/spoiled.js';

/** How often one session may be tried before the run goes on without it: once, and twice more. */
export const MAX_ATTEMPTS = 3;
/**
 * Replays of spoiled sessions in one run, as a share of its plan, rounded up. Where a tenth of the attempts is spoiled, replays of a ninth
 * of the plan leave one session in a thousand; where a fifth and more is, the machine is not one to measure on, and going on takes long.
 */
export const REPLAY_SHARE = 0.2;

/** How an attempt went, as far as the plan is concerned. */
export type AttemptOutcome =
  | { readonly kind: 'ended'; readonly end: Pick<SessionEnd, 'reason' | 'spoiled'> }
  /** The media worker died, or could not start the session. */
  | { readonly kind: 'crashed'; readonly detail: string };

interface State {
  readonly session: PlannedSession;
  readonly tried: number;
  readonly settled: boolean;
}

/** File-safe id of an attempt: the session's place in the plan and the number of the try, "s0012-a2". */
export function attemptId(index: number, attempt: number): string {
  return `s${String(index).padStart(4, '0')}-a${attempt}`;
}

/** The session's place in the plan that an attempt id names, or undefined when it is none of ours. */
export function sessionIndexOf(attempt: string): number | undefined {
  const found = /^s(\d{4,})-a\d+$/.exec(attempt);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

/** Ends that the rig or the user brought about, so that the session is still to be done. */
function isCutShort(reason: EndReason): boolean {
  return reason === 'rig-trouble' || reason === 'stopped';
}

/** Whether an attempt may not count where another one does: cut short, or spoiled by the rig. */
export function isSpoiled(end: Pick<SessionEnd, 'reason' | 'spoiled'>): boolean {
  return isCutShort(end.reason) || end.spoiled !== undefined;
}

/** Whether a session that ended so is to be played again, as far as its own end says. */
export function mayReplay(end: Pick<SessionEnd, 'reason' | 'spoiled'>): boolean {
  return isCutShort(end.reason) || (end.spoiled !== undefined && !agentMayHave(end.spoiled));
}

export interface NextAttempt {
  readonly index: number;
  readonly attempt: string;
  readonly session: PlannedSession;
}

/**
 * The queue of attempts. Sessions are given out in plan order; a spoiled one is given out again before later ones of
 * another block, so that a block stays together (statistics.md, "Two arms").
 */
export class AttemptQueue {
  readonly #states: State[];
  readonly #given = new Set<number>();
  #replays: number;
  #open = Infinity;

  /** @param used attempts that an earlier, interrupted run has already made of each session, by plan index. */
  constructor(
    plan: readonly PlannedSession[],
    used: ReadonlyMap<number, { readonly attempts: number; readonly settled: boolean }> = new Map(),
  ) {
    this.#states = plan.map((session, index) => ({
      session,
      tried: used.get(index)?.attempts ?? 0,
      settled: used.get(index)?.settled ?? false,
    }));
    // A resumed run gets fresh tries: what was interrupted before was not the session's fault.
    this.#limits = this.#states.map((state) => state.tried + MAX_ATTEMPTS);
    this.#replays = Math.ceil(REPLAY_SHARE * plan.length);
  }
  readonly #limits: readonly number[];

  /** Gives out the plan's first sessions only, so many, until it is opened further: what comes later may never be played. */
  openTo(sessions: number): void {
    this.#open = sessions;
  }

  /** The next attempt, or undefined when nothing is to be given out right now. */
  next(): NextAttempt | undefined {
    for (const [index, state] of this.#states.entries()) {
      if (index >= this.#open) break;
      if (state.settled || this.#given.has(index) || state.tried >= (this.#limits[index] ?? 0)) continue;
      this.#given.add(index);
      this.#states[index] = { ...state, tried: state.tried + 1 };
      return { index, attempt: attemptId(index, state.tried + 1), session: state.session };
    }
    return undefined;
  }

  /** Takes note of how an attempt went. @returns whether the session will be tried again. */
  done(index: number, outcome: AttemptOutcome): boolean {
    const state = this.#states[index];
    if (state === undefined) throw new RangeError(`no session ${index} in the plan`);
    this.#given.delete(index);
    const settled = outcome.kind === 'ended' && !this.#replay(state.tried, this.#limits[index] ?? 0, outcome.end);
    this.#states[index] = { ...state, settled };
    return !settled && state.tried < (this.#limits[index] ?? 0);
  }

  /** Whether an attempt that ended leaves its session to be done; takes one of the run's replays where that is what it costs. */
  #replay(tried: number, limit: number, end: Pick<SessionEnd, 'reason' | 'spoiled'>): boolean {
    if (!mayReplay(end)) return false;
    if (isCutShort(end.reason)) return true;
    if (tried >= limit || this.#replays === 0) return false;
    this.#replays -= 1;
    return true;
  }

  get total(): number {
    return this.#states.length;
  }
  /** Sessions that came to an end and are not played again: those that stay spoiled, too. */
  get settled(): number {
    return this.#states.filter((state) => state.settled).length;
  }
  /** Sessions that are given out at the moment. */
  get running(): number {
    return this.#given.size;
  }
  /** Sessions that used up their attempts without coming to an end of their own. */
  get abandoned(): number {
    return this.#states.filter((state, index) => !state.settled && !this.#given.has(index) && state.tried >= (this.#limits[index] ?? 0))
      .length;
  }
}
