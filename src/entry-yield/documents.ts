/** What is written of a score: JSON summary, metrics CSV, event CSV (entry-yield.md, Output; shapes in docs/entry-yield.md). */
import type { Rate } from '../stats/rate.js';
import { csvLine } from '../tabular/csv.js';
import { ANNOTATION_TOLERANCE_S, ENTRY_CAP_S, EPS_S, GAP_STEPS, YIELD_FROM_S, YIELD_TO_S } from './constants.js';
import type { SessionFrames } from './frames.js';
import { KINDS, TASKS, type Excluded, type ScoredOpportunity } from './model.js';
import type { OperatingPoint } from './operating-point.js';
import type { EntryYieldScore, ExclusionCount } from './summary.js';

/** The JSON summary. Absent values are null. */
export function summaryJson(score: EntryYieldScore): object {
  const task = (one: EntryYieldScore['tasks']['entry']): object => ({
    ap: one.ap ?? null,
    auc: one.auc ?? null,
    positives: one.positives,
    negatives: one.negatives,
    prevalence: one.prevalence ?? null,
    reviews: one.reviews,
    scored: one.scored,
    coverage: one.coverage ?? null,
    excluded: counted(one.exclusions),
  });
  return {
    reading: score.reading,
    entry: task(score.tasks.entry),
    yield: task(score.tasks.yield),
    entryAgainstBackchannels: { ...score.backchannel, ap: score.backchannel.ap ?? null },
    excluded: score.exclusions,
    kinds: score.kinds,
    sessions: score.sessions.map(({ step, ...line }) => ({ ...line, framesPerSecond: step === undefined ? null : round(1 / step) })),
    operatingPoints: score.operatingPoints.map(pointJson),
    constants: {
      epsS: EPS_S,
      entryCapS: ENTRY_CAP_S,
      yieldFromS: YIELD_FROM_S,
      yieldToS: YIELD_TO_S,
      gapSteps: GAP_STEPS,
      annotationToleranceS: ANNOTATION_TOLERANCE_S,
    },
  };
}

const counted = (exclusions: readonly ExclusionCount[]): object => Object.fromEntries(exclusions.map(({ why, count }) => [why, count]));
const round = (value: number): number => Math.round(value * 1e6) / 1e6;

function pointJson(point: OperatingPoint): object {
  return {
    ...point,
    threshold: point.threshold ?? null,
    calibration: { ...point.calibration, recall: point.calibration.recall ?? null },
    truePositives: rateJson(point.truePositives),
    falsePositives: rateJson(point.falsePositives),
    precision: point.precision ?? null,
  };
}

function rateJson({ successes, windows, rate, clusters, interval }: Rate): object {
  const { kind, ...rest } = interval;
  return { count: successes, of: windows, rate: rate ?? null, sessions: clusters, interval: kind === 'interval' ? rest : null };
}

export function metricsCsv(score: EntryYieldScore): string {
  const names = ['task', 'reading', 'ap', 'auc', 'positives', 'negatives', 'prevalence', 'reviews', 'scored', 'coverage'];
  const rows = TASKS.map((task) => {
    const { ap, auc, positives, negatives, prevalence, reviews, scored, coverage } = score.tasks[task];
    const reading = task === 'entry' ? score.reading : 'closed';
    return [task, reading, ap, auc, positives, negatives, prevalence, reviews, scored, coverage];
  });
  return [names, ...rows].map(csvLine).join('');
}

const EVENT_COLUMNS = [
  'session',
  'id',
  'task',
  'kind',
  'label',
  'anchor',
  'end',
  'window_from',
  'censor',
  'horizon',
  'causal_cutoff',
  'eligible_competitors',
  'frames',
  'score',
  'probabilities',
  'excluded',
  'detail',
] as const;

/**
 * One line an event, scored ones first. `causal_cutoff` is the time of the last frame that was read; `probabilities` are the wearer's in the
 * window, in order, separated by spaces.
 */
export function eventsCsv(score: EntryYieldScore, sessions: ReadonlyMap<string, SessionFrames>): string {
  const lines = [csvLine(EVENT_COLUMNS)];
  for (const one of score.scored) lines.push(scoredLine(one, sessions.get(one.session)));
  for (const one of score.excluded) lines.push(excludedLine(one));
  return lines.join('');
}

function scoredLine(one: ScoredOpportunity, frames: SessionFrames | undefined): string {
  const { as, task } = KINDS[one.kind];
  const label = as === 'diagnostic' ? undefined : as === 'positive' ? 1 : 0;
  const last = one.first + one.frames;
  return csvLine([
    one.session,
    one.id,
    task,
    one.kind,
    label,
    one.opens,
    one.end,
    one.window.from,
    one.window.to,
    one.window.horizon,
    frames?.t[last - 1],
    one.eligible,
    one.frames,
    one.score,
    frames === undefined ? undefined : frames.p.subarray(one.first, last).join(' '),
    undefined,
    undefined,
  ]);
}

function excludedLine({ session, id, task, kind, why, detail, opportunity }: Excluded): string {
  const nothing = Array.from({ length: EVENT_COLUMNS.length - 9 }, () => undefined);
  return csvLine([session, id, task, kind, undefined, opportunity?.opens, opportunity?.end, ...nothing, why, detail]);
}
