/** Two agents, and two arms, on the same scenes: what is paired, which interval, and which claim is corrected for which others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../src/score/statistics/model.js';
import { statisticsOf, type MadeSession, type MadeTurn } from './statistics-run.js';

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
/** One scene an arm, the same words, `n` repeats: what live case C04 is. */
const arms = (n: number, plain: (k: number) => MadeTurn, gap: (k: number) => MadeTurn, agent = 'bot'): MadeSession[] =>
  range(n).flatMap((k) => [
    { agent, scene: 'c04-plain', arm: 'plain', repeat: k + 1, turns: [plain(k)] },
    { agent, scene: 'c04-gap', arm: 'gap', repeat: k + 1, turns: [gap(k)] },
  ]);
const row = (rows: readonly Comparison[] | undefined, what: Comparison['what']): Comparison => {
  const found = rows?.find((one) => one.what === what);
  if (found === undefined) throw new Error(`no row ${what}`);
  return found;
};

describe('arms of a file', () => {
  it('are paired by their repeats where each has one scene, and speak of that scene', () => {
    // Every repeat 100 ms longer: of 2^12 sign patterns only all plus and all minus are as far out.
    const { armComparisons, comparisons } = statisticsOf(
      arms(
        12,
        (k) => ({ wait: 500 + 10 * k }),
        (k) => ({ wait: 600 + 10 * k + (k % 2) }),
      ),
    );
    expect(comparisons).toBeUndefined();
    const wait = row(armComparisons, 'wait');
    expect(wait).toMatchObject({ agent: 'bot', suite: 's', a: 'plain', b: 'gap', scenes: 1, unit: 'play', pairs: 12, test: 'sign-flip' });
    expect(wait).toMatchObject({ difference: 100.5, pValue: 0.000488 });
    expect(wait.of).toEqual({
      a: { kind: 'waits', medianMs: 555, waits: 12, none: 0 },
      b: { kind: 'waits', medianMs: 655.5, waits: 12, none: 0 },
    });
    if (wait.interval.kind === 'none') throw new Error(wait.interval.reason);
    expect(wait.interval.method).toBe('bootstrap-t');
    expect(wait.interval.low).toBeGreaterThan(100);
    expect(wait.interval.high).toBeLessThan(101);
  });

  it('count sessions that were cut into, by McNemar’s exact test', () => {
    const { armComparisons } = statisticsOf(
      arms(
        20,
        () => ({ wait: 700 }),
        (k) => ({ wait: 700, cut: k < 7 }),
      ),
    );
    const cut = row(armComparisons, 'false-cutoff');
    // 2 / 2^7: all seven pairs that differ do so alike.
    expect(cut).toMatchObject({ test: 'mcnemar', onlyA: 7, onlyB: 0, pValue: 0.015625, difference: -0.35 });
    expect(cut.of).toEqual({
      a: { kind: 'met', counted: 'sessions', met: 20, of: 20 },
      b: { kind: 'met', counted: 'sessions', met: 13, of: 20 },
    });
    expect(cut.interval).toMatchObject({ kind: 'interval', method: 'paired-score' });
  });

  it('do not pair a repeat without a wait in one arm, nor one that was played in one arm only', () => {
    const played = arms(
      4,
      () => ({ wait: 500 }),
      (k) => (k === 0 ? { wait: 'speaking' } : { wait: 700 }),
    ).slice(0, -1);
    const { armComparisons } = statisticsOf(played);
    expect(row(armComparisons, 'wait')).toMatchObject({ pairs: 2, difference: 200 });
    expect(row(armComparisons, 'wait').interval).toEqual({
      kind: 'none',
      reason: '2 plays: an interval needs 10 or more on both sides',
    });
  });

  it('with many pairs of scenes are compared scene by scene, each pair with itself', () => {
    const made = range(10).flatMap((i) =>
      range(2).flatMap((k): MadeSession[] => [
        { agent: 'bot', scene: `x${i}-a`, arm: 'left', pair: `p${i}`, repeat: k + 1, turns: [{ wait: 100 * i }] },
        { agent: 'bot', scene: `x${i}-b`, arm: 'right', pair: `p${i}`, repeat: k + 1, turns: [{ wait: 100 * i + 7 }] },
      ]),
    );
    expect(row(statisticsOf(made).armComparisons, 'wait')).toMatchObject({ unit: 'scene', pairs: 10, scenes: 10, difference: 7 });
  });

  it('of one scene that a sweep puts into both stand by that scene', () => {
    const made = ['x', 'y'].flatMap((base) =>
      ['left', 'right'].map((arm): MadeSession => ({
        agent: 'bot',
        scene: `${base}[arm=${arm}]`,
        base,
        arm,
        turns: [{ wait: arm === 'left' ? 100 : 150 }],
      })),
    );
    expect(row(statisticsOf(made).armComparisons, 'wait')).toMatchObject({ scenes: 2, pairs: 2, difference: 50 });
  });

  it('are kept apart by agent and suite, and one arm is compared with nothing', () => {
    const two = [
      ...arms(
        2,
        () => ({ wait: 1 }),
        () => ({ wait: 2 }),
      ),
      ...arms(
        2,
        () => ({ wait: 1 }),
        () => ({ wait: 3 }),
        'other',
      ),
    ];
    const waits = statisticsOf(two).armComparisons?.filter(({ what }) => what === 'wait');
    expect(waits?.map(({ agent, difference }) => [agent, difference])).toEqual([
      ['bot', 1],
      ['other', 2],
    ]);
    expect(
      statisticsOf(
        arms(
          2,
          () => ({ wait: 1 }),
          () => ({ wait: 2 }),
        ).filter(({ arm }) => arm === 'gap'),
      ),
    ).not.toHaveProperty('armComparisons');
  });

  it('exchanged change the sign of the difference and of its interval, and nothing else', () => {
    const turn = fc.record({ wait: fc.integer({ min: 0, max: 3000 }), cut: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.tuple(turn, turn), { minLength: 1, maxLength: 14 }), (turns) => {
        const first = { scene: 'one', arm: 'one' };
        const second = { scene: 'two', arm: 'two' };
        const of = (order: readonly (0 | 1)[]): ReturnType<typeof statisticsOf> =>
          statisticsOf(
            turns.flatMap((pair, k) => order.map((i) => ({ agent: 'bot', ...[first, second][i]!, repeat: k + 1, turns: [pair[i]] }))),
          );
        for (const what of ['wait', 'false-cutoff'] as const) {
          const [there, back] = [row(of([0, 1]).armComparisons, what), row(of([1, 0]).armComparisons, what)];
          expect(back.difference).toBeCloseTo(-there.difference, 5);
          expect(back.pValue).toBe(there.pValue);
          expect(back.pairs).toBe(there.pairs);
          expect([back.onlyA, back.onlyB]).toEqual([there.onlyB, there.onlyA]);
          expect(back.interval.kind).toBe(there.interval.kind);
          if (back.interval.kind === 'interval' && there.interval.kind === 'interval' && what === 'false-cutoff')
            expect([back.interval.low, back.interval.high]).toEqual([
              expect.closeTo(-there.interval.high, 5),
              expect.closeTo(-there.interval.low, 5),
            ]);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('agents', () => {
  const two = (scenes: number, repeats: number, b: (i: number, k: number) => MadeTurn): MadeSession[] =>
    ['a', 'b'].flatMap((agent) =>
      range(scenes).flatMap((i) =>
        range(repeats).map((k) => ({ agent, scene: `c${i}`, repeat: k + 1, turns: [agent === 'a' ? { wait: 700 } : b(i, k)] })),
      ),
    );
  it('on five scenes are paired by scene and repeat, on six by scene', () => {
    const five = row(statisticsOf(two(5, 4, () => ({ wait: 800 }))).comparisons, 'wait');
    // 2 / 2^20.
    expect(five).toMatchObject({ unit: 'play', scenes: 5, pairs: 20, pValue: 0.000002 });
    const six = row(statisticsOf(two(6, 4, () => ({ wait: 800 }))).comparisons, 'wait');
    expect(six).toMatchObject({ unit: 'scene', scenes: 6, pairs: 6, pValue: 0.03125 });
  });
  it('have an interval over scenes from ten of them on, by drawing the same scenes for both', () => {
    // The scenes differ by seconds, the agents by 50 ms in each: what they share cancels out.
    const made = ['a', 'b'].flatMap((agent) =>
      range(10).map((i): MadeSession => ({ agent, scene: `c${i}`, turns: [{ wait: 300 * i + (agent === 'b' ? 50 + (i % 3) : 0) }] })),
    );
    const { interval } = row(statisticsOf(made).comparisons, 'wait');
    if (interval.kind === 'none') throw new Error(interval.reason);
    expect(interval.low).toBeGreaterThan(49);
    expect(interval.high).toBeLessThan(53);
    expect(row(statisticsOf(made.filter(({ scene }) => scene !== 'c9')).comparisons, 'wait').interval.kind).toBe('none');
  });
  it('of which one did not reply in one scene of twelve are compared by the median of the differences, which that does not move', () => {
    const made = (none: (agent: string, i: number) => boolean): Comparison =>
      row(
        statisticsOf(
          ['a', 'b'].flatMap((agent) =>
            range(12).map((i): MadeSession => ({
              agent,
              scene: `c${i}`,
              turns: [{ wait: none(agent, i) ? undefined : 600 + 20 * i + (agent === 'b' ? 40 + 5 * i : 0) }],
            })),
          ),
        ).comparisons,
        'wait',
      );
    const all = made(() => false);
    expect(all).not.toHaveProperty('median');
    expect(all.interval).toMatchObject({ kind: 'interval', method: 'bootstrap-t' });
    const one = made((agent, i) => agent === 'b' && i === 3);
    // 40, 45, 50, 60, 65 ... 95, and one above 3340: the third and the tenth of twelve.
    expect(one.median).toEqual({ fromMs: 72.5, toMs: 72.5 });
    expect(one.interval).toEqual({ kind: 'bounds', method: 'order-statistics', low: 50, high: 90 });
    expect(one.of.b).toMatchObject({ waits: 12, none: 1 });
    // The test stays: an unanswered wait stands at the end of its window.
    expect(one.pValue).toBe(0.000488);
    const four = made((agent, i) => agent === 'b' && i >= 8);
    expect(four.interval).toEqual({ kind: 'bounds', method: 'order-statistics', low: 50, high: null });
    expect(made((agent, i) => agent === 'b' && i >= 5).median).toMatchObject({ toMs: null });
    expect(made((_, i) => i >= 5)).toMatchObject({ median: { fromMs: null, toMs: null }, interval: { low: null, high: null } });
    expect(made((agent, i) => agent === 'a' && i >= 4).interval).toEqual({ kind: 'bounds', method: 'order-statistics', low: null, high: expect.any(Number) as number }); // prettier-ignore
  });
  it('whose medians are known although a repeat had no reply are compared by their mean', () => {
    const made = ['a', 'b'].flatMap((agent) =>
      range(10).flatMap((i) =>
        range(3).map((k): MadeSession => ({
          agent,
          scene: `c${i}`,
          repeat: k + 1,
          turns: [{ wait: k === 2 && i === 0 ? undefined : 700 + i + (agent === 'b' ? 30 + (i % 3) : 0) }],
        })),
      ),
    );
    const wait = row(statisticsOf(made).comparisons, 'wait');
    expect(wait).not.toHaveProperty('median');
    expect(wait.interval).toMatchObject({ method: 'bootstrap-t' });
    expect(wait.of.a).toMatchObject({ waits: 30, none: 1 });
  });
  it('all alike have no spread to make an interval of, and say so', () => {
    expect(row(statisticsOf(two(12, 1, () => ({ wait: 750 }))).comparisons, 'wait').interval).toEqual({
      kind: 'none',
      reason: 'all differ alike',
    });
  });
});

describe('a declared primary measure', () => {
  const made = ['a', 'b'].flatMap((agent) =>
    range(12).map((i): MadeSession => ({
      agent,
      scene: `c${i}`,
      turns: [{ wait: agent === 'a' ? 700 : 900, cut: agent === 'b' && i < 6 }],
    })),
  );
  it('stands first and is not corrected for the other measures; these are as without it', () => {
    const plain = statisticsOf(made);
    const declared = statisticsOf(made, { s: 'false-cutoff' });
    expect(plain).not.toHaveProperty('primary');
    expect(declared.primary).toEqual([{ suite: 's', measure: 'false-cutoff' }]);
    const [first, ...rest] = declared.comparisons ?? [];
    // 2 / 2^6.
    expect(first).toMatchObject({ what: 'false-cutoff', primary: true, pValue: 0.03125, adjusted: 0.03125 });
    expect(row(plain.comparisons, 'false-cutoff')).toMatchObject({ adjusted: 0.0625 });
    expect(row(plain.comparisons, 'false-cutoff')).not.toHaveProperty('primary');
    expect(rest).toEqual(plain.comparisons?.filter(({ what }) => what !== 'false-cutoff'));
  });
  it('over several pairs of agents is corrected for these', () => {
    const third = made.filter(({ agent }) => agent === 'b').map((one) => ({ ...one, agent: 'c' }));
    const { comparisons } = statisticsOf([...made, ...third], { s: 'false-cutoff' });
    const claims = comparisons?.filter(({ primary }) => primary === true);
    expect(claims?.map(({ a, b, adjusted }) => [a, b, adjusted])).toEqual([
      ['a', 'b', 0.09375],
      ['a', 'c', 0.09375],
      ['b', 'c', 1],
    ]);
  });
  it('may be the wait, and is each suite’s own', () => {
    const other = made.map((one) => ({ ...one, suite: 'other' }));
    const { comparisons } = statisticsOf([...made, ...other], { s: 'wait' });
    expect(comparisons?.filter(({ primary }) => primary === true).map(({ suite, what }) => [suite, what])).toEqual([['s', 'wait']]);
  });
});
