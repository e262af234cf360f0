/**
 * Cumulative incidence of competing ends over time (Aalen and Johansen, 1978): of all turns, the share that was answered too early, the
 * share that was answered, and the share that was not, by each moment. What ends the watching early (the next turn) is censoring: those
 * turns count for as long as they were seen, and are not dropped.
 */

/** One turn: what happened first and when, or until when nothing had. Times in ms from the turn's voiced end; never negative. */
export interface Course<Cause extends string> {
  readonly atMs: number;
  /** Undefined: censored at `atMs`. */
  readonly cause: Cause | undefined;
}

export interface IncidenceStep<Cause extends string> {
  readonly ms: number;
  /** Turns still open just before it. */
  readonly atRisk: number;
  /** Share in which each cause has come by `ms`, itself included. */
  readonly incidence: Readonly<Record<Cause, number>>;
  /** Share in which nothing has come yet. With the incidences it sums to 1. */
  readonly none: number;
}

/** One step for each time at which anything came. At equal times, what came precedes the end of watching. */
export function cumulativeIncidence<Cause extends string>(
  courses: readonly Course<Cause>[],
  causes: readonly Cause[],
): IncidenceStep<Cause>[] {
  const sorted = [...courses].sort((a, b) => a.atMs - b.atMs);
  const incidence = new Map<Cause, number>(causes.map((cause) => [cause, 0]));
  const steps: IncidenceStep<Cause>[] = [];
  let none = 1;
  for (let i = 0; i < sorted.length;) {
    const ms = sorted[i]?.atMs ?? 0;
    const atRisk = sorted.length - i;
    const came = new Map<Cause, number>();
    let end = i;
    for (; sorted[end]?.atMs === ms; end++) {
      const cause = sorted[end]?.cause;
      if (cause !== undefined) came.set(cause, (came.get(cause) ?? 0) + 1);
    }
    let left = none;
    for (const [cause, count] of came) {
      const share = (none * count) / atRisk;
      incidence.set(cause, (incidence.get(cause) ?? 0) + share);
      left -= share;
    }
    if (came.size > 0) {
      none = Math.max(0, left);
      // The keys are the causes, by construction.
      steps.push({ ms, atRisk, incidence: Object.fromEntries(incidence) as Record<Cause, number>, none });
    }
    i = end;
  }
  return steps;
}

/** The three ends of a turn that expects a reply (statistics.md). `none` is what is left. */
export type TurnEnd = 'premature' | 'reply';

/**
 * A turn as its reply windows saw it. A premature reply has come by the turn's voiced end already, and stands at 0: a wait is never
 * negative.
 */
export function turnCourse(turn: {
  readonly premature: boolean;
  readonly replyMs: number | undefined;
  readonly observedMs: number;
}): Course<TurnEnd> {
  if (turn.premature) return { atMs: 0, cause: 'premature' };
  if (turn.replyMs !== undefined) return { atMs: Math.max(0, turn.replyMs), cause: 'reply' };
  return { atMs: Math.max(0, turn.observedMs), cause: undefined };
}
