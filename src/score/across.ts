/**
 * What a scene expects of all its sessions together (live case C15): the spread of a value over the repeats of one variant against one
 * agent. Two clusters of latency hide behind a mean; the distance between two percentiles does not hide them, and the values are kept so
 * that the distribution can be shown.
 *
 * A reply that never came is later than everything that was measured: it takes its place at the upper end and is never dropped
 * (statistics.md). Sessions in which there is no such value (the rig spoiled them, the window is unscored, the agent was speaking
 * already) are counted apart.
 */
import type { AcrossExpectation, CompiledScene, PlannedSession } from '../scenario/model.js';
import { count, Counted, refOf, type WindowRef, type WithWindows } from './counted.js';
import { ms } from './values.js';
import type { AcrossResult, SessionScore, Value, WindowScore } from './model.js';

type Result = Pick<SessionScore, 'attempt' | 'session' | 'outcome' | 'windows'>;
type Found = Pick<AcrossResult, 'verdict' | 'reason'> & Partial<Pick<AcrossResult, 'lowMs' | 'highMs' | 'spreadMs' | 'plusMinusMs'>>;

interface Collected {
  readonly base: Pick<AcrossResult, 'agent' | 'suite' | 'scene' | 'turn' | 'measure' | 'low' | 'high' | 'limitMs'>;
  readonly least: number;
  readonly values: { readonly ms: number; readonly plusMinusMs: number; readonly at: WindowRef }[];
  readonly above: { readonly ms: number; readonly at: WindowRef }[];
  readonly without: WindowRef[];
}

export class AcrossSessions {
  readonly #planned: ReadonlyMap<string, PlannedSession>;
  readonly #expected: ReadonlyMap<string, readonly AcrossExpectation[]>;
  readonly #found = new Map<string, Collected>();

  constructor(run: { readonly plan: readonly PlannedSession[]; readonly scenes?: readonly CompiledScene[] }) {
    const scenes = (run.scenes ?? []).flatMap(({ suite, id, across }) => (across ? [[`${suite}/${id}`, across] as const] : []));
    this.#expected = new Map(scenes);
    this.#planned = new Map(scenes.length === 0 ? [] : run.plan.map((session) => [session.id, session]));
    // In the order of the plan, and also where not one session comes.
    for (const session of this.#planned.values())
      for (const [i, one] of (this.#expected.get(`${session.suite}/${session.scene}`) ?? []).entries()) this.#of(session, one, i);
  }

  add(result: Result): void {
    const session = this.#planned.get(result.session);
    if (!session) return;
    for (const [i, one] of (this.#expected.get(`${session.suite}/${session.scene}`) ?? []).entries()) {
      const sum = this.#of(session, one, i);
      const window = result.windows.find(({ turn, measure }) => turn === one.turn && measure === one.measure);
      const value = result.outcome === 'scored' ? valueIn(window) : undefined;
      const at = refOf(result, window);
      if (value === undefined) sum.without.push(at);
      else if (value.kind === 'censored') sum.above.push({ ms: value.aboveMs, at });
      else if (value.kind === 'measured') sum.values.push({ ms: value.ms, plusMinusMs: value.plusMinusMs, at });
      else sum.values.push({ ms: (value.fromMs + value.toMs) / 2, plusMinusMs: (value.toMs - value.fromMs) / 2, at });
    }
  }

  done(): readonly WithWindows<AcrossResult>[] {
    return [...this.#found.values()].map(judge);
  }

  #of({ agent, suite, scene }: PlannedSession, { turn, measure, spread, least }: AcrossExpectation, index: number): Collected {
    const key = JSON.stringify([agent, suite, scene, index]);
    const known = this.#found.get(key);
    if (known) return known;
    const { low, high, within } = spread;
    const base = { agent, suite, scene, turn, measure, low, high, limitMs: ms(within) };
    const made: Collected = { base, least, values: [], above: [], without: [] };
    this.#found.set(key, made);
    return made;
  }
}

function valueIn(window: WindowScore | undefined): Exclude<Value, { kind: 'none' }> | undefined {
  if (!window || window.verdict === 'unscored' || window.value.kind === 'none') return undefined;
  return window.value;
}

function judge({ base, least, values, above, without }: Collected): WithWindows<AcrossResult> {
  const rising = [...values].sort((a, b) => a.ms - b.ms);
  const sorted = rising.map((value) => value.ms);
  const aboveMs = above.map((one) => one.ms);
  const n = sorted.length + aboveMs.length;
  const rest = {
    values: new Counted(
      sorted.map(round),
      rising.map(({ at }) => at),
    ),
    censored: count(above.map(({ at }) => at)),
    without: count(without),
  };
  return { ...base, ...rest, ...(n < least ? tooFew(n, least) : spreadOf(base, values, sorted, aboveMs)) };
}

function tooFew(n: number, least: number): Found {
  return { verdict: 'unscored', reason: `${n} value${n === 1 ? '' : 's'}, ${least} are needed` };
}

function spreadOf(
  { low, high, limitMs }: Collected['base'],
  values: Collected['values'],
  sorted: readonly number[],
  aboveMs: readonly number[],
): Found {
  const n = sorted.length + aboveMs.length;
  const lowMs = percentile(sorted, n, low);
  const highMs = percentile(sorted, n, high);
  const what = `p${high} - p${low}`;
  const shown = clustersOf(sorted, aboveMs, limitMs);
  if (lowMs === undefined) return { verdict: 'unscored', reason: `more than ${100 - low}% had no value in their windows: ${shown}` };
  if (highMs === undefined) {
    // It is at least as far as the shortest of the windows in which nothing came.
    const atLeast = Math.min(...aboveMs) - lowMs;
    const reason = `${what} is more than ${Math.round(atLeast)} ms, the limit is ${Math.round(limitMs)} ms: ${shown}`;
    return { verdict: atLeast > limitMs ? 'fail' : 'unscored', reason, lowMs: round(lowMs) };
  }
  const spreadMs = highMs - lowMs;
  // Two independent edges; each percentile is about as sure as the least sure value.
  const plusMinusMs = Math.SQRT2 * Math.max(...values.map((value) => value.plusMinusMs));
  const sure = Math.abs(spreadMs - limitMs) > plusMinusMs || plusMinusMs === 0;
  const verdict = sure ? (spreadMs <= limitMs ? 'pass' : 'fail') : 'within-uncertainty';
  const reason = `${what} is ${Math.round(spreadMs)} ms, the limit is ${Math.round(limitMs)} ms: ${shown}`;
  return { verdict, reason, lowMs: round(lowMs), highMs: round(highMs), spreadMs: round(spreadMs), plusMinusMs: round(plusMinusMs) };
}

/** Linear percentile (type 7, as numpy's) of `n` values of which the measured ones are the lowest; undefined where it lies beyond them. */
function percentile(sorted: readonly number[], n: number, percent: number): number | undefined {
  const at = (percent / 100) * (n - 1);
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (at - Math.floor(at));
}

/** "12 from 290 to 410 ms, 8 from 2410 to 2560 ms, 1 above 4000 ms": values that lie more than the limit apart stand in clusters of their own. */
function clustersOf(sorted: readonly number[], aboveMs: readonly number[], limitMs: number): string {
  const clusters: { n: number; readonly from: number; to: number }[] = [];
  for (const value of sorted) {
    const last = clusters.at(-1);
    if (last && value - last.to <= limitMs) {
      last.n += 1;
      last.to = value;
    } else clusters.push({ n: 1, from: value, to: value });
  }
  const words = clusters.map(({ n, ...ends }) => {
    const [from, to] = [Math.round(ends.from), Math.round(ends.to)];
    return from === to ? `${n} at ${from} ms` : `${n} from ${from} to ${to} ms`;
  });
  if (aboveMs.length > 0) words.push(`${aboveMs.length} above ${Math.round(Math.min(...aboveMs))} ms`);
  return words.join(', ') || 'none';
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
