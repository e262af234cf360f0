/** The matrix can be wrong, and can tell that the scorer is: truths made by hand, and scores that say something else. */
import { describe, expect, it } from 'vitest';
import type { CompiledScene, Expectation } from '../../src/scenario/model.js';
import type { SessionScore, WindowScore } from '../../src/score/model.js';
import { compiled } from '../conductor/rig.js';
import type { TurnSketch } from '../schedule/scene.js';
import { judge } from './matrix/cell.js';
import { expectedOf, surelyExpected } from './matrix/rules.js';
import { truthOf, type Interval, type Truth } from './matrix/truth.js';

type Turn = readonly [id: string, from: number, to: number, expect: Expectation, ...pauses: (readonly [number, number])[]];
const MS = 48;

/** Times in ms. */
function truth(turns: readonly Turn[], sounds: readonly (readonly [number, number])[], ended: number): Truth {
  const sketches: TurnSketch[] = turns.map(([id, from, to]) => ({ id, voiced: to - from }));
  const scene: CompiledScene = compiled(sketches);
  const own = scene.turns.map((turn, i) => ({ ...turn, label: 'user' as const, expect: turns[i]?.[3] ?? turn.expect }));
  return {
    scene: { ...scene, turns: own },
    sounds: sounds.map(([from, to]): Interval => ({ from, to })),
    played: own.map((turn, i) => {
      const [, from, to, , ...pauses] = turns[i] ?? ['', 0, 0, turn.expect];
      return { turn, from, to, pauses: pauses.map(([start, end]) => ({ from: start, to: end })) };
    }),
    opened: 0,
    began: 0,
    ended,
    left: false,
  };
}

const REPLY: Expectation = { kind: 'reply', within: 4000 * MS, once: true };
const YIELD: Expectation = { kind: 'yield', within: 800 * MS, quiet: 1500 * MS };
const GOES_ON: Expectation = { kind: 'continue', maxGap: 2000 * MS, quietAfter: 3000 * MS };

describe('what the truth says', () => {
  it.each<[string, readonly Turn[], readonly (readonly [number, number])[], Record<string, string>]>([
    ['a reply', [['q', 1000, 2000, REPLY]], [[2700, 4000]], { 'q/reply': 'pass', 'q/false-cutoff/words': 'pass', 'q/double-reply': 'pass' }],
    ['a late one', [['q', 1000, 2000, REPLY]], [[6100, 7000]], { 'q/reply': 'fail' }],
    ['none', [['q', 1000, 2000, REPLY]], [], { 'q/reply': 'fail', 'q/double-reply': 'unscored' }],
    ['a second one', [['q', 1000, 2000, REPLY]], [[2700, 4000], [4900, 6000]], { 'q/double-reply': 'fail' }],
    ['one with a breath', [['q', 1000, 2000, REPLY]], [[2700, 4000], [4700, 6000]], { 'q/double-reply': 'pass' }],
    ['a cut in the pause', [['q', 1000, 4000, REPLY, [2000, 3000]]], [[2300, 2700]], { 'q/false-cutoff/pause-1': 'fail', 'q/reply': 'fail' }],
    ['a blip in the pause', [['q', 1000, 4000, REPLY, [2000, 3000]]], [[2300, 2400], [4700, 6000]], { 'q/false-cutoff/pause-1': 'pass', 'q/reply': 'pass' }],
    ['a cut after the resume', [['q', 1000, 5000, REPLY, [2000, 3000]]], [[3500, 4000], [5600, 7000]], { 'q/false-cutoff/pause-1': 'fail', 'q/reply': 'pass' }],
    ['a yield', [['q', 0, 500, REPLY], ['b', 2000, 3000, YIELD]], [[1000, 2600]], { 'b/yield': 'pass' }],
    ['a late yield', [['q', 0, 500, REPLY], ['b', 2000, 3000, YIELD]], [[1000, 2900]], { 'b/yield': 'fail' }],
    ['a return', [['q', 0, 500, REPLY], ['b', 2000, 3000, YIELD]], [[1000, 2600], [3500, 4000]], { 'b/yield': 'fail' }],
    ['no overlap', [['q', 0, 500, REPLY], ['b', 2000, 3000, YIELD]], [[1000, 1900]], { 'b/yield': 'unscored' }],
    ['going on', [['q', 0, 500, REPLY], ['b', 2000, 2300, GOES_ON]], [[1000, 4000]], { 'b/continue': 'pass', 'b/continue/quiet-after': 'pass' }],
    ['a gap', [['q', 0, 500, REPLY], ['b', 2000, 2300, GOES_ON]], [[1000, 2500], [4000, 6000]], { 'b/continue': 'pass' }],
    ['a long gap', [['q', 0, 500, REPLY], ['b', 2000, 2300, GOES_ON]], [[1000, 2500], [4600, 6000]], { 'b/continue': 'fail' }],
    ['an answer to it', [['q', 0, 500, REPLY], ['b', 2000, 2300, GOES_ON]], [[1000, 4000], [6500, 7000]], { 'b/continue/quiet-after': 'fail' }],
    ['side talk', [['s', 1000, 2000, { kind: 'silence' }]], [[2300, 3000]], { 's/silence': 'fail' }],
  ])('%s', (_, turns, sounds, right) => {
    const expected = Object.fromEntries(expectedOf(truth(turns, sounds, 10_000)));
    expect(expected).toMatchObject(right);
  }); // prettier-ignore

  it('does not decide near a limit', () => {
    const at = (onset: number) => surelyExpected(truth([['q', 1000, 2000, REPLY]], [[onset, onset + 1000]], 10_000), 15).get('q/reply');
    expect([at(5990), at(6010), at(5950), at(6050)]).toEqual(['close', 'close', 'pass', 'fail']);
  });

  it('reads sounds from the log and turns from the schedule', () => {
    const scene = compiled([{ id: 'q', voiced: 1000, lead: 100 }]);
    const log = [
      { what: 'heard-onset', at: 0 },
      { what: 'speak', at: 96_000 },
      { what: 'stop', at: 144_000 },
      { what: 'blip', at: 200_000 },
    ] as unknown as Parameters<typeof truthOf>[1];
    const found = truthOf(
      scene,
      log,
      [
        { kind: 'event', type: 'session-opened', at: 48 },
        { kind: 'command', command: { type: 'mark', mark: 'scene-start', at: 4800 } },
        { kind: 'event', type: 'turn-started', turn: 'q', start: 9600, at: 9600 },
      ],
      240_000,
    );
    expect(found).toMatchObject({
      sounds: [{ from: 2000, to: 3000 }, { from: 200_000 / 48, to: 5000 }], // prettier-ignore
      played: [{ from: 300, to: 1300 }],
      opened: 1,
      began: 100,
      ended: 5000,
      left: false,
    });
  });
});

describe('a cell', () => {
  const turns: readonly Turn[] = [['q', 1000, 2000, REPLY]];
  const happened = truth(turns, [[2700, 4000]], 10_000);
  const score = (verdicts: Record<string, WindowScore['verdict']>, outcome: SessionScore['outcome'] = 'scored'): SessionScore =>
    ({
      outcome,
      reason: '',
      windows: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict, reason: 'said' })),
    }) as unknown as SessionScore;
  const cell = (given: SessionScore) => judge({ agent: 'a', scene: 's', truth: happened, score: given }, 15);
  const right = { 'q/reply': 'pass', 'q/false-cutoff/words': 'pass', 'q/double-reply': 'pass' } as const;

  it('is right where the scorer agrees', () => {
    expect(cell(score(right))).toMatchObject({ state: 'decided', passed: 3, failed: 0, wrong: [] });
  });

  it.each<[string, Record<string, WindowScore['verdict']>]>([
    ['another verdict', { ...right, 'q/reply': 'fail' }],
    ['a verdict withheld', { ...right, 'q/reply': 'unscored' }],
    ['a verdict in doubt', { ...right, 'q/reply': 'within-uncertainty' }],
    ['a window that is missing', { 'q/reply': 'pass', 'q/double-reply': 'pass' }],
    ['a window that should not be', { ...right, 'q/silence': 'pass' }],
  ])('is wrong with %s', (_, verdicts) => {
    expect(cell(score(verdicts)).wrong).toHaveLength(1);
  });

  it('is invalid where the rig spoiled the session, and wrong where the agent is blamed without reason', () => {
    expect(cell({ ...score(right, 'rig_invalid'), reason: 'late-frame of 80 ms' })).toMatchObject({ state: 'invalid', wrong: [] });
    expect(cell(score(right, 'agent_failure')).wrong).toHaveLength(1);
    expect(judge({ agent: 'a', scene: 's', truth: { ...happened, left: true }, score: score(right) }, 15).wrong).toHaveLength(1);
  });
});
