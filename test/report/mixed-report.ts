/** A run with everything in it, as a report whose numbers know their windows: every verdict and outcome, two agents, a hostile name. */
import type { ReportRun, ReportSession } from '../../src/report/model.js';
import { WindowIndex } from '../../src/report/windows.js';
import type { PlannedSession } from '../../src/scenario/model.js';
import type { Measure, SessionOutcome, SessionScore, Value, Verdict, WindowScore } from '../../src/score/model.js';
import { summariseWithWindows, type SummaryRun, type SummaryWithWindows } from '../../src/score/summarise.js';
import { windowScore } from '../../src/score/values.js';
import { msToSamples } from '../../src/time/position.js';
import { at, HOSTILE, run, scene, score, session } from './fixture.js';

const AGENTS = ['vad-only', HOSTILE];
const GAPS = [400, 800, 1200];
const REPEATS = [1, 2, 3, 4];

const SCENES = GAPS.map((pause, i) => ({
  ...scene,
  id: `phone[pause=${pause}]`,
  variant: { pause },
  arm: i === 0 ? 'short' : 'long',
  across: [{ turn: 't1', measure: 'reply' as const, spread: { low: 10, high: 90, within: msToSamples(500) }, least: 2 }],
}));

const plan: PlannedSession[] = AGENTS.flatMap((agent) =>
  SCENES.flatMap(({ id }) =>
    REPEATS.map((repeat): PlannedSession => ({
      ...{ id: `${id}#${repeat}@${agent}`, suite: 'quickstart', scene: id, agent, repeat },
      ...{ block: repeat, seed: 1 },
    })),
  ),
);

/** The last one was not played. */
const OUTCOMES: Readonly<Record<number, SessionOutcome>> = { 2: 'rig_invalid', 5: 'agent_failure', 14: 'rig_invalid', 17: 'agent_failure' };

function window(measure: Measure, turn: string, verdict: Verdict, value: Value, from: number): WindowScore {
  const span = { from: at(from), to: at(from + 1) };
  const reason = verdict === 'pass' ? 'as it should be' : `${verdict}: ${HOSTILE}`;
  return windowScore({
    ...{ id: `${turn}/${measure}`, turn, measure, window: span, verdict, reason, value },
    evidence: { from: at(from - 1), to: at(from + 0.4) },
  });
}

/** Verdicts and values go round with the session's place, so that every kind comes. */
function windowsOf(i: number): WindowScore[] {
  const none: Value = { kind: 'none' };
  const replies: readonly (readonly [Verdict, Value])[] = [
    ['pass', { kind: 'measured', ms: 600 + 10 * i, plusMinusMs: 2 }],
    ['fail', { kind: 'censored', aboveMs: 4000 }],
    ['pass', { kind: 'measured', ms: 700 + 10 * i, plusMinusMs: 2 }],
    ['within-uncertainty', { kind: 'measured', ms: 3999, plusMinusMs: 2 }],
    ['unscored', none],
  ];
  const [verdict, value] = replies[i % replies.length] ?? ['unscored', none];
  return [
    window('reply', 't1', verdict, value, 4),
    window('false-cutoff', 't1', i % 4 === 1 ? 'fail' : 'pass', none, 2),
    window('silence', 't2', i % 7 === 3 ? 'within-uncertainty' : i % 3 === 0 ? 'fail' : 'pass', none, 7),
    window('yield', 't2', i % 2 === 0 ? 'unscored' : 'pass', i % 2 === 0 ? none : { kind: 'measured', ms: 300 + i, plusMinusMs: 2 }, 8),
    window('probe', 't2', i % 5 === 0 ? 'fail' : 'pass', none, 8),
  ];
}

export const scores: readonly SessionScore[] = plan.slice(0, -1).map((planned, i) => {
  const outcome = OUTCOMES[i] ?? 'scored';
  const windows = windowsOf(i);
  return {
    ...score,
    ...{ attempt: `s${String(i).padStart(4, '0')}-a1`, session: planned.id, scene: planned.scene, agent: planned.agent, outcome },
    reason: outcome === 'scored' ? '' : `why: ${HOSTILE}`,
    // Of the second spoiled one nothing can be read.
    windows: i === 14 ? [] : outcome === 'rig_invalid' ? windows.map((one) => ({ ...one, verdict: 'unscored' as const })) : windows,
  };
});

const asked: SummaryRun = { id: 'run-1', plan, scenes: SCENES, suites: [{ name: 'quickstart', file: '', sha256: '', primary: 'reply' }] };
export const mixed: SummaryWithWindows = summariseWithWindows(asked, scores);

export function mixedReport(single: boolean): { readonly run: ReportRun; readonly sessions: readonly ReportSession[] } {
  const index = new WindowIndex();
  for (const one of scores) index.add(one, `${HOSTILE} phone`, () => `sessions/${one.attempt}.html`);
  return {
    run: { ...run, summary: mixed.summary, windows: index.listed(mixed.windows, single) },
    sessions: scores.map((one) => session(one.attempt, one)),
  };
}
