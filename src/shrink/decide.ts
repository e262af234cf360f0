/**
 * Does a candidate reproduce at the chosen rate? Sessions are played one after another until Wald's sequential test has decided between the
 * rate and half of it (stats/sprt.ts; statistics.md: "stopping early needs a sequential method with its looks logged").
 *
 * An agent without chance in virtual time does the same in every session of a scene, so one session decides, and exactly.
 */
import { sprt, SPRT_START, type SprtPlan, type SprtState } from '../stats/sprt.js';
import type { Shown } from './fault.js';
import type { Answer } from './model.js';

/** A candidate that reproduces at this share of the rate or less is turned down (chosen: the border of "clearly less often"). */
const CLEARLY_LESS = 0.5;
/** The test needs a rate under one: an agent that always fails is one that fails in 99 of 100. */
const MOST_RATE = 0.99;
/** Sessions after which a candidate is given up undecided, and is not kept (chosen: five times what the slowest rate needs as a mean). */
const MOST_SESSIONS = 100;
/** Sessions of one candidate that the rig may spoil before the machine is to blame and no candidate. */
export const MOST_SPOILED = 10;

export interface DecidePlan {
  readonly rate: number;
  /** Chance at most of keeping what reproduces at half the rate or less, and of turning down what reproduces at the rate or more. */
  readonly error: number;
  /** The agent has no chance in it, and time is virtual. */
  readonly certain: boolean;
  /** Sessions that are played at least, for an estimate. */
  readonly least?: number;
}

export const SEARCH_ERROR = 0.05;
/** The result is confirmed by fresh sessions, more strictly: it was chosen from many candidates. */
export const CONFIRM_ERROR = 0.01;
/** Fresh sessions at least of an agent with chance, so that its rate can be told. */
export const CONFIRM_SESSIONS = 20;

/** @param session plays session n (from 0) of the candidate, or knows what came of it. */
export async function decide(plan: DecidePlan, session: (n: number) => Promise<Shown>): Promise<Answer> {
  const test: SprtPlan = {
    high: Math.min(plan.rate, MOST_RATE),
    low: Math.min(plan.rate, MOST_RATE) * CLEARLY_LESS,
    falseHigh: plan.error,
    falseLow: plan.error,
  };
  let state: SprtState = SPRT_START;
  let [reproduced, sessions, spoiled] = [0, 0, 0];
  for (let n = 0; spoiled < MOST_SPOILED && sessions < MOST_SESSIONS; n++) {
    const shown = await session(n);
    if (shown === 'spoiled') {
      spoiled += 1;
      continue;
    }
    sessions += 1;
    if (shown === 'yes') reproduced += 1;
    if (plan.certain) return { verdict: shown, reproduced, sessions, spoiled };
    state = sprt(test, state, shown === 'yes');
    if (state.decision !== 'continue' && sessions >= (plan.least ?? 0))
      return { verdict: state.decision === 'high' ? 'yes' : 'no', reproduced, sessions, spoiled };
  }
  return { verdict: 'undecided', reproduced, sessions, spoiled };
}
