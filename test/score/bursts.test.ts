/** Bursts around a reply, late answers to the turn before, and quiet that was not observed to its end. */
import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/model.js';
import { msToSamples } from '../../src/time/position.js';
import { reply, windowOf, type SceneSpec } from './fixtures.js';

describe('a burst before the reply', () => {
  const of = (agent: SceneSpec['agent']) =>
    windowOf({ turns: [{ id: 't1', from: 1000, to: 2000, expect: reply(3000) }], agent, endMs: 9000 }, 't1/reply');

  it('is no reply: the wait runs to the first speech with room for words', () => {
    expect(of([[2300, 2500], [3700, 5000]])).toMatchObject({ verdict: 'pass', value: { kind: 'measured', ms: 1700 }, flags: ['burst-before'], details: { firstBurstMs: 300, bursts: 1 } }); // prettier-ignore
  });
  it('does not save a reply that comes too late', () => {
    expect(of([[2300, 2500], [5600, 7000]])).toMatchObject({ verdict: 'fail', value: { kind: 'measured', ms: 3600 }, flags: ['burst-before'] }); // prettier-ignore
  });
  it('counts all of them', () => {
    expect(of([[2300, 2500], [3400, 3600], [4500, 6000]]).details).toMatchObject({ firstBurstMs: 300, bursts: 2 }); // prettier-ignore
  });
  it('stands in where nothing else comes: it may have been a "Yes"', () => {
    expect(of([[2700, 2900]])).toMatchObject({ verdict: 'pass', value: { kind: 'measured', ms: 700 }, flags: ['burst'] });
    expect(of([[2700, 2900], [4000, 4200]])).toMatchObject({ value: { kind: 'measured', ms: 700 }, flags: ['burst'] }); // prettier-ignore
  });
  it('of two in one go is a burst, not a reply that a burst begins', () => {
    expect(of([[2300, 2430], [2600, 2730]])).toMatchObject({ flags: ['burst'], details: { strongOnsetMs: 300 } }); // prettier-ignore
    expect(of([[2300, 2430], [2600, 2730]]).details).not.toHaveProperty('afterBurstMs'); // prettier-ignore
  });
  it('that a pause under 800 ms ties to the rest is its onset, and the next onset is told', () => {
    expect(of([[2300, 2500], [3000, 5000]])).toMatchObject({ value: { kind: 'measured', ms: 300 }, flags: ['burst-first'], details: { afterBurstMs: 1000 } }); // prettier-ignore
    expect(of([[2300, 2600], [3000, 5000]]).flags).toEqual([]); // prettier-ignore
  });
});

describe('speech in a silence window that may answer the turn before', () => {
  const silence: Expectation = { kind: 'silence' };
  const of = (agent: SceneSpec['agent']) =>
    windowOf(
      {
        turns: [
          { id: 'first', from: 1000, to: 2000 },
          { id: 'second', from: 2500, to: 4000, expect: silence },
        ],
        agent,
        endMs: 9000,
      },
      'second/silence',
    );

  it.each<readonly [string, number, boolean]>([
    ['begins while the second is being said', 3000, true],
    ['begins just after it', 2501, true],
    ['begins at its last moment', 3999, true],
    ['begins when it has ended: it may as well answer that one', 4000, false],
  ])('%s', (_what, from, flagged) => {
    const window = of([[from, from + 1000]]);
    expect(window.verdict).toBe('fail');
    expect(window.flags.includes('answers-previous')).toBe(flagged);
    if (flagged) expect(window.details).toMatchObject({ previous: 'first', afterPreviousMs: from - 2000 });
  });
  it('says so', () => {
    expect(of([[3000, 4000]]).reason).toBe(
      'spoke, 1000 ms in all, first 500 ms after the turn began; it may answer first, which ended 1000 ms before',
    );
  });
  it('is none when it goes on from before, or comes long after', () => {
    expect(of([[2200, 3000]]).flags).toEqual(['from-before']);
    const turns = [
      { id: 'first', from: 1000, to: 2000 },
      { id: 'second', from: 4500, to: 6000, expect: silence },
    ];
    expect(windowOf({ turns, agent: [[5000, 5500]] }, 'second/silence').flags).toEqual(['answers-previous']);
    expect(windowOf({ turns, agent: [[5001, 5500]] }, 'second/silence').flags).toEqual([]);
  });
});

describe('quiet that was not observed to its end', () => {
  const long: SceneSpec['agent'] = [[0, 5400]];
  const cutIn = (expectation: Expectation, endMs: number, agent = long) => ({
    turns: [{ id: 't1', from: 5000, to: 5300, expect: expectation }],
    agent,
    endMs,
  });
  const yields: Expectation = { kind: 'yield', within: msToSamples(800), quiet: msToSamples(3000) };

  it('is not known after a yield', () => {
    expect(windowOf(cutIn(yields, 8400), 't1/yield')).toMatchObject({ verdict: 'pass', flags: [] });
    expect(windowOf(cutIn(yields, 8399), 't1/yield')).toMatchObject({
      verdict: 'unscored',
      reason: 'silent in time, but quiet was observed for 2999 ms of 3000 ms only',
      flags: ['quiet-cut-short'],
      value: { kind: 'measured', ms: 400 },
    });
  });
  it('leaves a late stop a failure', () => {
    expect(windowOf(cutIn(yields, 7000, [[0, 6000]]), 't1/yield')).toMatchObject({ verdict: 'fail', flags: ['quiet-cut-short'] });
  });
  it('is not known after a backchannel either: one rule', () => {
    const goesOn: Expectation = { kind: 'continue', maxGap: msToSamples(2000), quietAfter: msToSamples(3000) };
    const id = 't1/continue/quiet-after';
    expect(windowOf(cutIn(goesOn, 10_000, [[0, 7000]]), id)).toMatchObject({ verdict: 'pass' });
    expect(windowOf(cutIn(goesOn, 9999, [[0, 7000]]), id)).toMatchObject({
      verdict: 'unscored',
      reason: 'quiet was observed for 2999 ms of 3000 ms only',
      flags: ['quiet-cut-short'],
    });
  });
  it('tells bursts and blips after the stop', () => {
    const agent: SceneSpec['agent'] = [[0, 5200], [5500, 5650], [6000, 6050]]; // prettier-ignore
    expect(windowOf(cutIn(yields, 12_000, agent), 't1/yield')).toMatchObject({ verdict: 'pass', flags: ['bursts-after', 'blips-after'], details: { burstsAfter: 1, blipsAfter: 1 } }); // prettier-ignore
  });
});
