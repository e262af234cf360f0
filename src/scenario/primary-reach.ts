/**
 * What a planned run can see of its suites' primary measures (statistics.md, Power): the claim that is made without a correction for many
 * measures. Windows, correlation and spread are as in reach.ts, and assumed as there.
 */
import { effectiveWindows, POWER, smallestRise, smallestShift, USUAL_ICC, type Design } from '../stats/power.js';
import { timesJudged } from './judged.js';
import type { CompiledScene, PlannedSession, PrimaryMeasure } from './model.js';
import { ASSUMED_PREMATURE, ASSUMED_WAIT_DEVIATION_MS } from './reach.js';

export interface PrimaryReach {
  readonly suite: string;
  readonly measure: PrimaryMeasure;
  /** Scenes that are judged by it, variants of one together; 0 where none of those that are played is. */
  readonly scenes: number;
  /** Turns a scene and agent that are judged by it, over variants and repeats: the mean. */
  readonly windows: number;
  readonly effectiveN: number;
  readonly power: number;
  /** `icc` within a scene; the share that is not met, or for `wait` how much single waits vary, ms. */
  readonly assumed: { readonly icc: number; readonly failing?: number; readonly waitDeviationMs?: number };
  /** Rise of the share that is not met; for `wait` the shift of the median, ms. Null where none would be seen. */
  readonly change: number | null;
}

export interface PlannedSuite {
  readonly name: string;
  readonly scenes: readonly CompiledScene[];
  readonly primary?: PrimaryMeasure;
}

/** One entry a suite that declares a primary measure, in the order of the suites. */
export function primaryReachOf(suites: readonly PlannedSuite[], sessions: readonly PlannedSession[]): PrimaryReach[] {
  const agents = new Set(sessions.map(({ agent }) => agent)).size;
  return suites.flatMap(({ name, scenes, primary }) => (primary === undefined ? [] : [ofSuite(name, scenes, primary)]));

  function ofSuite(suite: string, scenes: readonly CompiledScene[], measure: PrimaryMeasure): PrimaryReach {
    const windows = new Map<string, number>();
    for (const session of sessions.filter((one) => one.suite === suite)) {
      const found = scenes.find(({ id }) => id === session.scene);
      const judged = found === undefined ? 0 : timesJudged(found, measure);
      if (found === undefined || judged === 0) continue;
      windows.set(found.scene, (windows.get(found.scene) ?? 0) + judged / agents);
    }
    const mean = windows.size === 0 ? 0 : [...windows.values()].reduce((sum, one) => sum + one, 0) / windows.size;
    const design = { clusters: windows.size, repeats: mean, icc: USUAL_ICC };
    return {
      suite,
      measure,
      scenes: windows.size,
      windows: tenths(mean),
      effectiveN: windows.size === 0 ? 0 : tenths(effectiveWindows(design)),
      power: POWER,
      assumed: {
        icc: USUAL_ICC,
        ...(measure === 'wait' ? { waitDeviationMs: ASSUMED_WAIT_DEVIATION_MS } : { failing: ASSUMED_PREMATURE }),
      },
      change: windows.size === 0 ? null : changeOf(design, measure),
    };
  }
}

function changeOf(design: Design, measure: PrimaryMeasure): number | null {
  const found = measure === 'wait' ? smallestShift(design, ASSUMED_WAIT_DEVIATION_MS) : smallestRise(design, ASSUMED_PREMATURE);
  if (found.kind === 'none') return null;
  return measure === 'wait' ? Math.round(found.change) : Math.round(found.change * 1000) / 1000;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** A sentence or two a suite. */
export function primaryReachWords({ suite, measure, scenes, windows, power, assumed, change }: PrimaryReach): string {
  const head = `Primary measure of ${suite}: ${measure}.`;
  if (scenes === 0) return `${head} None of the scenes that are played is judged by it.`;
  const on = `${scenes} ${scenes === 1 ? 'scene' : 'scenes'} x ${windows} ${windows === 1 ? 'turn' : 'turns'} an agent`;
  const { failing, waitDeviationMs } = assumed;
  const seen =
    failing === undefined
      ? change === null
        ? 'no shift of the median wait'
        : `a shift of the median wait by ${change} ms`
      : change === null
        ? 'no rise of the share that is not met'
        : `a rise of the share that is not met from ${percent(failing)} to ${percent(failing + change)}`;
  const spread = waitDeviationMs === undefined ? '' : `, waits that vary by ${waitDeviationMs} ms`;
  return `${head} At ${percent(power)} power ${on} show ${seen} between two agents (assumed: correlation ${assumed.icc} in a scene${spread}).`;
}
