/** The run's statistics at their borders: what a wait is, what counts for nothing, what is paired with what, in which words. */
import { describe, expect, it } from 'vitest';
import { separate } from '../../src/score/counted.js';
import { WATCHED_SHORT } from '../../src/score/reply.js';
import type { Comparison, RunStatistics, WaitStatement } from '../../src/score/statistics/model.js';
import { StatisticsCounts } from '../../src/score/statistics/statistics.js';
import { waitsIn } from '../../src/score/statistics/waits.js';
import type { Value, Verdict, WindowScore } from '../../src/score/model.js';
import type { SessionResult } from '../../src/score/summarise.js';
import { clusterMean } from '../../src/stats/bootstrap-t.js';
import { signFlip } from '../../src/stats/sign-flip.js';
import { planned, scene } from '../recording/fixtures.js';
import { replyWindow, statisticsOf, type MadeSession, type MadeTurn } from './statistics-run.js';

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const row = (rows: readonly Comparison[] | undefined, what: Comparison['what']): Comparison => {
  const found = rows?.find((one) => one.what === what);
  if (found === undefined) throw new Error(`no row ${what}`);
  return found;
};
const waitsOf = (turns: readonly MadeTurn[]): WaitStatement => {
  const [found] = statisticsOf([{ agent: 'a', scene: 'c', turns }]).waits;
  if (found === undefined) throw new Error('no waits');
  return found;
};

/** Of a session's windows, without where they stand. */
const read = (windows: readonly WindowScore[]) => waitsIn({ attempt: 'x0-a1', windows }).map(({ wait }) => wait);

describe('a wait', () => {
  it('is the middle of a hole, the end of a window, and nothing where the agent was speaking already', () => {
    expect(
      read([
        replyWindow('t1', 'pass', { kind: 'measured', ms: 700, plusMinusMs: 1 }),
        replyWindow('t2', 'within-uncertainty', { kind: 'interval', fromMs: 100, toMs: 250 }),
        replyWindow('t3', 'fail', { kind: 'censored', aboveMs: 4000 }),
        replyWindow('t4', 'pass', { kind: 'none' }),
      ]),
    ).toEqual([
      { kind: 'answered', ms: 700 },
      { kind: 'answered', ms: 175 },
      { kind: 'censored', aboveMs: 4000 },
    ]);
  });
  it('of a window that was not scored counts only where it was watched for a part of it', () => {
    const value: Value = { kind: 'censored', aboveMs: 900 };
    expect(read([replyWindow('t1', 'unscored', value, [WATCHED_SHORT])])).toEqual([value]);
    expect(read([replyWindow('t1', 'unscored', value), replyWindow('t2', 'unscored', value, ['another-flag'])])).toEqual([]);
    expect(read([{ ...replyWindow('t1', 'pass', { kind: 'measured', ms: 5, plusMinusMs: 1 }), measure: 'silence' }])).toEqual([]);
  });
});

describe('the courses of turns', () => {
  it('are cut into by a cutoff of their own turn only', () => {
    expect(waitsOf([{ wait: 600 }, { wait: 700, cut: true }, { wait: 800 }])).toMatchObject({
      turns: 3,
      premature: 1,
      replied: 2,
      measured: 3,
    });
  });
  it.each([
    [0, 100, 1],
    [1000, 100, 11],
    [1050, 100, 12],
    [6000, 100, 61],
    [6001, 200, 32],
    [12_000, 200, 61],
    [12_001, 400, 32],
  ])('of %i ms are sampled every %i ms, %i times: at most 60 steps of the least hundred that is doubled', (longest, stepMs, length) => {
    const { incidence } = waitsOf([{ wait: longest }]);
    expect(incidence.stepMs).toBe(stepMs);
    expect([incidence.premature.length, incidence.reply.length, incidence.none.length]).toEqual([length, length, length]);
    expect(incidence.reply.at(-1)).toBe(1);
    expect(incidence.none.at(-1)).toBe(0);
  });
  it('have no percentile, and no scene of one, where nothing was waited for', () => {
    const found = waitsOf([{ wait: 'speaking' }]);
    expect(found).toMatchObject({ turns: 1, premature: 1, measured: 0, censored: 0, clusters: 0, percentiles: [] });
    expect(found).not.toHaveProperty('effectiveN');
    expect(waitsOf([{ wait: 700 }])).toMatchObject({ clusters: 1, effectiveN: 1 });
  });
  it('begin with nothing having come', () => {
    const { incidence } = waitsOf([{ wait: 1000 }]);
    expect([incidence.premature[0], incidence.reply[0], incidence.none[0]]).toEqual([0, 0, 1]);
    expect([incidence.premature.at(-1), incidence.reply.at(-1), incidence.none.at(-1)]).toEqual([0, 1, 0]);
  });
  it('weigh as many windows as the median does: by it scenes may differ less than chance, and by the 95th percentile not at all', () => {
    const made = range(12).map((i): MadeSession => ({ agent: 'a', scene: `c${i}`, turns: [{ wait: 500 }, { wait: i < 7 ? 900 : 500 }] }));
    expect(statisticsOf(made).waits[0]).toMatchObject({ clusters: 12, effectiveN: 24 });
  });
  it('are those of sessions that were scored', () => {
    const { waits } = statisticsOf([
      { agent: 'a', scene: 'c', turns: [{ wait: 700 }] },
      { agent: 'a', scene: 'c', turns: [{ wait: 900 }] },
      { agent: 'a', scene: 'd', outcome: 'agent_failure', turns: [{ wait: 1 }] },
      { agent: 'a', scene: 'd', outcome: 'rig_invalid', turns: [{ wait: 1 }] },
      { agent: 'b', scene: 'c', turns: [{ wait: 800 }] },
    ]);
    expect(waits.map(({ agent, turns, clusters }) => [agent, turns, clusters])).toEqual([
      ['a', 2, 1],
      ['b', 1, 1],
    ]);
  });
});

describe('rates', () => {
  it('of two agents are kept apart, measure by measure, and so are their failures', () => {
    const { rates, failures, scenes } = statisticsOf([
      { agent: 'a', scene: 'c', turns: [{ wait: 700 }, { wait: undefined }] },
      { agent: 'b', scene: 'c', turns: [{ wait: 700, cut: true }] },
      { agent: 'b', scene: 'd', outcome: 'agent_failure', turns: [] },
    ]);
    expect(rates.map(({ agent, measure, successes, windows }) => [agent, measure, successes, windows])).toEqual([
      ['a', 'reply', 1, 2],
      ['a', 'false-cutoff', 2, 2],
      ['b', 'reply', 1, 1],
      ['b', 'false-cutoff', 0, 1],
    ]);
    expect(failures.map(({ agent, successes, windows, clusters }) => [agent, successes, windows, clusters])).toEqual([
      ['a', 0, 1, 1],
      ['b', 1, 2, 2],
    ]);
    expect(scenes.map(({ agent, scene: name, measure, held, sessions }) => [agent, name, measure, held, sessions])).toEqual([
      ['a', 'c', 'reply', 0, 1],
      ['a', 'c', 'false-cutoff', 1, 1],
      ['b', 'c', 'reply', 1, 1],
      ['b', 'c', 'false-cutoff', 0, 1],
    ]);
  });
  it('count what was decided, of sessions in the plan', () => {
    const counts = new StatisticsCounts({
      plan: [planned({ id: 'x0', suite: 's', scene: 'c' })],
      scenes: [scene({ id: 'c', scene: 'c', suite: 's' })],
    });
    const result = (session: string, windows: readonly WindowScore[]): SessionResult => ({
      ...{ attempt: `${session}-a1`, session, scene: 'c', agent: 'a', outcome: 'scored' as const, reason: '' },
      windows,
    });
    const of = (verdict: Verdict, turn: string): WindowScore => replyWindow(turn, verdict, { kind: 'measured', ms: 700, plusMinusMs: 1 });
    counts.add(result('x0', [of('pass', 't1'), of('within-uncertainty', 't2'), of('unscored', 't3'), of('fail', 't4')]));
    counts.add(result('not-in-the-plan', [of('pass', 't1')]));
    const { rates, scenes, waits } = separate<RunStatistics>(counts.done()).value;
    expect(rates.map(({ successes, windows }) => [successes, windows])).toEqual([[1, 2]]);
    expect(scenes).toMatchObject([{ held: 0, sessions: 1 }]);
    expect(waits).toMatchObject([{ turns: 3 }]);
  });
});

it('the shape of the statistics is the second one: stored scores are read by it', () => {
  expect(statisticsOf([{ agent: 'a', scene: 'c', turns: [] }])).toMatchObject({ version: 2, level: 0.95 });
});

describe('two arms', () => {
  const arms = (n: number, left: (k: number) => readonly MadeTurn[], right: (k: number) => readonly MadeTurn[]): MadeSession[] =>
    range(n).flatMap((k) => [
      { agent: 'bot', scene: 'one', arm: 'left', repeat: k + 1, turns: left(k) },
      { agent: 'bot', scene: 'two', arm: 'right', repeat: k + 1, turns: right(k) },
    ]);
  it('count a session as met where nothing in it failed, however many windows it has', () => {
    const { armComparisons } = statisticsOf(
      arms(
        3,
        () => [{ wait: 700 }, { wait: 700, cut: true }],
        () => [{ wait: 700 }],
      ),
    );
    const cut = row(armComparisons, 'false-cutoff');
    expect(cut).toMatchObject({ test: 'mcnemar', onlyA: 0, onlyB: 3, pairs: 3, difference: 1 });
    expect(cut.of).toEqual({
      a: { kind: 'met', counted: 'sessions', met: 0, of: 3 },
      b: { kind: 'met', counted: 'sessions', met: 3, of: 3 },
    });
  });
  it('of one repeat are one play, which has no interval', () => {
    const { armComparisons } = statisticsOf(
      arms(
        1,
        () => [{ wait: 500 }],
        () => [{ wait: undefined }],
      ),
    );
    const wait = row(armComparisons, 'wait');
    expect(wait.interval).toEqual({ kind: 'none', reason: '1 play: an interval needs 10 or more on both sides' });
    // A wait without an end stands at the end of its window.
    expect(wait).toMatchObject({
      difference: 3500,
      of: { a: { medianMs: 500, waits: 1, none: 0 }, b: { medianMs: 4000, waits: 1, none: 1 } },
    });
  });
  it('say where too few differ, and draw with the seed 1: stored scores keep their bytes', () => {
    const one = arms(
      12,
      () => [{ wait: 500 }],
      (k) => [{ wait: k === 0 ? 900 : 500 }],
    );
    expect(row(statisticsOf(one).armComparisons, 'wait').interval).toEqual({
      kind: 'none',
      reason: 'too few clusters differ: more draws than the level allows have no spread',
    });
    const differences = range(30).map((k) => Math.round(100 * Math.sin(k * 12.9) + 15));
    const many = arms(
      30,
      () => [{ wait: 1000 }],
      (k) => [{ wait: 1000 + (differences[k] ?? 0) }],
    );
    const found = row(statisticsOf(many).armComparisons, 'wait');
    const interval = clusterMean(
      differences.map((value, i) => ({ cluster: `${i}`, values: [value] })),
      { seed: 1 },
    );
    if (interval.kind === 'none') throw new Error(interval.reason);
    const flipped = signFlip(differences, 1);
    const millionth = (value: number): number => Math.round(value * 1e6) / 1e6;
    expect(flipped?.method).toBe('monte-carlo');
    expect(found).toMatchObject({
      interval: { kind: 'interval', method: 'bootstrap-t', low: millionth(interval.low), high: millionth(interval.high) },
      test: 'sign-flip',
      pValue: millionth(flipped?.pValue ?? NaN),
      smallestPValue: 0.00005,
    });
  });
});

describe('two agents', () => {
  it('are tested by McNemar only where every pair has one window on either side', () => {
    const sessions = (twice: number): MadeSession[] =>
      ['a', 'b'].flatMap((agent) =>
        range(8).map((i): MadeSession => ({
          agent,
          scene: `c${i}`,
          turns: i < twice && agent === 'b' ? [{ wait: 700 }, { wait: undefined }] : [{ wait: 700 }],
        })),
      );
    const reply = (twice: number) => row(statisticsOf(sessions(twice)).comparisons, 'reply');
    expect(reply(0)).toMatchObject({ test: 'mcnemar', onlyA: 0, onlyB: 0, of: { b: { counted: 'windows', met: 8, of: 8 } } });
    expect(reply(1)).toMatchObject({ test: 'sign-flip', of: { a: { met: 8, of: 8 }, b: { counted: 'windows', met: 8, of: 9 } } });
    expect(reply(1)).not.toHaveProperty('onlyA');
    // The wait of a scene is the median of its own.
    expect(row(statisticsOf(sessions(1)).comparisons, 'wait')).toMatchObject({ test: 'sign-flip', of: { b: { waits: 9, none: 1 } } });
  });
  it('want no more pairs where the difference was seen', () => {
    const made = ['a', 'b'].flatMap((agent) =>
      range(12).map((i): MadeSession => ({ agent, scene: `c${i}`, turns: [{ wait: (agent === 'a' ? 700 : 900) + i }] })),
    );
    const { comparisons } = statisticsOf(made);
    expect(row(comparisons, 'wait')).not.toHaveProperty('more');
    // No difference at all: no number of pairs would show it.
    expect(row(comparisons, 'reply')).not.toHaveProperty('more');
    expect(row(comparisons, 'reply')).toMatchObject({ adjusted: 1, pValue: 1 });
  });
});
