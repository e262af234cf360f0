import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/model.js';
import { msToSamples } from '../../src/time/position.js';
import { lost, reply, windowOf, type SceneSpec } from './fixtures.js';

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
  const seen = (agent: Agent, maxGap = 1000, more: Partial<SceneSpec> = {}) => windowOf({ ...mhm(agent, maxGap), ...more }, 'm/continue');
  const until = (next: number): Partial<SceneSpec> => ({ turns: [...mhm([]).turns, { id: 'u', from: next, to: next + 500 }] });
  it('judges the first gap that is too long, and tells the longest where none is', () => {
    const gaps: Agent = [[1000, 3100], [3500, 3650], [4200, 9000]]; // prettier-ignore
    expect(seen(gaps, 300)).toMatchObject({ verdict: 'fail', value: { ms: 400 }, details: { stopMs: 100, resumedMs: 500 } });
    expect(seen(gaps)).toMatchObject({ verdict: 'pass', value: { ms: 550 }, details: { stopMs: 650, resumedMs: 1200 } });
    expect(seen([[1000, 3100], [3700, 3850], [4200, 9000]])).toMatchObject({ value: { ms: 600 }, details: { stopMs: 100, resumedMs: 700 } }); // prettier-ignore
    expect(seen([[1000, 3100], [3500, 3650], [4050, 9000]])).toMatchObject({ value: { ms: 400 }, details: { stopMs: 100, resumedMs: 500 } }); // prettier-ignore
  });
  it.each<readonly [string, Agent, number | undefined]>([
    ['ended as it began', [[1000, 3000], [3790, 9000]], undefined],
    ['ended 1 ms into it', [[1000, 3001], [3790, 9000]], 789],
    ['began 1.499 s after it', [[1000, 4499], [4800, 9000]], 301],
    ['began 1.5 s after it: not by it', [[1000, 4500], [4800, 9000]], undefined],
    ['began long after it', [[1000, 6000], [6300, 9000]], undefined],
  ])('a gap that %s', (_what, agent, gap) => {
    expect(seen(agent)).toMatchObject({ verdict: 'pass', value: gap === undefined ? { kind: 'none' } : { kind: 'measured', ms: gap } });
  }); // prettier-ignore
  it('looks up to the next turn and no farther', () => {
    // Back with the next turn is not back by itself.
    expect(seen([[1000, 3400], [6000, 8000]], 1000, until(6000))).toMatchObject({ verdict: 'fail', value: { kind: 'censored', aboveMs: 2600 }, flags: ['stopped'], details: { stopMs: 400 } }); // prettier-ignore
    expect(seen([[1000, 3400], [5999, 8000]], 1000, until(6000))).toMatchObject({ verdict: 'fail', value: { kind: 'measured', ms: 2599 }, flags: [] }); // prettier-ignore
    expect(seen([[1000, 4000]], 1000, until(4000))).toMatchObject({ verdict: 'pass', reason: 'went on without a gap' });
    expect(seen([[1000, 3999]], 1000, until(4000))).toMatchObject({ verdict: 'unscored' });
  });
  it('takes a shorter or longer reaction from the file', () => {
    const reacting = (agent: Agent) => windowOf(mhm(agent, 1000, { reaction: msToSamples(500) }), 'm/continue').verdict;
    expect(reacting([[1000, 3499]])).toBe('fail');
    expect(reacting([[1000, 3500]])).toBe('pass');
  });
  it('is as unsure as the two edges of the gap together', () => {
    const verdict = (back: number) => seen([[1000, 3400, 3], [back, 9000, 4]]).verdict; // prettier-ignore
    expect([4395, 4396, 4405, 4406].map(verdict)).toEqual(['pass', 'within-uncertainty', 'within-uncertainty', 'fail']);
    // A stop for good is long enough only when the window shows it.
    expect(seen([[1000, 3400, 5]], 1000, { endMs: 4405 }).verdict).toBe('unscored');
    expect(seen([[1000, 3400, 5]], 1000, { endMs: 4406 }).verdict).toBe('fail');
  });
  it('cannot be told where audio was lost in the gap', () => {
    const gap: Agent = [[1000, 3400], [4500, 9000]]; // prettier-ignore
    expect(seen(gap, 1000, { holes: [lost(3500, 3620)] })).toMatchObject({
      verdict: 'unscored',
      details: { stopMs: 400, resumedMs: 1500 },
    });
    expect(seen(gap, 1000, { holes: [lost(3500, 3619)] }).verdict).toBe('fail');
    expect(seen(gap, 1000, { holes: [lost(6000, 8000)] }).verdict).toBe('fail');
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
    // Pauses up to the limit lie inside the answer.
    expect(spec([[1000, 9000], [10_000, 11_000]])).toBe('pass'); // prettier-ignore
    expect(spec([[1000, 9000], [10_001, 11_000]])).toBe('fail'); // prettier-ignore
    expect(spec([[1000, 9000], [9500, 9900], [10_500, 11_000]])).toBe('pass'); // prettier-ignore
    const again = windowOf(mhm([[1000, 9000], [10_001, 10_200], [12_000, 14_000]], 1000, { quietAfter: msToSamples(4000) }), 'm/continue/quiet-after'); // prettier-ignore
    expect(again).toMatchObject({ reason: 'spoke again 1001 ms after its answer had ended', details: { againMs: 1001 } });
    const holes = (from: number, to: number) => windowOf({ ...mhm([[1000, 9000]], 1000, { quietAfter: msToSamples(4000) }), holes: [lost(from, to)] }, 'm/continue/quiet-after').verdict; // prettier-ignore
    expect([holes(12_880, 13_500), holes(12_881, 13_500)]).toEqual(['unscored', 'pass']);
    expect(spec([[1000, 20_000]])).toBe('unscored');
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
    const before = (agent: Agent) => windowOf({ ...list(agent), turns: [...list(agent).turns, { id: 'u', from: 12_000, to: 13_000 }] }, 't/continue/reply'); // prettier-ignore
    expect(before([[2500, 4000], [12_000, 14_000]])).toMatchObject({ verdict: 'pass', reason: 'went on without a gap' }); // prettier-ignore
    expect(before([[2500, 4000], [11_999, 14_000]])).toMatchObject({ verdict: 'fail', value: { ms: 7999 } }); // prettier-ignore
    expect(before([[2500, 4000], [4100, 5000], [5600, 6000], [6300, 7000]])).toMatchObject({ verdict: 'pass', value: { ms: 600 } }); // prettier-ignore
  });
});
