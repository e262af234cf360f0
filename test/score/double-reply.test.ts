import { describe, expect, it } from 'vitest';
import { reply, spoken, windowOf, windowsOf, type SceneSpec } from './fixtures.js';

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
  it('is not asked where two replies are allowed', () => {
    const spec: SceneSpec = { turns: [{ id: 't', from: 1000, to: 5000, expect: reply(3000, { once: false }) }], agent: [] };
    expect(windowsOf(spec).map((one) => one.measure)).not.toContain('double-reply');
  });
});
