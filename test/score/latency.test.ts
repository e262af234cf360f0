import { describe, expect, it } from 'vitest';
import { judgedLatencies } from '../../src/score/latency.js';
import { scoreSession } from '../../src/score/session.js';
import { summarise } from '../../src/score/summarise.js';
import { planned } from '../recording/fixtures.js';
import { inputOf, reply } from './fixtures.js';

const score = scoreSession(
  inputOf({ turns: [{ id: 't', from: 1000, to: 4000, pauses: [[2000, 3000]], expect: reply() }], agent: [[4700, 6000]] }),
);
const basis = { may: false, reason: "the rig's own error is outside its limits on this machine" };
const verdicts = (of: typeof score) => of.windows.map(({ measure, verdict }) => [measure, verdict]);

describe('latencies of a rig that may not judge them', () => {
  it('are unscored with the reason, and their values leave the figures; everything else stays', () => {
    const refused = judgedLatencies(score, basis);
    expect(verdicts(score)).toEqual([
      ['reply', 'pass'],
      ['false-cutoff', 'pass'],
      ['double-reply', 'pass'],
    ]);
    expect(verdicts(refused)).toEqual([
      ['reply', 'unscored'],
      ['false-cutoff', 'pass'],
      ['double-reply', 'pass'],
    ]);
    expect(refused.windows[0]).toMatchObject({
      reason: "latency not judged: the rig's own error is outside its limits on this machine",
      counted: false,
      flags: ['latency-not-judged'],
      value: { kind: 'measured' },
    });
    const { measures } = summarise({ id: 'r', plan: [planned()] }, [refused]);
    expect(measures.find(({ measure }) => measure === 'reply')).toMatchObject({ tally: { pass: 0, unscored: 1 }, value: undefined });
  });
  it('are judged where the rig may, and in runs that never asked', () => {
    expect(judgedLatencies(score, { may: true, reason: 'calibrated' })).toBe(score);
    expect(judgedLatencies(score, undefined)).toBe(score);
  });
  it('of a stop and of a gap too', () => {
    const turns = [
      { id: 'a', from: 1000, to: 2000, expect: { kind: 'yield', within: 48_000, quiet: 48_000 } as const },
      { id: 'b', from: 8000, to: 8300, expect: { kind: 'continue', maxGap: 24_000 } as const },
    ];
    const one = scoreSession(
      inputOf({
        turns,
        agent: [
          [500, 1600],
          [7000, 9500],
        ],
      }),
    );
    expect(verdicts(one)).toEqual([
      ['yield', 'pass'],
      ['continue', 'pass'],
    ]);
    expect(verdicts(judgedLatencies(one, basis)).map(([, verdict]) => verdict)).toEqual(['unscored', 'unscored']);
  });
});
