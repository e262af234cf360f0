import { describe, expect, it } from 'vitest';
import { at, lost, reply, spoken, windowOf, windowsOf, type SceneSpec } from './fixtures.js';

type Agent = SceneSpec['agent'];

describe('double-reply', () => {
  it.each<readonly [string, Agent, string, Record<string, unknown>]>([
    ['one reply', [[5700, 8000]], 'pass', {}],
    [
      'a pause of 800 ms inside it',
      [
        [5700, 6000],
        [6800, 9000],
      ],
      'pass',
      {},
    ],
    [
      'a second reply after 801 ms',
      [
        [5700, 6000],
        [6801, 9000],
      ],
      'fail',
      { gapMs: 801, secondMs: 1801 },
    ],
    [
      'a burst of 299 ms later is none',
      [
        [5700, 6000],
        [9000, 9299],
      ],
      'pass',
      { bursts: 1 },
    ],
    [
      '300 ms later are',
      [
        [5700, 6000],
        [9000, 9300],
      ],
      'fail',
      { gapMs: 3000, secondMs: 4000 },
    ],
    ['no reply at all', [], 'unscored', {}],
    [
      'a cut before the end does not count as the first',
      [
        [2300, 3200],
        [5700, 8000],
      ],
      'pass',
      {},
    ],
  ])('%s', (_what, agent, verdict, details) => {
    const score = windowOf(spoken(agent), 't/double-reply');
    expect(score.verdict).toBe(verdict);
    expect(score.details).toEqual(details);
    expect(score.flags).toEqual(details['bursts'] === undefined ? [] : ['burst']);
  });
  it('looks up to the next turn and no farther', () => {
    const next = (second: number): SceneSpec => ({
      turns: [
        { id: 't', from: 1000, to: 5000, expect: reply() },
        { id: 'u', from: 12_000, to: 13_000 },
      ],
      agent: [
        [5700, 6000],
        [second, second + 1000],
      ],
    });
    expect(windowOf(next(12_000), 't/double-reply').verdict).toBe('pass');
    expect(windowOf(next(11_999), 't/double-reply').verdict).toBe('fail');
  });
  it('is told by the first of more', () => {
    const agent: Agent = [[5700, 6000], [7000, 7400], [9000, 9100], [10_000, 10_200], [12_000, 13_000]]; // prettier-ignore
    expect(windowOf(spoken(agent), 't/double-reply')).toMatchObject({
      verdict: 'fail',
      reason: "spoke again 2000 ms after the turn's end, 1000 ms after its reply",
      flags: ['burst'],
      details: { secondMs: 2000, gapMs: 1000, bursts: 1 },
      evidence: { from: at(4700), to: at(9000) },
    });
  });
  it('cannot be told where audio was lost after the reply', () => {
    const holes = (from: number, to: number) => windowOf(spoken([[5700, 6000]], { holes: [lost(from, to)] }), 't/double-reply').verdict;
    expect(holes(7000, 7120)).toBe('unscored');
    expect(holes(7000, 7119)).toBe('pass');
    expect(holes(5400, 5700)).toBe('pass');
  });
  it('is not asked where two replies are allowed', () => {
    const spec: SceneSpec = { turns: [{ id: 't', from: 1000, to: 5000, expect: reply(3000, { once: false }) }], agent: [] };
    expect(windowsOf(spec).map((one) => one.measure)).not.toContain('double-reply');
  });
});
