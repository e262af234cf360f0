import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/model.js';
import { at, lost, reply, windowOf, windowsOf, type SceneSpec } from './fixtures.js';
import { msToSamples } from '../../src/time/position.js';

type Agent = SceneSpec['agent'];
const yieldOf = (within: number, quiet: number, more: Partial<Extract<Expectation, { kind: 'yield' }>> = {}): Expectation => ({
  kind: 'yield',
  within: msToSamples(within),
  quiet: msToSamples(quiet),
  ...more,
});
const SILENCE: Expectation = { kind: 'silence' };

/** One turn from 1.0 to 5.0 s with pauses at 2.0 to 2.7 s and at 3.5 to 4.0 s. */
const spoken = (agent: Agent, more: Partial<SceneSpec> = {}, plusMinusMs = 0): SceneSpec => ({
  turns: [
    {
      id: 't',
      from: 1000,
      to: 5000,
      pauses: [
        [2000, 2700],
        [3500, 4000],
      ],
      expect: reply(3000),
      plusMinusMs,
    },
  ],
  agent,
  ...more,
});

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

describe('false-cutoff', () => {
  it.each<readonly [string, Agent, Record<string, string>]>([
    ['waits through both', [[5700, 8000]], { 'pause-1': 'pass', 'pause-2': 'pass' }],
    ['cuts into the first', [[2500, 3200]], { 'pause-1': 'fail', 'pause-2': 'pass' }],
    ['cuts into the second', [[3900, 4300]], { 'pause-1': 'pass', 'pause-2': 'fail' }],
    ['at the first sample of a pause', [[2000, 2500]], { 'pause-1': 'fail', 'pause-2': 'pass' }],
    ['heard late, after the resume', [[2701, 3200]], { 'pause-1': 'fail', 'pause-2': 'pass' }],
    ['in the last words, 999 ms after the resume', [[4999, 5600]], { 'pause-1': 'pass', 'pause-2': 'fail' }],
    ['in the first words', [[1500, 1900]], { 'pause-1': 'pass', 'pause-2': 'pass', words: 'fail' }],
    [
      'in both pauses',
      [
        [2400, 2900],
        [3800, 4200],
      ],
      { 'pause-1': 'fail', 'pause-2': 'fail' },
    ],
    ['talks through: the second pause cannot be told', [[2400, 4600]], { 'pause-1': 'fail', 'pause-2': 'unscored' }],
    ['talked before the turn began', [[500, 5500]], { 'pause-1': 'unscored', 'pause-2': 'unscored' }],
    ['after the turn’s end', [[5000, 6000]], { 'pause-1': 'pass', 'pause-2': 'pass' }],
    ['a blip is listed apart and is no cutoff', [[2300, 2419]], { 'pause-1': 'pass', 'pause-2': 'pass' }],
  ])('%s', (_what, agent, verdicts) => {
    const found = windowsOf(spoken(agent)).filter((one) => one.measure === 'false-cutoff');
    expect(Object.fromEntries(found.map((one) => [one.id.split('/')[2], one.verdict]))).toEqual(verdicts);
  });

  it('gives an onset to the pause before it for less than a second after the resume', () => {
    const long: SceneSpec = { turns: [{ id: 't', from: 0, to: 9000, pauses: [[2000, 3000]], expect: reply() }], agent: [] };
    const ids = (onset: number) =>
      windowsOf({ ...long, agent: [[onset, onset + 500]] })
        .filter((one) => one.verdict === 'fail' && one.measure === 'false-cutoff')
        .map((one) => one.id);
    expect(ids(3999)).toEqual(['t/false-cutoff/pause-1']);
    expect(ids(4000)).toEqual(['t/false-cutoff/words']);
  });

  it('names the kind by voiced length: reply from 300 ms on, burst below', () => {
    const kind = (length: number) => windowOf(spoken([[2300, 2300 + length]]), 't/false-cutoff/pause-1').details['kind'];
    expect(kind(300)).toBe('reply');
    expect(kind(299)).toBe('burst');
    expect(kind(120)).toBe('burst');
    expect(windowOf(spoken([[2300, 2419]]), 't/false-cutoff/pause-1')).toMatchObject({ flags: ['blip'], details: { blips: 1 } });
  });

  it('reports a race with the user’s resume with its milliseconds, under 100 ms to either side', () => {
    const race = (onset: number) => {
      const { flags, details } = windowOf(spoken([[onset, 3300]]), 't/false-cutoff/pause-1');
      return flags.includes('near-miss') ? details['nearMissMs'] : undefined;
    };
    expect(race(2600)).toBeUndefined();
    expect(race(2601)).toBe(-99);
    expect(race(2700)).toBe(0);
    expect(race(2799)).toBe(99);
    expect(race(2800)).toBeUndefined();
  });

  it('measures from the pause’s beginning and names it', () => {
    expect(windowOf(spoken([[2500, 3200]]), 't/false-cutoff/pause-1')).toMatchObject({
      value: { kind: 'measured', ms: 500, plusMinusMs: 0 },
      flags: ['reply'],
      details: { pause: 1, pauseMs: 700, beforeEndMs: 2500, afterResumeMs: -200, voicedMs: 700 },
      reason: "began to speak in pause-1 (700 ms), 2500 ms before the turn's end",
      evidence: { from: at(1500), to: at(7000) },
    });
    expect(windowOf(spoken([[5700, 8000]]), 't/false-cutoff/pause-1').details).toEqual({ pause: 1, pauseMs: 700 });
    expect(windowOf(spoken([[5700, 8000]]), 't/false-cutoff/pause-1').flags).toEqual([]);
  });

  it('counts a complete turn as one window, and an onset just at its end is within uncertainty', () => {
    const control = (onset: number, plusMinus: number): SceneSpec => ({
      turns: [{ id: 't', from: 1000, to: 5000, expect: reply() }],
      agent: [[onset, onset + 1000, plusMinus]],
    });
    const verdict = (onset: number, plusMinus = 0) => windowOf(control(onset, plusMinus), 't/false-cutoff/words').verdict;
    expect(verdict(5000)).toBe('pass');
    expect(verdict(4999)).toBe('fail');
    expect(verdict(1000)).toBe('fail');
    expect(verdict(999)).toBe('pass');
    expect(verdict(4996, 5)).toBe('within-uncertainty');
    expect(verdict(4995, 5)).toBe('within-uncertainty');
    expect(verdict(4994, 5)).toBe('fail');
  });

  it('is unscored where the agent’s audio of a pause was lost', () => {
    expect(windowOf(spoken([[5700, 6000]], { holes: [lost(2100, 2400)] }), 't/false-cutoff/pause-1').verdict).toBe('unscored');
    expect(windowOf(spoken([[5700, 6000]], { holes: [lost(2100, 2200)] }), 't/false-cutoff/pause-1').verdict).toBe('pass');
  });

  it('is asked of turns that expect a reply only', () => {
    const spec = spoken([[2500, 3200]]);
    const quiet = { ...spec, turns: spec.turns.map((one) => ({ ...one, expect: SILENCE })) };
    expect(windowsOf(quiet).map((one) => one.measure)).toEqual(['silence']);
  });
});

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
  it('cannot be told where 120 ms or more were lost', () => {
    expect(windowOf(quiet([], 0, [lost(4000, 4120)]), 'n/silence').verdict).toBe('unscored');
    expect(windowOf(quiet([], 0, [lost(4000, 4119)]), 'n/silence').verdict).toBe('pass');
    expect(windowOf(quiet([[4500, 4800]], 0, [lost(4000, 4300)]), 'n/silence').verdict).toBe('fail');
  });
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

describe('greeting', () => {
  const greet = (policy: 'expected' | 'forbidden' | 'ignored', agent: Agent, more: Partial<SceneSpec> = {}): SceneSpec => ({
    turns: [{ id: 't', from: 5000, to: 6000 }],
    agent,
    scene: { greeting: { policy, within: 1 } },
    ...more,
  });
  const verdict = (...args: Parameters<typeof greet>) => windowOf(greet(...args), 'greeting').verdict;
  it('is judged by its policy', () => {
    expect(verdict('expected', [[1000, 3000]])).toBe('pass');
    expect(verdict('expected', [])).toBe('fail');
    expect(verdict('forbidden', [[1000, 3000]])).toBe('fail');
    expect(verdict('forbidden', [])).toBe('pass');
    expect(windowsOf(greet('ignored', [[1000, 3000]]))).toEqual([]);
  });
  it('ends at the first turn’s first sample', () => {
    expect(verdict('forbidden', [[4999, 6000]])).toBe('fail');
    expect(verdict('forbidden', [[5000, 6000]])).toBe('pass');
    expect(verdict('forbidden', [[5002, 6000, 5]])).toBe('within-uncertainty');
  });
  it('cannot be told where it was lost', () => {
    expect(verdict('forbidden', [], { holes: [lost(1000, 2000)] })).toBe('unscored');
  });
});
