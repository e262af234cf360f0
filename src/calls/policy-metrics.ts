/**
 * What a policy does on silences (premature-reply.md, "Span policy metrics"): it acts at the first score that is not below its threshold and
 * does not lie before its minimum wait, and at its timeout at the latest. A score before the minimum wait is not used later: a point 150 ms into a
 * silence cannot stand in for the one at 200 ms. (eot-bench's sweep does use it: `turnrig eot compute-metrics` on an export.)
 */
import { rateByCall, type CountedRate } from './counted-rate.js';
import { CUTOFF_BUDGETS, vadTimeouts, WAIT_BUDGETS_MS, type PolicyGridMs } from './policy-grid.js';
import type { PolicySpans, ScoredSpan } from './policy-spans.js';

/** What a policy waits for; VAD alone has no threshold and acts at its timeout. */
export interface Policy {
  readonly threshold: number | undefined;
  readonly minWaitMs: number;
  readonly timeoutMs: number;
}

export interface PolicyResult extends Policy {
  /** Holds in which it acts before the user goes on. */
  readonly cutoffs: number;
  readonly holds: number;
  /** Ends at which the model let it act by the timeout; undefined of VAD alone. */
  readonly detected: number | undefined;
  readonly ends: number;
  /** From the end of speech to the action, over all ends; undefined without one. */
  readonly meanWaitMs: number | undefined;
}

export interface OperatingPoint {
  readonly budget: { readonly kind: 'wait'; readonly ms: number } | { readonly kind: 'cutoff'; readonly share: number };
  /** Undefined: no policy keeps the budget. */
  readonly model: PolicyResult | undefined;
  readonly vad: PolicyResult | undefined;
}

export interface PolicyMetrics {
  readonly model: readonly PolicyResult[];
  readonly vad: readonly PolicyResult[];
  readonly points: readonly OperatingPoint[];
}

/** Every policy of the grid, VAD alone on the identical silences, and the operating points of both. */
export function policyMetrics(spans: PolicySpans, grid: PolicyGridMs): PolicyMetrics {
  const policies = grid.thresholds.flatMap((threshold) =>
    grid.minWaitsMs.flatMap((minWaitMs) =>
      grid.timeoutsMs.filter((timeoutMs) => timeoutMs >= minWaitMs).map((timeoutMs) => ({ threshold, minWaitMs, timeoutMs })),
    ),
  );
  const model = policies.map((policy) => judge(policy, spans));
  const vad = vadTimeouts(grid).map((timeoutMs) => judge({ threshold: undefined, minWaitMs: timeoutMs, timeoutMs }, spans));
  return {
    model,
    vad,
    points: [
      ...WAIT_BUDGETS_MS.map((ms): OperatingPoint => {
        const keeps = ({ meanWaitMs }: PolicyResult): boolean => meanWaitMs !== undefined && meanWaitMs <= ms;
        return { budget: { kind: 'wait', ms }, model: best(model.filter(keeps), byCutoffs), vad: best(vad.filter(keeps), byCutoffs) };
      }),
      ...CUTOFF_BUDGETS.map((share): OperatingPoint => {
        const keeps = ({ cutoffs, holds }: PolicyResult): boolean => holds > 0 && cutoffs <= share * holds;
        return { budget: { kind: 'cutoff', share }, model: best(model.filter(keeps), byWait), vad: best(vad.filter(keeps), byWait) };
      }),
    ],
  };
}

/** One policy on all silences. */
export function judge(policy: Policy, { holds, ends }: PolicySpans): PolicyResult {
  let [cutoffs, detected, waited] = [0, 0, 0];
  for (const hold of holds) if (cuts(policy, hold)) cutoffs++;
  for (const end of ends) {
    const at = firesAt(policy, end);
    if (at !== undefined) detected++;
    waited += at ?? policy.timeoutMs;
  }
  return {
    ...policy,
    cutoffs,
    holds: holds.length,
    detected: policy.threshold === undefined ? undefined : detected,
    ends: ends.length,
    meanWaitMs: ends.length === 0 ? undefined : waited / ends.length,
  };
}

/** When the model lets the policy act, ms of silence; undefined when not by its timeout. */
function firesAt({ threshold, minWaitMs, timeoutMs }: Policy, { silencesMs, scores }: ScoredSpan): number | undefined {
  if (threshold === undefined) return undefined;
  const first = silencesMs.findIndex((at, i) => at >= minWaitMs && (scores[i] ?? 0) >= threshold);
  const at = silencesMs[first];
  return at !== undefined && at <= timeoutMs ? at : undefined;
}

/** Holds in which a policy acts before the user goes on, over calls. */
export const cutoffRate = (policy: Policy, { holds }: PolicySpans): CountedRate => rateByCall(holds, callOf, (hold) => cuts(policy, hold));

/** Ends at which the model lets it act by its timeout, over calls; undefined of VAD alone. */
export const detectionRate = (policy: Policy, { ends }: PolicySpans): CountedRate | undefined =>
  policy.threshold === undefined ? undefined : rateByCall(ends, callOf, (end) => firesAt(policy, end) !== undefined);

const callOf = ({ span }: ScoredSpan): string => span.callId;

/** A hold that is over when the policy acts is not cut. */
const cuts = (policy: Policy, hold: ScoredSpan): boolean => (firesAt(policy, hold) ?? policy.timeoutMs) < hold.lengthMs;

type Order = (a: PolicyResult, b: PolicyResult) => number;
const wait = ({ meanWaitMs }: PolicyResult): number => meanWaitMs ?? Infinity;
const byCutoffs: Order = (a, b) => a.cutoffs - b.cutoffs || wait(a) - wait(b);
const byWait: Order = (a, b) => wait(a) - wait(b) || a.cutoffs - b.cutoffs;

/** The first of the best: ties go to the lower threshold, the shorter wait, the shorter timeout, in which order results come. */
function best(results: readonly PolicyResult[], order: Order): PolicyResult | undefined {
  return results.reduce<PolicyResult | undefined>((found, one) => (found === undefined || order(one, found) < 0 ? one : found), undefined);
}
