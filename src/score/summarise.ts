/** A run's scores as counts (statistics.md: a rate is never without its counts); what may be said from them is in statistics/. */
import { median } from '../stats/median.js';
import type { RunManifest } from '../recording/model.js';
import { AcrossSessions } from './across.js';
import { ArmCounts } from './arms.js';
import { worstCase, type Bounds } from './bounds.js';
import { count, refOf, separate, type WindowLists, type WindowRef, type WithWindows } from './counted.js';
import { isDiagnostic } from './diagnostics.js';
import {
  MEASURES,
  type HealthFigures,
  type Measure,
  type MeasureSummary,
  type RunSummary,
  type SessionScore,
  type WindowScore,
} from './model.js';
import { StatisticsCounts } from './statistics/statistics.js';
import { SelectiveCounts } from './selective/counts.js';
import { SpoiledWindows } from './spoiled-windows.js';
import { addWindow, NO_WINDOWS, VerdictLists } from './tally.js';
import { Variants } from './variants.js';
import { agentsOf } from './agents-of.js';

export { NO_WINDOWS } from './tally.js';

/** What a summary keeps of a session; the rest of a score need not stay in memory. */
export type SessionResult = Pick<SessionScore, 'attempt' | 'session' | 'scene' | 'agent' | 'outcome' | 'reason' | 'windows'>;

/** What is known of a session beside its score. */
export interface SessionFacts {
  readonly health?: HealthFigures;
  /** Attempts before this one that the rig spoiled. */
  readonly replays?: number;
}

/** What a summary reads of a run; its scenes only for arms, sweeps and what they expect over many sessions, its suites for their primary measures. */
export type SummaryRun = Pick<RunManifest, 'id' | 'plan'> & Partial<Pick<RunManifest, 'agents' | 'scenes' | 'suites'>>;

interface MeasureSum {
  readonly agent: string;
  readonly measure: Measure;
  readonly verdicts: VerdictLists;
  readonly values: { readonly ms: number; readonly at: WindowRef }[];
  readonly censored: WindowRef[];
}

/** A summary, and the windows behind its numbers by where they stand in it. */
export interface SummaryWithWindows {
  readonly summary: RunSummary;
  readonly windows: WindowLists;
}

/** Adds sessions up one after another, so that 2,000 of them are never held together: what is kept of a window is its name. */
export class Summary {
  readonly #run: SummaryRun;
  readonly #sessions: RunSummary['sessions'][number][] = [];
  readonly #measures = new Map<string, MeasureSum>();
  readonly #spoiled = new SpoiledWindows();
  readonly #arms: ArmCounts;
  readonly #across: AcrossSessions;
  readonly #variants: Variants;
  readonly #statistics: StatisticsCounts;
  readonly #selective: SelectiveCounts;

  constructor(run: SummaryRun) {
    this.#run = run;
    this.#arms = new ArmCounts(run);
    this.#across = new AcrossSessions(run);
    this.#variants = new Variants(run);
    this.#statistics = new StatisticsCounts(run);
    this.#selective = new SelectiveCounts(run);
  }

  add(result: SessionResult, facts: SessionFacts = {}): void {
    const { attempt, session, scene, agent, outcome, reason } = result;
    const judged = result.windows.filter((one) => !isDiagnostic(one.measure));
    const failed = judged.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    const tally = judged.reduce(addWindow, NO_WINDOWS);
    const { health, replays = 0 } = facts;
    this.#sessions.push({
      ...{ attempt, session, scene, agent, outcome, reason, tally, failed },
      ...(health === undefined ? {} : { health }),
      ...(replays === 0 ? {} : { replays }),
    });
    this.#arms.add(result);
    this.#across.add(result);
    this.#variants.add(result);
    this.#statistics.add(result);
    this.#selective.add(result);
    this.#spoiled.add(result);
    if (outcome !== 'scored') return;
    for (const window of result.windows) this.#window(result, window);
  }

  done(): RunSummary {
    return this.withWindows().summary;
  }

  withWindows(): SummaryWithWindows {
    const { value, lists } = separate<RunSummary>(this.#counted());
    return { summary: value, windows: lists };
  }

  #counted(): WithWindows<RunSummary> {
    const agents = agentsOf(this.#run);
    const spoiled = this.#spoiled.counts();
    for (const { agent, measure } of spoiled) this.#sumOf(agent, measure);
    const order = (agent: string): number => agents.indexOf(agent);
    const measures = [...this.#measures.values()].sort(
      (a, b) => order(a.agent) - order(b.agent) || MEASURES.indexOf(a.measure) - MEASURES.indexOf(b.measure),
    );
    const arms = this.#arms.done();
    const across = this.#across.done();
    const variants = this.#variants.done();
    const selective = this.#selective.done();
    return {
      run: this.#run.id,
      sessions: this.#sessions,
      measures: measures.map(({ agent, measure, verdicts, values, censored }): WithWindows<MeasureSummary> => {
        const tally = verdicts.tally();
        const hidden = spoiled.find((one) => one.agent === agent && one.measure === measure)?.windows ?? [];
        const bounds = boundsOf(tally.pass.value, tally.pass.value + tally.fail.value, hidden);
        const row = { agent, measure, tally, value: rangeOf(values), censored: count(censored) };
        return bounds === undefined ? row : { ...row, bounds };
      }),
      outcomes: agents.map((agent) => this.#outcomes(agent)),
      ...(arms === undefined ? {} : { arms }),
      ...(across.length === 0 ? {} : { across }),
      ...(variants.length === 0 ? {} : { variants }),
      statistics: this.#statistics.done(),
      ...(selective === undefined ? {} : { selective }),
    };
  }

  #sumOf(agent: string, measure: Measure): MeasureSum {
    const key = JSON.stringify([agent, measure]);
    const sum = this.#measures.get(key) ?? { agent, measure, verdicts: new VerdictLists(), values: [], censored: [] };
    this.#measures.set(key, sum);
    return sum;
  }

  #window(result: SessionResult, window: WindowScore): void {
    const sum = this.#sumOf(result.agent, window.measure);
    const at = refOf(result, window);
    sum.verdicts.add(window, at);
    if (window.verdict === 'unscored') return;
    if (window.value.kind === 'measured') sum.values.push({ ms: window.value.ms, at });
    if (window.value.kind === 'censored') sum.censored.push(at);
  }

  #outcomes(agent: string): WithWindows<RunSummary['outcomes'][number]> {
    const own = this.#sessions.filter((session) => session.agent === agent);
    const of = (outcome: SessionScore['outcome']): WindowRef[] =>
      own.filter((session) => session.outcome === outcome).map((session) => refOf(session));
    const done = new Set(own.map((session) => session.session));
    const missing = this.#run.plan.filter((session) => session.agent === agent && !done.has(session.id)).length;
    const [scored, failed, spoiled] = [of('scored'), of('agent_failure'), of('rig_invalid')];
    const failureBounds = boundsOf(failed.length, scored.length + failed.length, spoiled);
    const replays = own.reduce((sum, session) => sum + (session.replays ?? 0), 0);
    return {
      agent,
      ...{ scored: count(scored), agentFailure: count(failed), rigInvalid: count(spoiled), missing },
      ...(failureBounds === undefined ? {} : { failureBounds }),
      ...(replays === 0 ? {} : { replays }),
    };
  }
}

/** All at once, for those who hold every score. */
export function summarise(run: SummaryRun, scores: Iterable<SessionResult>): RunSummary {
  return summariseWithWindows(run, scores).summary;
}

/** The same with the windows behind each number: a run's stored scores are all it takes. */
export function summariseWithWindows(run: SummaryRun, scores: Iterable<SessionResult>): SummaryWithWindows {
  const summary = new Summary(run);
  for (const score of scores) summary.add(score);
  return summary.withWindows();
}

function rangeOf(values: MeasureSum['values']): WithWindows<MeasureSummary['value']> {
  const all = values.map(({ ms }) => ms);
  const medianMs = median(all);
  if (medianMs === undefined) return undefined;
  return { medianMs, minMs: Math.min(...all), maxMs: Math.max(...all), n: count(values.map(({ at }) => at)) };
}

function boundsOf(hits: number, counted: number, spoiled: readonly WindowRef[]): WithWindows<Bounds> | undefined {
  const bounds = worstCase(hits, counted, spoiled.length);
  return bounds && { ...bounds, spoiled: count(spoiled) };
}
