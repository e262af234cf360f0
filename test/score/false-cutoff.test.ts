import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/model.js';
import { at, lost, reply, spoken, windowOf, windowsOf, type SceneSpec } from './fixtures.js';

type Agent = SceneSpec['agent'];
const SILENCE: Expectation = { kind: 'silence' };

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

describe('a false cutoff', () => {
  const details = (agent: SceneSpec['agent'], id: string) => windowOf(spoken(agent), `t/false-cutoff/${id}`).details;
  it('is told by the first onset of its pause, or of the words', () => {
    expect(details([[2100, 2250], [2500, 3000]], 'pause-1')).toMatchObject({ beforeEndMs: 2900, voicedMs: 650 }); // prettier-ignore
    expect(details([[1100, 1300], [1500, 1900]], 'words')).toMatchObject({ beforeEndMs: 3900 }); // prettier-ignore
  });
  it('says in words what it was and where', () => {
    const reason = (agent: SceneSpec['agent'], id: string) => windowOf(spoken(agent), `t/false-cutoff/${id}`).reason;
    expect(reason([[2500, 2650]], 'pause-1')).toBe("a burst in pause-1 (700 ms), 2500 ms before the turn's end");
    expect(reason([[2700, 3200]], 'pause-1')).toBe(
      "began to speak in pause-1 (700 ms), 2300 ms before the turn's end, 0 ms after the user resumed",
    );
    expect(reason([[1500, 1900]], 'words')).toBe("began to speak in the user's words, 3500 ms before the turn's end");
    expect(reason([], 'pause-2')).toBe('waited through pause-2 (500 ms)');
  });
  it('has its figures, and those of a pause only where it lies in one', () => {
    expect(details([[3700, 4200]], 'pause-2')).toEqual({
      ...{ pause: 2, pauseMs: 500, kind: 'reply', voicedMs: 500, beforeEndMs: 1300, afterResumeMs: -300 },
    });
    expect(details([[1500, 1620]], 'words')).toEqual({ kind: 'burst', voicedMs: 120, beforeEndMs: 3500 });
    expect(windowOf(spoken([[1500, 1620]]), 't/false-cutoff/words')).toMatchObject({
      flags: ['burst'],
      value: { ms: 500 },
      window: { from: at(1000), to: at(5000) },
    });
  });
  it('tells the blips of a turn without pauses, and of each pause its own', () => {
    const control: SceneSpec = { turns: [{ id: 't', from: 1000, to: 5000, expect: reply() }], agent: [] };
    const words = (agent: SceneSpec['agent']) => windowOf({ ...control, agent }, 't/false-cutoff/words');
    expect(words([[2000, 2100], [3000, 3100]])).toMatchObject({ verdict: 'pass', flags: ['blip'], details: { blips: 2 } }); // prettier-ignore
    expect(words([[2000, 2100]])).toMatchObject({ flags: ['blip'], details: { blips: 1 } });
    expect(words([[900, 980], [5000, 5100]])).toMatchObject({ flags: [], details: {} }); // prettier-ignore
    expect(words([[1000, 1100], [4999, 5050]]).details).toEqual({ blips: 2 }); // prettier-ignore
    expect(details([[2100, 2150], [3600, 3650], [3700, 3750]], 'pause-1')).toMatchObject({ blips: 1 }); // prettier-ignore
    expect(details([[2100, 2150], [3600, 3650], [3700, 3750]], 'pause-2')).toMatchObject({ blips: 2 }); // prettier-ignore
  });
  it('is not known of words where audio was lost, and of a pause only where it was lost in that pause', () => {
    const control: SceneSpec = { turns: [{ id: 't', from: 1000, to: 5000, expect: reply() }], agent: [] };
    const words = (from: number, to: number) => windowOf({ ...control, holes: [lost(from, to)] }, 't/false-cutoff/words').verdict;
    expect([words(4880, 5500), words(4881, 5500), words(500, 1120), words(500, 1119)]).toEqual(['unscored', 'pass', 'unscored', 'pass']);
    const pause = (from: number, to: number) => windowOf(spoken([], { holes: [lost(from, to)] }), 't/false-cutoff/pause-1').verdict;
    expect([pause(2580, 3000), pause(2581, 3000), pause(1000, 2120), pause(1000, 2119)]).toEqual(['unscored', 'pass', 'unscored', 'pass']);
  });
});
