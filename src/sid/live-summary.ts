/** Figures of live barge-ins by agent (semantic-interruption.md, "Live barge-in"). */
import { percentile } from '../stats/percentile.js';
import { INVALID, isInvalid, type Invalid, type LiveInvalid, type LiveResult } from './live.js';
import type { Definition, SidScore } from './model.js';
import { scoreSid } from './score.js';

/** Shares stopped within these are told. */
export const WITHIN_MS = [200, 500, 1000, 2000] as const;

export interface LiveSid {
  readonly agent: string;
  readonly sid: SidScore;
  /** Of clips with a break. `stopped` of `breaks` stopped; latencies are of those. */
  readonly yields: {
    readonly breaks: number;
    readonly stopped: number;
    readonly p50Ms: number | undefined;
    readonly p90Ms: number | undefined;
    readonly worstMs: number | undefined;
    readonly within: readonly { readonly ms: number; readonly stopped: number }[];
    readonly tailMs: number;
    readonly restarts: number;
  };
  /** Of clips without a break at which it stopped: how often it went on, and after how long. */
  readonly resumes: { readonly stopped: number; readonly resumed: number; readonly medianMs: number | undefined };
  readonly talkOverMs: number;
  readonly invalid: readonly { readonly why: Invalid; readonly rule: string; readonly count: number }[];
}

export function summariseLiveSid(clips: readonly (LiveResult | LiveInvalid)[], definition: Definition): LiveSid[] {
  return [...new Set(clips.map(({ agent }) => agent))].map((agent) =>
    ofAgent(
      agent,
      clips.filter((one) => one.agent === agent),
      definition,
    ),
  );
}

function ofAgent(agent: string, clips: readonly (LiveResult | LiveInvalid)[], definition: Definition): LiveSid {
  const results = clips.filter((one): one is LiveResult => !isInvalid(one));
  const breaks = results.filter(({ mustStop }) => mustStop);
  const latencies = breaks.flatMap(({ stopMs }) => stopMs ?? []);
  const falseStops = results.filter(({ mustStop, stopMs }) => !mustStop && stopMs !== undefined);
  const resumes = falseStops.flatMap(({ resumeMs }) => resumeMs ?? []);
  const sum = (of: (one: LiveResult) => number, list: readonly LiveResult[]): number => list.reduce((total, one) => total + of(one), 0);
  const invalid = clips.filter(isInvalid);
  // A percentile counts those that did not stop as slower than all others: where it falls among them it is unknown.
  const all = [...latencies, ...breaks.filter(({ stopMs }) => stopMs === undefined).map(() => Infinity)];
  const known = (share: number): number | undefined => {
    const found = percentile(all, share);
    return found !== undefined && Number.isFinite(found) ? found : undefined;
  };
  return {
    agent,
    sid: scoreSid(
      results.map(({ pair }) => pair),
      definition,
    ),
    yields: {
      breaks: breaks.length,
      stopped: latencies.length,
      p50Ms: known(0.5),
      p90Ms: known(0.9),
      worstMs: known(1),
      within: WITHIN_MS.map((ms) => ({ ms, stopped: latencies.filter((one) => one <= ms).length })),
      tailMs: sum(({ tailMs }) => tailMs, breaks),
      restarts: sum(({ restarts }) => restarts, breaks),
    },
    resumes: { stopped: falseStops.length, resumed: resumes.length, medianMs: percentile(resumes, 0.5) },
    talkOverMs: sum(({ talkOverMs }) => talkOverMs, results),
    invalid: (Object.keys(INVALID) as Invalid[])
      .map((why) => ({ why, rule: INVALID[why], count: invalid.filter((one) => one.invalid === why).length }))
      .filter(({ count }) => count > 0),
  };
}
