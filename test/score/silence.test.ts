import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/model.js';
import { at, lost, windowOf, type SceneSpec } from './fixtures.js';

type Agent = SceneSpec['agent'];
const SILENCE: Expectation = { kind: 'silence' };

it('silence is not judged where the next turn began with the turn', () => {
  for (const agent of [[], [[0, 9000]]] as const) {
    const turns = ['a', 'b'].map((id) => ({ id, from: 1000, to: 2000, expect: { kind: 'silence' } as const }));
    expect(windowOf({ turns, agent }, 'a/silence')).toMatchObject({
      verdict: 'unscored',
      reason: expect.stringMatching(/nothing to observe/) as string,
    });
    expect(windowOf({ turns, agent }, 'b/silence').verdict).toBe(agent.length === 0 ? 'pass' : 'fail');
  }
});

describe('silence', () => {
  const quiet = (agent: Agent, plusMinusMs = 0, holes: SceneSpec['holes'] = []): SceneSpec => ({
    turns: [
      { id: 'n', from: 1000, to: 3000, expect: SILENCE, plusMinusMs },
      { id: 'u', from: 6000, to: 7000 },
    ],
    agent,
    holes,
  });
  it.each<readonly [string, Agent, string, number]>([
    ['none', [], 'pass', 0],
    ['inside', [[4000, 4150]], 'fail', 150],
    ['ends exactly at the first sample', [[0, 1000]], 'pass', 0],
    ['still runs for 1 ms', [[0, 1001]], 'fail', 1],
    ['begins exactly at the next turn', [[6000, 7000]], 'pass', 0],
    ['begins 1 ms before it', [[5999, 7000]], 'fail', 1],
    ['a blip is no speech', [[4000, 4119]], 'pass', 0],
    [
      'pauses between runs are not voiced',
      [
        [4000, 4200],
        [4700, 5000],
      ],
      'fail',
      500,
    ],
  ])('%s', (_what, agent, verdict, voiced) => {
    expect(windowOf(quiet(agent), 'n/silence')).toMatchObject({ verdict, details: { voicedMs: voiced } });
  });
  it('knows what lies within its uncertainty', () => {
    const verdict = (agent: Agent) => windowOf(quiet(agent, 3), 'n/silence').verdict;
    expect(verdict([[0, 1005, 4]])).toBe('within-uncertainty');
    expect(verdict([[0, 1006, 4]])).toBe('fail');
    expect(verdict([[0, 996, 4]])).toBe('within-uncertainty');
    expect(verdict([[0, 995, 4]])).toBe('pass');
    expect(verdict([[5995, 6500, 4]])).toBe('within-uncertainty');
    expect(verdict([[5994, 6500, 4]])).toBe('fail');
    expect(verdict([[5996, 6500, 4]])).toBe('within-uncertainty');
    expect(verdict([[6004, 6500, 4]])).toBe('within-uncertainty');
    expect(verdict([[6005, 6500, 4]])).toBe('pass');
  });
  it('says whether it was still speaking or spoke, how long, and from when on', () => {
    const of = (agent: Agent) => windowOf(quiet(agent), 'n/silence');
    expect(of([[500, 1500]])).toMatchObject({
      reason: 'was still speaking, 500 ms in all, first 0 ms after the turn began',
      flags: ['from-before'],
      evidence: { from: at(0), to: at(3000) },
    });
    expect(of([[1000, 1500]]).flags).toEqual(['from-before']);
    expect(of([[1001, 1500]])).toMatchObject({
      reason: 'spoke, 499 ms in all, first 1 ms after the turn began',
      flags: [],
      evidence: { from: at(1), to: at(3001) },
    });
    expect(windowOf(quiet([[0, 996, 4]], 3), 'n/silence').reason).toBe("speech lies at the window's edge, inside it or not");
    expect(of([])).toMatchObject({
      reason: 'kept silent',
      window: { from: at(1000), to: at(6000) },
      evidence: { from: at(0), to: at(3000) },
    });
  });
  it('is broken where one stretch surely lies inside, whatever the others do', () => {
    expect(windowOf(quiet([[0, 1002, 4], [4000, 5000]], 3), 'n/silence')).toMatchObject({ verdict: 'fail', details: { voicedMs: 1002 } }); // prettier-ignore
    expect(windowOf(quiet([[0, 1002, 4], [5999, 7000, 4]], 3), 'n/silence').verdict).toBe('within-uncertainty'); // prettier-ignore
  });
  it('may answer the turn before only from that one’s end on', () => {
    const spec = (onset: number): SceneSpec => ({
      turns: [
        { id: 'first', from: 1000, to: 3000 },
        { id: 'n', from: 2500, to: 6000, expect: SILENCE },
      ],
      agent: [[onset, 8000]],
    });
    const flags = (onset: number) => windowOf(spec(onset), 'n/silence').flags;
    expect([2999, 3000, 5999, 6000].map((onset) => flags(onset).length)).toEqual([0, 1, 1, 0]);
    expect(windowOf({ ...spec(3000), turns: spec(3000).turns.slice(1) }, 'n/silence').flags).toEqual([]);
  });
  it('cannot be told where 120 ms or more were lost', () => {
    expect(windowOf(quiet([], 0, [lost(4000, 4120)]), 'n/silence').verdict).toBe('unscored');
    expect(windowOf(quiet([], 0, [lost(4000, 4119)]), 'n/silence').verdict).toBe('pass');
    expect(windowOf(quiet([[4500, 4800]], 0, [lost(4000, 4300)]), 'n/silence').verdict).toBe('fail');
  });
});
