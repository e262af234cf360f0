import { describe, expect, it } from 'vitest';
import { worstCase } from '../../src/score/bounds.js';
import { gate } from '../../src/score/gate.js';
import type { RunSummary, SessionOutcome, Verdict, WindowScore } from '../../src/score/model.js';
import { summarise, type SessionResult } from '../../src/score/summarise.js';
import { windowScore } from '../../src/score/values.js';
import { planned, scene } from '../recording/fixtures.js';
import { span } from './fixtures.js';

const window = (verdict: Verdict): WindowScore =>
  windowScore({ id: 'w', turn: 't', measure: 'reply', window: span(0, 1), verdict, reason: '' });
let n = 0;
const sessions = (count: number, agent: string, outcome: SessionOutcome, verdict: Verdict = 'pass', sceneId = 'hello'): SessionResult[] =>
  Array.from({ length: count }, () => ({
    attempt: `a${n}`,
    session: `s${n++}`,
    scene: sceneId,
    agent,
    outcome,
    reason: '',
    windows: [window(outcome === 'rig_invalid' ? 'unscored' : verdict)],
  }));
const run = (...all: SessionResult[]): RunSummary =>
  summarise(
    {
      id: 'r',
      plan: all.map(({ session, agent, scene: id }) => planned({ id: session, agent, scene: id })),
      scenes: [scene(), scene({ id: 'left', arm: 'left' }), scene({ id: 'right', arm: 'right' })],
    },
    all,
  );

describe('spoiled sessions', () => {
  it('bound every rate, all failed and all passed', () => {
    expect(worstCase(7, 9, 0)).toBeUndefined();
    expect(worstCase(7, 9, 2)).toEqual({ spoiled: 2, lowest: 0.636364, highest: 0.818182 });
    expect(worstCase(0, 0, 3)).toEqual({ spoiled: 3, lowest: 0, highest: 1 });
  });
  it('of which nothing can be read stand in with the most windows of their scene', () => {
    const unread = { ...sessions(1, 'a', 'rig_invalid')[0]!, windows: [] };
    const two = { ...sessions(1, 'b', 'scored')[0]!, windows: [window('pass'), window('pass')] };
    const summary = run(...sessions(1, 'a', 'scored'), unread, two);
    expect(summary.measures.find(({ agent }) => agent === 'a')?.bounds).toEqual({ spoiled: 2, lowest: 0.333333, highest: 1 });
  });
  it('have a row where a measure was spoiled throughout', () => {
    expect(run(...sessions(2, 'a', 'rig_invalid'), ...sessions(1, 'b', 'scored')).measures[0]).toMatchObject({
      agent: 'a',
      tally: { pass: 0, fail: 0 },
      bounds: { spoiled: 2, lowest: 0, highest: 1 },
    });
  });
});

describe('a verdict is refused when the rig spoiled', () => {
  it('one agent’s sessions and not the other’s', () => {
    const verdict = gate(run(...sessions(90, 'a', 'scored'), ...sessions(10, 'a', 'rig_invalid'), ...sessions(100, 'b', 'scored')));
    expect(verdict).toMatchObject({ result: 'undecided', exitCode: 3 });
    expect(verdict.reason).toMatch(/unequally \(10 of 100 of a, 0 of 100 of b; Fisher's exact test, p = 0\.0015\).*no verdict/);
  });
  it('with all else met, or where the better one could be another', () => {
    const spoiled = [...sessions(90, 'a', 'scored'), ...sessions(10, 'a', 'rig_invalid')];
    const why = (...more: SessionResult[]) => gate(run(...spoiled, ...more)).reason.replace(/^.*decided /, '');
    expect(why(...sessions(100, 'b', 'scored'))).toBe('all being met: there is no verdict');
    expect(why(...sessions(99, 'b', 'scored'), ...sessions(1, 'b', 'scored', 'fail'))).toBe(
      'which is better in agent failures: there is no verdict',
    );
    expect(why(...sessions(99, 'b', 'scored'), ...sessions(1, 'b', 'agent_failure'))).toBe(
      'which is better in agent failures: there is no verdict',
    );
  });
  it('not one of ten: that is chance', () => {
    expect(gate(run(...sessions(29, 'a', 'scored'), ...sessions(1, 'a', 'rig_invalid'), ...sessions(30, 'b', 'scored'))).exitCode).toBe(0);
  });
  it('unequally where it could turn which agent is better', () => {
    const close = run(
      ...sessions(80, 'a', 'scored'),
      ...sessions(10, 'a', 'scored', 'fail'),
      ...sessions(10, 'a', 'rig_invalid'),
      ...sessions(85, 'b', 'scored'),
      ...sessions(15, 'b', 'scored', 'fail'),
    );
    expect(gate(close)).toMatchObject({
      exitCode: 3,
      reason: expect.stringMatching(/which is better in (reply|agent failures)/) as string,
    });
  });
  it('not where nothing that it hid could turn anything', () => {
    // a passes 81 to 90%, b 20%; failures of the agent itself 10 to 19% against 60%: whatever was spoiled, a is better.
    const apart = run(
      ...sessions(81, 'a', 'scored'),
      ...sessions(10, 'a', 'agent_failure'),
      ...sessions(9, 'a', 'rig_invalid'),
      ...sessions(8, 'b', 'scored'),
      ...sessions(32, 'b', 'scored', 'fail'),
      ...sessions(60, 'b', 'agent_failure'),
    );
    expect(gate(apart).exitCode).toBe(1);
  });
  it('one arm’s sessions and not the other’s', () => {
    const arms = run(
      ...sessions(90, 'a', 'scored', 'pass', 'left'),
      ...sessions(10, 'a', 'rig_invalid', 'pass', 'left'),
      ...sessions(100, 'a', 'scored', 'pass', 'right'),
    );
    expect(arms.arms).toMatchObject([
      { arm: 'left', done: 100, rigInvalid: 10, spoiledWindows: 10 },
      { arm: 'right', done: 100, rigInvalid: 0, tally: { pass: 100 } },
    ]);
    expect(gate(arms)).toMatchObject({ exitCode: 3, reason: expect.stringContaining("the arms' sessions unequally") as string });
  });
  it('three agents are three pairs: a chance of one in forty is none', () => {
    // 6 of 60 against 0 of 60: p = 0.027, which holds for two agents and not for three.
    const two = [...sessions(54, 'a', 'scored'), ...sessions(6, 'a', 'rig_invalid'), ...sessions(60, 'b', 'scored')];
    expect(gate(run(...two)).exitCode).toBe(3);
    expect(gate(run(...two, ...sessions(60, 'c', 'scored'))).exitCode).toBe(0);
  });
});
