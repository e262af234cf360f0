import { describe, expect, it } from 'vitest';
import { lost, reply, spoken, windowOf, type SceneSpec } from './fixtures.js';

type Agent = SceneSpec['agent'];

describe('reply', () => {
  it.each([
    [299, ['burst'], "replied 700 ms after the turn's end, with a burst of 299 ms only"],
    [300, [], "replied 700 ms after the turn's end"],
  ])('of %i ms of speech is flagged %j', (length, flags, reason) => {
    const spec = { turns: [{ id: 't1', from: 1000, to: 5000, expect: reply(3000) }], agent: [[5700, 5700 + length]] as const };
    expect(windowOf(spec, 't1/reply')).toMatchObject({ verdict: 'pass', flags, reason });
  });

  it.each<readonly [string, Agent, string, unknown]>([
    ['in time', [[5700, 8000]], 'pass', { kind: 'measured', ms: 700, plusMinusMs: 0 }],
    ['exactly at the limit', [[8000, 9000]], 'pass', { kind: 'measured', ms: 3000, plusMinusMs: 0 }],
    ['1 ms late', [[8001, 9000]], 'fail', { kind: 'measured', ms: 3001, plusMinusMs: 0 }],
    ['none: censored, never 0', [], 'fail', { kind: 'censored', aboveMs: 55_000 }],
    ['already speaking, then goes on: no value, and no negative one', [[4500, 7000]], 'fail', { kind: 'none' }],
    ['a burst of 119 ms is no reply', [[5500, 5619]], 'fail', { kind: 'censored', aboveMs: 55_000 }],
    [
      'a blip before the reply does not move its onset',
      [
        [5300, 5340],
        [5700, 8000],
      ],
      'pass',
      { kind: 'measured', ms: 700, plusMinusMs: 0 },
    ],
    [
      'cut in, stopped, then replied',
      [
        [2300, 3200],
        [5600, 7000],
      ],
      'pass',
      { kind: 'measured', ms: 600, plusMinusMs: 0 },
    ],
  ])('%s', (_what, agent, verdict, value) => {
    expect(windowOf(spoken(agent), 't/reply')).toMatchObject({ verdict, value, limitMs: 3000, measure: 'reply' });
  });

  it('is within uncertainty when the limit lies inside the interval, both borders included', () => {
    const verdict = (onset: number) => windowOf(spoken([[onset, 9900, 4]], {}, 3), 't/reply').verdict;
    // 4 and 3 ms together are 5 ms.
    expect(verdict(5000 + 2995)).toBe('pass');
    expect(verdict(5000 + 2996)).toBe('within-uncertainty');
    expect(verdict(5000 + 3005)).toBe('within-uncertainty');
    expect(verdict(5000 + 3006)).toBe('fail');
    expect(windowOf(spoken([[5700, 9900, 4]], {}, 3), 't/reply').value).toEqual({ kind: 'measured', ms: 700, plusMinusMs: 5 });
  });

  it('is an interval from zero when the onset may lie on either side of the turn’s end', () => {
    const score = windowOf(spoken([[4998, 7000, 5]]), 't/reply');
    expect(score).toMatchObject({ verdict: 'within-uncertainty', value: { kind: 'interval', fromMs: 0, toMs: 3 } });
  });

  it('is an interval when the onset lies in a hole of unknown content', () => {
    const spec = spoken([]);
    const hole = lost(5400, 5900);
    const found = windowOf({ ...spec, agent: [], holes: [hole] }, 't/reply');
    expect(found).toMatchObject({ verdict: 'unscored', value: { kind: 'censored' } });
    expect(windowOf({ ...spec, holes: [lost(5400, 5519)] }, 't/reply').verdict).toBe('fail');
    expect(windowOf({ ...spec, holes: [lost(5400, 5520)] }, 't/reply').verdict).toBe('unscored');
    expect(windowOf({ ...spec, holes: [{ ...lost(5400, 5900), kind: 'silence' }] }, 't/reply').verdict).toBe('fail');
  });

  it('is unscored when less than the limit was observed, and the next turn ends the window', () => {
    const two = (next: number): SceneSpec => ({
      turns: [
        { id: 't', from: 1000, to: 5000, expect: reply(3000) },
        { id: 'u', from: next, to: next + 500 },
      ],
      agent: [[9000, 9500]],
    });
    expect(windowOf(two(7999), 't/reply')).toMatchObject({ verdict: 'unscored', value: { kind: 'censored', aboveMs: 2999 } });
    expect(windowOf(two(8000), 't/reply')).toMatchObject({ verdict: 'fail', value: { kind: 'censored', aboveMs: 3000 } });
  });

  it('tells when speech went on behind the turn’s end', () => {
    expect(
      windowOf(
        spoken([
          [4000, 4800],
          [5200, 6000],
        ]),
        't/reply',
      ),
    ).toMatchObject({ verdict: 'fail', flags: ['already-speaking'], details: { resumedMs: 200 } });
    expect(windowOf(spoken([[4500, 7000]]), 't/reply').details).toEqual({});
    expect(
      windowOf(
        spoken([
          [4500, 7000],
          [8000, 9000],
        ]),
        't/reply',
      ).details,
    ).toEqual({});
    expect(windowOf(spoken([[4500, 7000]]), 't/reply').reason).toBe('was already speaking for 500 ms when the turn ended');
  });

  it('is not ended by a noise', () => {
    const spec: SceneSpec = {
      turns: [
        { id: 't', from: 1000, to: 5000, expect: reply(3000) },
        { id: 'cough', from: 5200, to: 5400, over: { kind: 'noise' } },
      ],
      agent: [[6000, 7000]],
    };
    expect(windowOf(spec, 't/reply').verdict).toBe('pass');
  });
});
