/** Threshold-free figures of one task (entry-yield.md, Output): average precision with counts, prevalence and coverage. */
import { averagePrecision, type Scored } from '../stats/average-precision.js';
import { rocAuc } from '../stats/roc-auc.js';
import { KINDS, type Excluded, type Kind, type Opportunity, type ScoredOpportunity, type Task } from './model.js';

export interface TaskMetrics {
  readonly task: Task;
  /** Undefined without a positive. */
  readonly ap: number | undefined;
  /** Undefined without a positive or a negative. */
  readonly auc: number | undefined;
  readonly positives: number;
  readonly negatives: number;
  /** Share of positives, what a model that knows nothing reaches; undefined of nothing. */
  readonly prevalence: number | undefined;
  /** Reviews of this task, and how many of them are scored here; diagnostics apart. */
  readonly reviews: number;
  readonly scored: number;
  readonly coverage: number | undefined;
}

/** ENTRY against wearer's backchannels: a diagnostic of its own, out of the headline figures. */
export interface BackchannelDiagnostic {
  readonly ap: number | undefined;
  readonly positives: number;
  readonly backchannels: number;
}

export const isPositive = ({ kind }: Pick<Opportunity, 'kind'>): boolean => KINDS[kind].as === 'positive';
/** Whether it belongs into the headline figures of a task. */
export const counts = (kind: Kind, task: Task): boolean => KINDS[kind].task === task && KINDS[kind].as !== 'diagnostic';

const asScored = (all: readonly ScoredOpportunity[]): Scored[] => all.map((one) => ({ positive: isPositive(one), score: one.score }));

export function taskMetrics(task: Task, scored: readonly ScoredOpportunity[], excluded: readonly Excluded[]): TaskMetrics {
  const own = scored.filter(({ kind }) => counts(kind, task));
  const positives = own.filter(isPositive).length;
  const left = excluded.filter((one) => one.task === task && !isDiagnostic(one.kind)).length;
  const reviews = own.length + left;
  return {
    task,
    ap: averagePrecision(asScored(own)),
    auc: rocAuc(asScored(own)),
    positives,
    negatives: own.length - positives,
    prevalence: own.length === 0 ? undefined : positives / own.length,
    reviews,
    scored: own.length,
    coverage: reviews === 0 ? undefined : own.length / reviews,
  };
}

const isDiagnostic = (kind: string): boolean => kind === 'ENTRY_WEARER_BACKCHANNEL';

export function backchannelDiagnostic(scored: readonly ScoredOpportunity[]): BackchannelDiagnostic {
  const own = scored.filter(({ kind }) => kind === 'ENTRY_WEARER' || kind === 'ENTRY_WEARER_BACKCHANNEL');
  const positives = own.filter(isPositive).length;
  return { ap: averagePrecision(asScored(own)), positives, backchannels: own.length - positives };
}
