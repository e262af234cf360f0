/** live.json: the points with their intervals, the offline curves beside them, and every span that stands behind a figure. */
import type { MeanInterval } from '../../stats/bootstrap-t.js';
import type { RateInterval } from '../../stats/rate.js';
import type { HoldRange } from '../metrics/span-table.js';
import type { ChartCurve, ChartPoint } from './chart.js';
import { countsAsHold, type TurnOutcome } from './outcome.js';
import type { LivePlan } from './plan.js';
import type { LiveLatency, LivePoint, LiveRate, LiveResult } from './point.js';

export const LIVE_DOCUMENT_VERSION = 1;

const bar = (interval: RateInterval | MeanInterval): [number, number] | undefined =>
  interval.kind === 'interval' ? [interval.low, interval.high] : undefined;
const said = (interval: RateInterval | MeanInterval): object =>
  interval.kind === 'interval'
    ? {
        interval: [interval.low, interval.high],
        level: interval.level,
        ...('sparse' in interval && interval.sparse ? { note: interval.note } : {}),
      }
    : { interval: null, why: interval.reason };

function rateJson({ hits, of, rate, turns, interval }: LiveRate): object {
  return { count: hits, of, rate: rate ?? null, turns, ...said(interval) };
}

function latencyJson({ n, censored, meanS, medianS, interval }: LiveLatency): object {
  return { n, censored, mean_s: meanS ?? null, median_s: medianS ?? null, ...said(interval) };
}

export function pointJson({ agent, sessions, cutoffs, latency, calls, excluded, inWords }: LivePoint): object {
  return {
    agent,
    sessions,
    spans: {
      cutoffs: { ...rateJson(cutoffs), ...(cutoffs.bounds === undefined ? {} : { bounds: cutoffs.bounds }) },
      latency: latencyJson(latency),
    },
    calls: { cutoffs: rateJson(calls.cutoffs), latency: latencyJson(calls.latency) },
    excluded,
    onsets_in_words: inWords,
  };
}

/** Every span that was played in a session that counts. */
function spansJson(plan: LivePlan, outcomes: readonly TurnOutcome[]): object[] {
  const turns = new Map(plan.turns.map((turn) => [turn.id, turn]));
  return outcomes.flatMap(({ id, session, agent, holds, end }) => {
    const base = { agent, session, id };
    const eot = turns.get(id)?.eot;
    const held = holds.map(({ span, cut, onsetS, why }) => ({
      ...base,
      span_index: span.spanIndex,
      label: 'hold',
      duration_s: rounded(span.end - span.start),
      cutoff: cut ?? null,
      ...(onsetS === undefined ? {} : { onset_s: rounded(onsetS) }),
      ...(why === undefined ? {} : { excluded: why }),
    }));
    if (end === undefined) return held;
    const ended = {
      ...base,
      span_index: eot?.spanIndex ?? null,
      label: 'eot',
      latency_s: end.latencyS === undefined ? null : rounded(end.latencyS),
      ...(end.latencyS === undefined ? {} : { plus_minus_s: rounded(end.plusMinusS), censored: end.censored }),
      ...(end.why === undefined ? {} : { excluded: end.why }),
    };
    return [...held, ended];
  });
}

const rounded = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

export interface LiveFindings {
  readonly plan: LivePlan;
  readonly range: HoldRange;
  readonly result: LiveResult;
  readonly curves: readonly ChartCurve[];
  /** One sentence where latencies may not be judged; they are then in no figure. */
  readonly latencyNote: string | undefined;
}

/** What was played, and the offline curves: all but the points. */
export function aboutJson({ plan, range, curves, latencyNote }: Omit<LiveFindings, 'result'>): object {
  const holds = plan.turns.flatMap((turn) => turn.holds).filter((hold) => countsAsHold(hold, range));
  return {
    version: LIVE_DOCUMENT_VERSION,
    dataset: plan.dataset,
    turns: plan.turns.length,
    holds: holds.length,
    timeout_s: plan.timeoutS,
    min_hold_span_duration: range.min,
    max_hold_span_duration: range.max,
    ...(latencyNote === undefined ? {} : { latencies_not_judged: latencyNote }),
    curves: curves.map(({ name, points }) => ({ name, points: points.map(({ latency, cutoffs }) => [latency, cutoffs]) })),
  };
}

export function liveJson(findings: LiveFindings): object {
  const { points, outcomes } = findings.result;
  return { ...aboutJson(findings), points: points.map(pointJson), spans: spansJson(findings.plan, outcomes) };
}

/** What can be drawn of a point; undefined where one of its figures is missing. */
export function chartPoint({ agent, cutoffs, latency }: LivePoint, name = agent): ChartPoint | undefined {
  if (cutoffs.rate === undefined || latency.meanS === undefined) return undefined;
  const [across, up] = [bar(latency.interval), bar(cutoffs.interval)];
  return {
    name,
    latency: latency.meanS,
    cutoffs: cutoffs.rate,
    ...(across === undefined ? {} : { latencyBar: across }),
    ...(up === undefined ? {} : { cutoffBar: up }),
  };
}
