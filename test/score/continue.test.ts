import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/model.js';
import { msToSamples } from '../../src/time/position.js';
import { reply, windowOf, type SceneSpec } from './fixtures.js';

type Agent = SceneSpec['agent'];

describe('continue', () => {
  const mhm = (agent: Agent, maxGap = 1000, more: Partial<Extract<Expectation, { kind: 'continue' }>> = {}): SceneSpec => ({
    turns: [{ id: 'm', from: 3000, to: 3300, expect: { kind: 'continue', maxGap: msToSamples(maxGap), ...more } }],
    agent,
    endMs: 20_000,
  });
  it.each<readonly [string, Agent, string, unknown]>([
    ['goes on', [[1000, 9000]], 'pass', { kind: 'none' }],
    [
      'a natural pause',
      [
        [1000, 3400],
        [3790, 9000],
      ],
      'pass',
      { kind: 'measured', ms: 390, plusMinusMs: 0 },
    ],
    [
      'a gap of just the limit',
      [
        [1000, 3400],
        [4400, 9000],
      ],
      'pass',
      { kind: 'measured', ms: 1000, plusMinusMs: 0 },
    ],
    [
      '1 ms more',
      [
        [1000, 3400],
        [4401, 9000],
      ],
      'fail',
      { kind: 'measured', ms: 1001, plusMinusMs: 0 },
    ],
    ['stops 0.9 s after it for good', [[1000, 3900]], 'fail', { kind: 'censored', aboveMs: 16_100 }],
    ['ends 1.499 s after it: stopped by it', [[1000, 4499]], 'fail', { kind: 'censored', aboveMs: 15_501 }],
    ['ends 1.5 s after it: just ended', [[1000, 4500]], 'pass', { kind: 'none' }],
    ['was not speaking', [[1000, 2000]], 'unscored', { kind: 'none' }],
  ])('%s', (_what, agent, verdict, value) => {
    expect(windowOf(mhm(agent), 'm/continue')).toMatchObject({ verdict, value, limitMs: 1000 });
  });
  it('is unscored when the stop was not observed for the limit', () => {
    expect(windowOf({ ...mhm([[1000, 3900]]), endMs: 4900 }, 'm/continue')).toMatchObject({
      verdict: 'unscored',
      value: { kind: 'censored', aboveMs: 1000 },
    });
    expect(windowOf({ ...mhm([[1000, 3900]]), endMs: 4901 }, 'm/continue').verdict).toBe('fail');
  });
  it('looks whether the backchannel is answered later', () => {
    const spec = (agent: Agent) => windowOf(mhm(agent, 1000, { quietAfter: msToSamples(4000) }), 'm/continue/quiet-after').verdict;
    expect(spec([[1000, 9000]])).toBe('pass');
    expect(
      spec([
        [1000, 9000],
        [12_999, 14_000],
      ]),
    ).toBe('fail');
    expect(
      spec([
        [1000, 9000],
        [13_000, 14_000],
      ]),
    ).toBe('pass');
    expect(spec([[1000, 16_000]])).toBe('pass');
    expect(spec([[1000, 16_001]])).toBe('unscored');
  });
  it('finds the hole inside a reply', () => {
    const list = (agent: Agent): SceneSpec => ({
      turns: [{ id: 't', from: 1000, to: 2000, expect: reply(3000, { maxGap: msToSamples(2500) }) }],
      agent,
    });
    expect(
      windowOf(
        list([
          [2500, 4000],
          [6500, 9000],
        ]),
        't/continue/reply',
      ),
    ).toMatchObject({ verdict: 'pass', value: { ms: 2500 } });
    expect(
      windowOf(
        list([
          [2500, 4000],
          [21_000, 24_000],
        ]),
        't/continue/reply',
      ),
    ).toMatchObject({ verdict: 'fail', value: { ms: 17_000 } });
    expect(
      windowOf(
        list([
          [0, 500],
          [4900, 6000],
        ]),
        't/continue/reply',
      ),
    ).toMatchObject({ verdict: 'pass', value: { kind: 'none' } });
    expect(windowOf(list([]), 't/continue/reply').verdict).toBe('unscored');
  });
});
