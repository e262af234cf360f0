import { describe, expect, it } from 'vitest';
import { scoreSession } from '../../src/score/session.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import { at, inputOf, lost, reply, run, speechOf, spoken, windowOf, windowsOf, type SceneSpec } from './fixtures.js';

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

  it('across the turn’s end is a fail once its onset lies surely before it', () => {
    const edge = (onset: number) => windowOf(spoken([[onset, 7000, 5]]), 't/reply');
    expect(edge(4995)).toMatchObject({ verdict: 'fail', flags: ['already-speaking'], evidence: { from: at(3995), to: at(7000) } });
    expect(edge(4996)).toMatchObject({
      verdict: 'within-uncertainty',
      value: { kind: 'interval', fromMs: 0, toMs: 1 },
      reason: "began to speak at the turn's end, before or after it within 5 ms",
      evidence: { from: at(4000), to: at(7000) },
    });
    expect(edge(5000)).toMatchObject({ verdict: 'within-uncertainty', value: { kind: 'interval', fromMs: 0, toMs: 5 } });
    expect(edge(5001)).toMatchObject({ verdict: 'pass', value: { kind: 'measured', ms: 1 } });
    // A sample after the border it may lie behind the end.
    const input = inputOf(spoken([]));
    const sample = { ...run(4995, 7000, 5), from: rigPos(at(4995) + 1) };
    expect(scoreSession({ ...input, speech: speechOf([sample]) }).windows[0]?.verdict).toBe('within-uncertainty');
    // Exact edges: at the very end it was speaking already.
    expect(windowOf(spoken([[5000, 7000]]), 't/reply')).toMatchObject({ verdict: 'fail', flags: ['already-speaking'] });
  });
  it('resumed at, or after, the turn’s end is told by its first run there', () => {
    const resumed = (agent: Agent) => windowOf(spoken(agent), 't/reply').details;
    expect(resumed([[4000, 4500], [5000, 5200], [5500, 6000]])).toEqual({ resumedMs: 0 }); // prettier-ignore
    expect(resumed([[4000, 4500], [5100, 5300], [5500, 6000]])).toEqual({ resumedMs: 100 }); // prettier-ignore
  });
  it('shows both onsets of a reply: where it may begin, and where it is loud', () => {
    const input = inputOf(spoken([]));
    const soft = { ...run(5700, 8000), strongFrom: at(5800), softOnset: true };
    const [score] = scoreSession({ ...input, speech: speechOf([soft]) }).windows;
    expect(score).toMatchObject({
      flags: ['soft-onset'],
      details: { strongOnsetMs: 800 },
      window: { from: at(5000), to: at(60_000) },
      evidence: { from: at(4000), to: at(7700) },
    });
    expect(windowOf(spoken([[5700, 8000]]), 't/reply')).toMatchObject({ flags: [], details: { strongOnsetMs: 700 } });
  });
  it('says what there was instead', () => {
    const next = (from: number): SceneSpec => ({
      turns: [
        { id: 't', from: 1000, to: 5000, expect: reply(3000) },
        { id: 'u', from, to: from + 2000 },
      ],
      agent: [],
    });
    const none = (from: number) => windowOf(next(from), 't/reply');
    for (const from of [4000, 5000])
      expect(none(from)).toMatchObject({
        verdict: 'unscored',
        reason: 'the next turn began before this one was over',
        value: { aboveMs: 0 },
      });
    expect(none(5001).reason).toBe('no reply in the 1 ms that were observed; the limit is 3000 ms');
    expect(none(8000)).toMatchObject({
      reason: 'no reply within 3000 ms',
      flags: ['no-reply'],
      evidence: { from: at(4000), to: at(10_000) },
    });
    expect(windowOf(spoken([[8001, 9000]]), 't/reply').reason).toBe("replied 3001 ms after the turn's end, the limit is 3000 ms");
  });
  it('that begins with the next turn is none of this one', () => {
    const spec = (onset: number): SceneSpec => ({
      turns: [
        { id: 't', from: 1000, to: 5000, expect: reply(3000) },
        { id: 'u', from: 7000, to: 8000 },
      ],
      agent: [[onset, 9000]],
    });
    expect(windowOf(spec(6999), 't/reply').verdict).toBe('pass');
    expect(windowOf(spec(7000), 't/reply')).toMatchObject({ verdict: 'unscored', value: { kind: 'censored', aboveMs: 2000 } });
  });
  it('is expected of a turn that cuts in only where the scene says so', () => {
    const cut = (more: object): SceneSpec => ({
      turns: [{ id: 'b', from: 3000, to: 5000, expect: { kind: 'yield', within: 1, quiet: 1, ...more } }],
      agent: [[1000, 3400], [5700, 7000]], // prettier-ignore
    });
    expect(windowsOf(cut({})).map(({ measure }) => measure)).toEqual(['yield']);
    expect(windowOf(cut({ reply: { within: msToSamples(700), once: false } }), 'b/reply')).toMatchObject({ verdict: 'pass', limitMs: 700 });
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
