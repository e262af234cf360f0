/**
 * Wald's sequential probability ratio test: is a rate `low` or `high`? Quicker than a confidence sequence where two rates that matter
 * can be named, such as "the bug is gone" and "it shows in one play of five". Plays of one scene on one agent.
 *
 * The bounds are 1 / falseHigh and falseLow, not Wald's approximate ones: by Ville's inequality the stated errors are kept exactly, at
 * whatever looks, for a slightly longer test.
 */

export interface SprtPlan {
  readonly low: number;
  readonly high: number;
  /** Chance at most of deciding `high` where the rate is `low` (or below). */
  readonly falseHigh: number;
  /** Chance at most of deciding `low` where the rate is `high` (or above). */
  readonly falseLow: number;
}

export interface SprtState {
  readonly n: number;
  readonly successes: number;
  /** ln of the likelihood ratio of high against low. */
  readonly logRatio: number;
  readonly decision: 'low' | 'high' | 'continue';
}

export const SPRT_START: SprtState = { n: 0, successes: 0, logRatio: 0, decision: 'continue' };

/** One more play; a decision stays. @throws RangeError on a plan without two different rates. */
export function sprt(plan: SprtPlan, state: SprtState, success: boolean): SprtState {
  const { low, high, falseHigh, falseLow } = plan;
  const sane = low > 0 && low < high && high < 1 && falseHigh > 0 && falseHigh < 1 && falseLow > 0 && falseLow < 1;
  if (!sane) throw new RangeError('an SPRT wants 0 < low < high < 1 and errors between 0 and 1');
  if (state.decision !== 'continue') return state;
  const logRatio = state.logRatio + (success ? Math.log(high / low) : Math.log((1 - high) / (1 - low)));
  return {
    n: state.n + 1,
    successes: state.successes + (success ? 1 : 0),
    logRatio,
    decision: logRatio >= -Math.log(falseHigh) ? 'high' : logRatio <= Math.log(falseLow) ? 'low' : 'continue',
  };
}
