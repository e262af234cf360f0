import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/model.js';
import { msToSamples } from '../../src/time/position.js';
import { lost, windowOf, type SceneSpec } from './fixtures.js';

type Agent = SceneSpec['agent'];
const yieldOf = (within: number, quiet: number, more: Partial<Extract<Expectation, { kind: 'yield' }>> = {}): Expectation => ({
  kind: 'yield',
  within: msToSamples(within),
  quiet: msToSamples(quiet),
  ...more,
});

describe('yield', () => {
  const barge = (agent: Agent, expect: Expectation = yieldOf(800, 1500), more: Partial<SceneSpec> = {}): SceneSpec => ({
    turns: [{ id: 'b', from: 3000, to: 5000, expect }],
    agent,
    ...more,
  });
  it.each<readonly [string, Agent, string, unknown]>([
    ['stops in time', [[1000, 3400]], 'pass', { kind: 'measured', ms: 400, plusMinusMs: 0 }],
    ['exactly at the limit', [[1000, 3800]], 'pass', { kind: 'measured', ms: 800, plusMinusMs: 0 }],
    ['1 ms after it', [[1000, 3801]], 'fail', { kind: 'measured', ms: 801, plusMinusMs: 0 }],
    [
      'a pause for breath is no stop',
      [
        [1000, 3100],
        [3350, 3600],
      ],
      'pass',
      { kind: 'measured', ms: 600, plusMinusMs: 0 },
    ],
    [
      'goes on over the user after 230 ms',
      [
        [1000, 3400],
        [3630, 6500],
      ],
      'fail',
      { kind: 'measured', ms: 3500, plusMinusMs: 0 },
    ],
    [
      'back 1 ms before the quiet is over',
      [
        [1000, 3400],
        [4899, 5500],
      ],
      'fail',
      { kind: 'measured', ms: 2500, plusMinusMs: 0 },
    ],
    [
      'back when the quiet is over',
      [
        [1000, 3400],
        [4900, 5500],
      ],
      'pass',
      { kind: 'measured', ms: 400, plusMinusMs: 0 },
    ],
    [
      'in a bridged pause when the user began',
      [
        [1000, 2800],
        [3300, 3500],
      ],
      'pass',
      { kind: 'measured', ms: 500, plusMinusMs: 0 },
    ],
    ['never stops', [[1000, 60_000]], 'fail', { kind: 'censored', aboveMs: 57_000 }],
    ['not speaking: no overlap', [[1000, 2000]], 'unscored', { kind: 'none' }],
    ['stopped exactly as the user began: no overlap', [[1000, 3000]], 'unscored', { kind: 'none' }],
  ])('%s', (_what, agent, verdict, value) => {
    expect(windowOf(barge(agent), 'b/yield')).toMatchObject({ verdict, value, limitMs: 800 });
  });
  it('needs an overlap beyond the uncertainty: an agent that stopped by itself as the user began did not yield', () => {
    expect(windowOf(barge([[1000, 3005, 5]]), 'b/yield')).toMatchObject({ verdict: 'unscored', flags: ['no-overlap'] });
    expect(windowOf(barge([[1000, 3006, 5]]), 'b/yield').verdict).toBe('pass');
    expect(windowOf(barge([[3000, 3400]]), 'b/yield').verdict).toBe('pass');
    expect(windowOf(barge([[3001, 3400]]), 'b/yield').verdict).toBe('unscored');
  });
  it('tells first stop, restart, bursts and blips after it', () => {
    const { details, flags } = windowOf(
      barge(
        [
          [1000, 3400],
          [3600, 3650],
          [4000, 4200],
          [7000, 9000],
        ],
        yieldOf(2000, 1500),
      ),
      'b/yield',
    );
    expect(details).toEqual({ firstStopMs: 400, restartMs: 1000, burstsAfter: 1, blipsAfter: 1 });
    expect(flags).toEqual(['bursts-after', 'blips-after']);
  });
  it('counts from the turn on, also where a run ends just then', () => {
    expect(
      windowOf(
        barge([
          [1000, 3000],
          [3500, 3700],
        ]),
        'b/yield',
      ).details,
    ).toEqual({ firstStopMs: 700, burstsAfter: 0, blipsAfter: 0 });
  });
  it('says in words how it failed', () => {
    const reason = (agent: Agent) => windowOf(barge(agent), 'b/yield').reason;
    expect(
      reason([
        [1000, 3400],
        [3630, 6500],
      ]),
    ).toBe('stopped after 400 ms but was back after 630 ms; silent for good after 3500 ms');
    expect(reason([[1000, 3900]])).toBe('silent 900 ms after the turn began, the limit is 800 ms');
    expect(
      reason([
        [1000, 3100],
        [3350, 3600],
      ]),
    ).toBe('silent 600 ms after the turn began, the limit is 800 ms');
  });
  it('flags a restart over the user after the quiet', () => {
    expect(
      windowOf(
        barge([
          [1000, 3400],
          [4900, 5500],
        ]),
        'b/yield',
      ).flags,
    ).toContain('restart-over-user');
  });
  it('ends the quiet with the turn where a reply is expected, and scores that reply', () => {
    const withReply = barge(
      [
        [1000, 3400],
        [5100, 6000],
      ],
      yieldOf(800, 5000, { reply: { within: msToSamples(3000), once: true } }),
    );
    expect(windowOf(withReply, 'b/yield').verdict).toBe('pass');
    expect(windowOf(withReply, 'b/reply')).toMatchObject({ verdict: 'pass', value: { ms: 100 } });
    expect(
      windowOf(
        barge(
          [
            [1000, 3400],
            [5100, 6000],
          ],
          yieldOf(800, 5000),
        ),
        'b/yield',
      ).verdict,
    ).toBe('fail');
    const over = barge(
      [
        [1000, 3400],
        [4999, 6000],
      ],
      yieldOf(800, 5000, { reply: { within: msToSamples(3000), once: true } }),
    );
    expect(windowOf(over, 'b/yield').verdict).toBe('fail');
  });
  it('is within uncertainty around its limit and around the end of the quiet', () => {
    expect(windowOf(barge([[1000, 3797, 5]]), 'b/yield').verdict).toBe('within-uncertainty');
    expect(windowOf(barge([[1000, 3795, 5]]), 'b/yield').verdict).toBe('pass');
    expect(windowOf(barge([[1000, 3805, 5]]), 'b/yield').verdict).toBe('within-uncertainty');
    expect(windowOf(barge([[1000, 3806, 5]]), 'b/yield').verdict).toBe('fail');
    expect(
      windowOf(
        barge([
          [1000, 3400, 3],
          [4904, 5500, 4],
        ]),
        'b/yield',
      ).verdict,
    ).toBe('within-uncertainty');
    expect(
      windowOf(
        barge([
          [1000, 3400, 3],
          [4905, 5500, 4],
        ]),
        'b/yield',
      ).verdict,
    ).toBe('pass');
  });
  it('cannot be told where the quiet was lost', () => {
    expect(windowOf(barge([[1000, 3400]], yieldOf(800, 1500), { holes: [lost(4000, 4500)] }), 'b/yield').verdict).toBe('unscored');
    expect(windowOf(barge([[1000, 3400]], yieldOf(800, 1500), { holes: [lost(5000, 5500)] }), 'b/yield').verdict).toBe('pass');
  });
});
