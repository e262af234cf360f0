/** A run's scores as counts (statistics.md: a rate is never without its counts). Intervals and tests belong to a later issue. */
import { median } from '../stats/median.js';
import type { RunManifest } from '../recording/model.js';
import { MEASURES, type Measure, type MeasureSummary, type RunSummary, type SessionScore, type Tally, type WindowScore } from './model.js';

export const NO_WINDOWS: Tally = { pass: 0, fail: 0, withinUncertainty: 0, unscored: 0 };

/** What a summary keeps of a session; the rest of a score need not stay in memory. */
export type SessionResult = Pick<SessionScore, 'attempt' | 'session' | 'scene' | 'agent' | 'outcome' | 'reason' | 'windows'>;

/** Adds sessions up one after another, so that 2,000 of them are never held together. */
export class Summary {
  readonly #run: Pick<RunManifest, 'id' | 'plan'>;
  readonly #sessions: RunSummary['sessions'][number][] = [];
  readonly #measures = new Map<string, { agent: string; measure: Measure; tally: Tally; values: number[]; censored: number }>();

  constructor(run: Pick<RunManifest, 'id' | 'plan'>) {
    this.#run = run;
  }

  add(result: SessionResult): void {
    const { attempt, session, scene, agent, outcome, reason } = result;
    const judged = result.windows.filter((one) => !isDiagnostic(one.measure));
    const failed = judged.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    this.#sessions.push({ attempt, session, scene, agent, outcome, reason, tally: judged.reduce(count, NO_WINDOWS), failed });
    if (outcome !== 'scored') return;
    for (const window of result.windows) this.#window(agent, window);
  }

  done(): RunSummary {
    const agents = [...new Set(this.#run.plan.map((session) => session.agent))];
    const order = (agent: string): number => agents.indexOf(agent);
    const measures = [...this.#measures.values()].sort(
      (a, b) => order(a.agent) - order(b.agent) || MEASURES.indexOf(a.measure) - MEASURES.indexOf(b.measure),
    );
    return {
      run: this.#run.id,
      sessions: this.#sessions,
      measures: measures.map(({ agent, measure, tally, values, censored }): MeasureSummary => {
        return { agent, measure, tally, value: rangeOf(values), censored };
      }),
      outcomes: agents.map((agent) => this.#outcomes(agent)),
    };
  }

  #window(agent: string, window: WindowScore): void {
    const key = JSON.stringify([agent, window.measure]);
    const sum = this.#measures.get(key) ?? { agent, measure: window.measure, tally: NO_WINDOWS, values: [], censored: 0 };
    sum.tally = count(sum.tally, window);
    if (window.verdict !== 'unscored') {
      if (window.value.kind === 'measured') sum.values.push(window.value.ms);
      if (window.value.kind === 'censored') sum.censored += 1;
    }
    this.#measures.set(key, sum);
  }

  #outcomes(agent: string): RunSummary['outcomes'][number] {
    const own = this.#sessions.filter((session) => session.agent === agent);
    const of = (outcome: SessionScore['outcome']): number => own.filter((session) => session.outcome === outcome).length;
    const done = new Set(own.map((session) => session.session));
    const missing = this.#run.plan.filter((session) => session.agent === agent && !done.has(session.id)).length;
    return { agent, scored: of('scored'), agentFailure: of('agent_failure'), rigInvalid: of('rig_invalid'), missing };
  }
}

/** All at once, for those who hold every score. */
export function summarise(run: Pick<RunManifest, 'id' | 'plan'>, scores: Iterable<SessionResult>): RunSummary {
  const summary = new Summary(run);
  for (const score of scores) summary.add(score);
  return summary.done();
}

/** Coverage diagnostics, never shown as abilities and never gated on (selective-participation.md). */
export function isDiagnostic(measure: Measure): boolean {
  return measure === 'response-presence' || measure === 'window-response' || measure === 'probe';
}

function count(tally: Tally, window: WindowScore): Tally {
  switch (window.verdict) {
    case 'pass':
      return { ...tally, pass: tally.pass + 1 };
    case 'fail':
      return { ...tally, fail: tally.fail + 1 };
    case 'within-uncertainty':
      return { ...tally, withinUncertainty: tally.withinUncertainty + 1 };
    case 'unscored':
      return { ...tally, unscored: tally.unscored + 1 };
  }
}

function rangeOf(values: readonly number[]): MeasureSummary['value'] {
  const medianMs = median(values);
  if (medianMs === undefined) return undefined;
  return { medianMs, minMs: Math.min(...values), maxMs: Math.max(...values), n: values.length };
}
