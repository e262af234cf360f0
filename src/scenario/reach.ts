/**
 * What a planned run can see (statistics.md, Power): the smallest rise of premature replies and the smallest shift of the median wait, at
 * 90% power, between two agents on these scenes, or between this run and a later one like it.
 *
 * What a run is like is not known before it: the rate of premature replies, the spread of waits and the likeness of a scene's repeats are
 * assumed, and printed with the answer.
 */
import { FEWEST_CLUSTERS } from '../stats/clusters.js';
import { effectiveWindows, POWER, smallestRise, smallestShift, USUAL_ICC } from '../stats/power.js';
import type { CompiledScene, PlannedSession } from './model.js';

/** One turn in ten is cut into (chosen: between an agent that waits and one that ends turns by silence alone, facts.md). */
export const ASSUMED_PREMATURE = 0.1;
/** Standard deviation of single waits, ms (chosen: a pipeline that answers after 700 ms most times, and now and then after 1.5 s). */
export const ASSUMED_WAIT_DEVIATION_MS = 300;

export interface Reach {
  /** Scenes with a turn that expects a reply, variants of one together. */
  readonly scenes: number;
  /** Such turns a scene and agent, over variants and repeats: the mean. */
  readonly windows: number;
  /** Independent windows that tell as much, an agent. */
  readonly effectiveN: number;
  readonly power: number;
  readonly assumed: { readonly icc: number; readonly premature: number; readonly waitDeviationMs: number };
  /** Rise of the share of premature replies, from the assumed one; null where even a rise to 100% would not be seen. */
  readonly premature: number | null;
  /** Shift of the median wait, ms. */
  readonly waitMs: number | null;
  /** Scenes that are missing for intervals over scenes. */
  readonly missingForIntervals: number;
}

/** Undefined where no turn expects a reply. */
export function reachOf(scenes: readonly CompiledScene[], sessions: readonly PlannedSession[]): Reach | undefined {
  const byId = new Map(scenes.map((one) => [`${one.suite}/${one.id}`, one]));
  const agents = new Set(sessions.map(({ agent }) => agent)).size;
  const windows = new Map<string, number>();
  for (const session of sessions) {
    const found = byId.get(`${session.suite}/${session.scene}`);
    const expecting = found?.turns.filter(({ expect }) => expect.kind === 'reply').length ?? 0;
    if (found === undefined || expecting === 0) continue;
    const cluster = `${found.suite}/${found.scene}`;
    windows.set(cluster, (windows.get(cluster) ?? 0) + expecting / agents);
  }
  if (windows.size === 0) return undefined;
  const mean = [...windows.values()].reduce((sum, one) => sum + one, 0) / windows.size;
  const design = { clusters: windows.size, repeats: mean, icc: USUAL_ICC };
  const [rise, shift] = [smallestRise(design, ASSUMED_PREMATURE), smallestShift(design, ASSUMED_WAIT_DEVIATION_MS)];
  return {
    scenes: windows.size,
    windows: tenths(mean),
    effectiveN: tenths(effectiveWindows(design)),
    power: POWER,
    assumed: { icc: USUAL_ICC, premature: ASSUMED_PREMATURE, waitDeviationMs: ASSUMED_WAIT_DEVIATION_MS },
    premature: rise.kind === 'smallest' ? Math.round(rise.change * 1000) / 1000 : null,
    waitMs: shift.kind === 'smallest' ? Math.round(shift.change) : null,
    missingForIntervals: Math.max(0, FEWEST_CLUSTERS - windows.size),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** One or two sentences for people. */
export function reachWords(reach: Reach | undefined): string {
  if (reach === undefined) return 'No turn expects a reply: nothing is said of what the run can see.';
  const { scenes, windows, power, assumed, premature, waitMs, missingForIntervals } = reach;
  const given = `${scenes} ${scenes === 1 ? 'scene' : 'scenes'} with ${windows} ${windows === 1 ? 'turn' : 'turns'} each that expect a reply`;
  const rise =
    premature === null
      ? undefined
      : `the share of premature replies goes from ${percent(assumed.premature)} to ${percent(assumed.premature + premature)} or more`;
  const shift = waitMs === null ? undefined : `the median wait for a reply changes by ${waitMs} ms or more`;
  const seen = [rise, shift].filter((one) => one !== undefined);
  const shows =
    seen.length === 0
      ? `cannot show a difference between two agents, or between this run and a later one`
      : `show a difference between two agents, or between this run and a later one, ${inTen(power)} times in ten where ${seen.join(', or ')}; a smaller one may go unseen`;
  const intervals =
    missingForIntervals === 0
      ? ''
      : ` Rates will be counts only: intervals over scenes need ${missingForIntervals} more ${missingForIntervals === 1 ? 'scene' : 'scenes'}.`;
  return (
    `What this run can show: ${given} ${shows}` +
    ` (assumed: turns of one scene are alike by ${assumed.icc}, waits vary by ${assumed.waitDeviationMs} ms).${intervals}`
  );
}

const inTen = (power: number): string => String(Math.round(10 * power));
