/** A run's scores as counts (statistics.md: a rate is never without its counts); what may be said from them is in statistics/. */
import { median } from '../stats/median.js';
import type { RunManifest } from '../recording/model.js';
import { AcrossSessions } from './across.js';
import { ArmCounts } from './arms.js';
import { worstCase } from './bounds.js';
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
import { addWindow, NO_WINDOWS } from './tally.js';
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
  tally: MeasureSummary['tally'];
  readonly values: number[];
  censored: number;
}

/** Adds sessions up one after another, so that 2,000 of them are never held together. */
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
    this.#arms.add(result, tally);
    this.#across.add(result);
    this.#variants.add(result);
    this.#statistics.add(result);
    this.#selective.add(result);
    this.#spoiled.add(result);
    if (outcome !== 'scored') return;
    for (const window of result.windows) this.#window(agent, window);
  }

  done(): RunSummary {
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
      measures: measures.map(({ agent, measure, tally, values, censored }): MeasureSummary => {
        const hidden = spoiled.find((one) => one.agent === agent && one.measure === measure)?.windows ?? 0;
        const bounds = worstCase(tally.pass, tally.pass + tally.fail, hidden);
        return { agent, measure, tally, value: rangeOf(values), censored, ...(bounds === undefined ? {} : { bounds }) };
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
    const sum = this.#measures.get(key) ?? { agent, measure, tally: NO_WINDOWS, values: [], censored: 0 };
    this.#measures.set(key, sum);
    return sum;
  }

  #window(agent: string, window: WindowScore): void {
    const sum = this.#sumOf(agent, window.measure);
    sum.tally = addWindow(sum.tally, window);
    if (window.verdict === 'unscored') return;
    if (window.value.kind === 'measured') sum.values.push(window.value.ms);
    if (window.value.kind === 'censored') sum.censored += 1;
  }

  #outcomes(agent: string): RunSummary['outcomes'][number] {
    const own = this.#sessions.filter((session) => session.agent === agent);
    const of = (outcome: SessionScore['outcome']): number => own.filter((session) => session.outcome === outcome).length;
    const done = new Set(own.map((session) => session.session));
    const missing = this.#run.plan.filter((session) => session.agent === agent && !done.has(session.id)).length;
    const counts = { scored: of('scored'), agentFailure: of('agent_failure'), rigInvalid: of('rig_invalid'), missing };
    const failureBounds = worstCase(counts.agentFailure, counts.scored + counts.agentFailure, counts.rigInvalid);
    const replays = own.reduce((sum, session) => sum + (session.replays ?? 0), 0);
    return {
      agent,
      ...counts,
      ...(failureBounds === undefined ? {} : { failureBounds }),
      ...(replays === 0 ? {} : { replays }),
    };
  }
}

/** All at once, for those who hold every score. */
export function summarise(run: SummaryRun, scores: Iterable<SessionResult>): RunSummary {
  const summary = new Summary(run);
  for (const score of scores) summary.add(score);
  return summary.done();
}

function rangeOf(values: readonly number[]): MeasureSummary['value'] {
  const medianMs = median(values);
  if (medianMs === undefined) return undefined;
  return { medianMs, minMs: Math.min(...values), maxMs: Math.max(...values), n: values.length };
}
