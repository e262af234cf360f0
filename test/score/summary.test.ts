import { describe, expect, it } from 'vitest';
import { gate } from '../../src/score/gate.js';
import type { Measure, RunSummary, SessionOutcome, Value, Verdict, WindowScore } from '../../src/score/model.js';
import { Summary, summarise, type SessionResult } from '../../src/score/summarise.js';
import { windowScore } from '../../src/score/values.js';
import { median } from '../../src/stats/median.js';
import { planned } from '../recording/fixtures.js';
import { span } from './fixtures.js';

let n = 0;
const window = (verdict: Verdict, measure: Measure = 'reply', value: Value = { kind: 'none' }): WindowScore =>
  windowScore({ id: `w${n++}`, turn: 't', measure, window: span(0, 1), verdict, reason: '', value });
const session = (id: string, agent: string, outcome: SessionOutcome, windows: readonly WindowScore[] = []): SessionResult => ({
  attempt: `${id}-a1`,
  session: id,
  scene: 'hello',
  agent,
  outcome,
  reason: '',
  windows,
});
const plan = (ids: readonly string[], agent = 'a') => ids.map((id) => planned({ id, agent }));
const run = (...sessions: SessionResult[]): RunSummary =>
  summarise({ id: 'r', plan: sessions.map((one) => planned({ id: one.session, agent: one.agent })) }, sessions);

describe('summary', () => {
  it('counts by agent and measure in the plan’s and the measures’ order, censored values apart', () => {
    const ms = (value: number): Value => ({ kind: 'measured', ms: value, plusMinusMs: 1 });
    const summary = summarise({ id: 'r', plan: [...plan(['1', '2'], 'b'), ...plan(['3', '4', '5'], 'a')] }, [
      session('3', 'a', 'scored', [window('pass', 'silence'), window('pass', 'reply', ms(500))]),
      session('1', 'b', 'scored', [
        window('pass', 'reply', ms(700)),
        window('fail', 'reply', ms(300)),
        window('within-uncertainty', 'reply', ms(400)),
        window('fail', 'reply', { kind: 'censored', aboveMs: 5000 }),
        window('unscored', 'reply', ms(1)),
        window('pass', 'response-presence'),
      ]),
      session('2', 'b', 'rig_invalid', [window('fail', 'reply', ms(9))]),
      session('4', 'a', 'agent_failure', [window('fail', 'reply', ms(9))]),
    ]);
    expect(summary.measures).toEqual([
      {
        agent: 'b',
        measure: 'reply',
        tally: { pass: 1, fail: 2, withinUncertainty: 1, unscored: 1 },
        value: { medianMs: 400, minMs: 300, maxMs: 700, n: 3 },
        censored: 1,
        bounds: { spoiled: 1, lowest: 0.25, highest: 0.5 },
      },
      {
        agent: 'b',
        measure: 'response-presence',
        tally: { pass: 1, fail: 0, withinUncertainty: 0, unscored: 0 },
        value: undefined,
        censored: 0,
      },
      {
        agent: 'a',
        measure: 'reply',
        tally: { pass: 1, fail: 0, withinUncertainty: 0, unscored: 0 },
        value: { medianMs: 500, minMs: 500, maxMs: 500, n: 1 },
        censored: 0,
      },
      { agent: 'a', measure: 'silence', tally: { pass: 1, fail: 0, withinUncertainty: 0, unscored: 0 }, value: undefined, censored: 0 },
    ]);
    expect(summary.outcomes).toEqual([
      { agent: 'b', scored: 1, agentFailure: 0, rigInvalid: 1, missing: 0, failureBounds: { spoiled: 1, lowest: 0, highest: 0.5 } },
      { agent: 'a', scored: 1, agentFailure: 1, rigInvalid: 0, missing: 1 },
    ]);
    // Diagnostics stand in no session's tally.
    expect(summary.sessions[1]?.tally).toEqual({ pass: 1, fail: 2, withinUncertainty: 1, unscored: 1 });
  });

  it('counts what is missing, replays, and failed windows, each by its session', () => {
    const result = {
      ...session('1', 'a', 'scored', [window('fail', 'reply'), window('pass'), window('fail', 'probe'), window('fail', 'silence')]),
    };
    const summary = new Summary({ id: 'r', plan: [...plan(['1', '2', '3'], 'a'), ...plan(['4'], 'b')] });
    const figures = { frames: 1, lateFrames: 0, latestMs: 0, packets: 1, lostPackets: 0, concealedMs: 0 };
    summary.add(result, { replays: 2, health: figures });
    summary.add(session('2', 'a', 'agent_failure'), { replays: 1 });
    summary.add(session('2', 'a', 'agent_failure'));
    const done = summary.done();
    expect(done.sessions.map(({ replays, health, failed }) => [replays, health, failed])).toEqual([
      [2, figures, [result.windows[0]?.id, result.windows[3]?.id]],
      [1, undefined, []],
      [undefined, undefined, []],
    ]);
    expect(done.sessions.map((one) => ['replays' in one, 'health' in one])).toEqual([[true, true], [true, false], [false, false]]); // prettier-ignore
    expect(done.outcomes).toEqual([
      { agent: 'a', scored: 1, agentFailure: 2, rigInvalid: 0, missing: 1, replays: 3 },
      { agent: 'b', scored: 0, agentFailure: 0, rigInvalid: 0, missing: 1 },
    ]);
    for (const absent of ['arms', 'across', 'variants']) expect(done).not.toHaveProperty(absent);
  });
  it('bounds each measure of each agent by its own spoiled windows', () => {
    const { measures } = summarise({ id: 'r', plan: [...plan(['1', '2'], 'a'), ...plan(['3', '4'], 'b')] }, [
      session('1', 'a', 'scored', [window('pass'), window('fail'), window('pass', 'silence')]),
      session('2', 'a', 'rig_invalid', [window('unscored'), window('unscored', 'silence'), window('unscored', 'silence')]),
      session('3', 'b', 'scored', [window('pass'), window('pass', 'silence')]),
      session('4', 'b', 'rig_invalid', [window('unscored', 'silence')]),
    ]);
    expect(measures.map(({ agent, measure, bounds }) => [agent, measure, bounds?.spoiled, bounds?.lowest, bounds?.highest])).toEqual([
      ['a', 'reply', 1, 0.333333, 0.666667],
      ['a', 'silence', 2, 0.333333, 1],
      ['b', 'reply', undefined, undefined, undefined],
      ['b', 'silence', 1, 0.5, 1],
    ]);
  });
  it('has a median of what there is, and none of nothing', () => {
    expect(median([])).toBeUndefined();
    expect(median([3])).toBe(3);
    expect(median([10, 9, 1])).toBe(9);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});

describe('gate', () => {
  const pass = session('p', 'a', 'scored', [window('pass')]);
  const fail = session('f', 'a', 'scored', [window('pass'), window('fail')]);
  const many = (count: number, outcome: SessionOutcome, windows: readonly WindowScore[] = [window('pass')]) =>
    Array.from({ length: count }, (_, i) => session(`${outcome}${i}`, 'a', outcome, windows));

  it.each<readonly [string, RunSummary, number]>([
    ['all met', run(pass), 0],
    ['one failed', run(pass, fail), 1],
    ['nothing ran', run(), 3],
    ['planned and nothing there', summarise({ id: 'r', plan: plan(['1']) }, []), 3],
    ['only spoiled', run(...many(3, 'rig_invalid')), 3],
    ['more than 5% spoiled', run(...many(18, 'scored'), ...many(1, 'rig_invalid')), 3],
    ['just 5% spoiled', run(...many(19, 'scored'), ...many(1, 'rig_invalid')), 0],
    ['more than 5% spoiled hides a failure too', run(fail, ...many(1, 'rig_invalid')), 3],
    ['the agent failed in every session', run(...many(3, 'agent_failure')), 4],
    ['the agent failed in every session that counts', run(...many(3, 'agent_failure'), ...many(1, 'rig_invalid')), 4],
    ['the agent failed in one', run(...many(30, 'scored'), ...many(1, 'agent_failure')), 1],
    ['all unscored', run(session('u', 'a', 'scored', [window('unscored')])), 3],
    ['no windows at all', run(session('u', 'a', 'scored')), 3],
    ['within uncertainty only', run(session('u', 'a', 'scored', [window('within-uncertainty')])), 3],
    ['a diagnostic that failed', run(session('d', 'a', 'scored', [window('pass'), window('fail', 'window-response')])), 0],
    ['only diagnostics passed', run(session('d', 'a', 'scored', [window('pass', 'window-response')])), 3],
    ['sessions are missing', summarise({ id: 'r', plan: plan(['p', 'q']) }, [pass]), 3],
    ['sessions are missing and one failed', summarise({ id: 'r', plan: plan(['f', 'q']) }, [fail]), 1],
  ])('%s', (_what, summary, code) => {
    const result = gate(summary);
    expect(result.exitCode).toBe(code);
    expect(result.reason).not.toBe('');
    expect(['met', 'failed', '', 'undecided', 'agent-failed'].indexOf(result.result)).toBe(code);
  });

  it('says what it counted', () => {
    expect(gate(run(pass, fail)).reason).toBe('1 of 3 decided expectations failed');
    expect(gate(run(fail, ...many(1, 'agent_failure'))).reason).toBe(
      '1 of 2 decided expectations failed, and the agent failed in 1 of 2 sessions',
    );
    expect(gate(run(pass)).reason).toBe('all 1 decided expectations were met');
    expect(gate(run()).reason).toBe('no session was completed');
    expect(gate(run(...many(3, 'rig_invalid'))).reason).toBe('all 3 sessions were spoiled by the rig');
    expect(gate(run(...many(3, 'agent_failure'), ...many(1, 'rig_invalid'))).reason).toBe('the agent failed in all 3 sessions that count');
    expect(gate(run(...many(17, 'scored'), ...many(1, 'agent_failure'), ...many(1, 'rig_invalid'))).reason).toBe(
      '1 of 19 sessions were spoiled by the rig: above 5% there is no verdict',
    );
    expect(gate(run(...many(30, 'scored'), ...many(2, 'agent_failure'), ...many(1, 'rig_invalid'))).reason).toBe(
      '0 of 30 decided expectations failed, and the agent failed in 2 of 33 sessions',
    );
    expect(gate(summarise({ id: 'r', plan: plan(['p', 'q', 'u']) }, [pass])).reason).toBe('2 planned sessions are missing');
    expect(gate(run(session('u', 'a', 'scored'))).reason).toBe('no expectation was decided');
  });
  it('adds up over agents', () => {
    const of = (agent: string, outcome: SessionOutcome, verdict: Verdict) =>
      session(`${agent}${outcome}`, agent, outcome, [window(verdict)]);
    expect(gate(run(of('a', 'scored', 'fail'), of('b', 'scored', 'pass'), of('b', 'agent_failure', 'pass')))).toMatchObject({
      reason: '1 of 2 decided expectations failed, and the agent failed in 1 of 3 sessions',
    });
    expect(gate(run(of('a', 'agent_failure', 'pass'), of('b', 'agent_failure', 'pass'))).reason).toMatch(/in all 2 sessions/);
    expect(gate(run(of('a', 'rig_invalid', 'pass'), of('b', 'rig_invalid', 'pass'))).reason).toMatch(/all 2 sessions/);
    const two = [...plan(['1', '2'], 'a'), ...plan(['3', '4', '5'], 'b')];
    expect(gate(summarise({ id: 'r', plan: two }, [session('1', 'a', 'scored', [window('pass')])])).reason).toMatch(/^4 planned/);
  });
});
