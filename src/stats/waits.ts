/** Waits as they were observed: for an answer, or only until the window ended. */

export type Wait =
  | { readonly kind: 'answered'; readonly ms: number }
  /** No answer by then. */
  | { readonly kind: 'censored'; readonly aboveMs: number };

/** A step of the product-limit estimate: the share that has answered by `ms`, itself included. */
export interface AnsweredShare {
  readonly ms: number;
  readonly share: number;
}

/**
 * Kaplan and Meier's estimate of the share answered by each time at which somebody answered. With windows of one length it is the plain
 * share; a wait that was censored earlier counts for as long as it was observed. An answer at the very end of a window precedes it.
 */
export function answeredShares(waits: readonly Wait[]): AnsweredShare[] {
  const sorted = waits
    .map((wait) => ({ at: wait.kind === 'answered' ? wait.ms : wait.aboveMs, answered: wait.kind === 'answered' }))
    .sort((a, b) => a.at - b.at);
  const steps: AnsweredShare[] = [];
  let waiting = 1;
  for (let i = 0; i < sorted.length;) {
    const at = sorted[i]?.at ?? 0;
    let answered = 0;
    let end = i;
    for (; sorted[end]?.at === at; end++) if (sorted[end]?.answered === true) answered++;
    if (answered > 0) {
      // While nothing was censored the share is a ratio of counts: no product of ratios, and no rounding.
      const censored = sorted.slice(0, i).some((one) => !one.answered);
      waiting = censored ? waiting * (1 - answered / (sorted.length - i)) : (sorted.length - i - answered) / sorted.length;
      steps.push({ ms: at, share: 1 - waiting });
    }
    i = end;
  }
  return steps;
}

/** The longest time that any censored wait was observed; undefined when nothing was censored. */
export function longestWindow(waits: readonly Wait[]): number | undefined {
  const windows = waits.flatMap((wait) => (wait.kind === 'censored' ? [wait.aboveMs] : []));
  return windows.length === 0 ? undefined : windows.reduce((most, one) => Math.max(most, one));
}
