/** When spoiled sessions may have decided which of two is better: at the borders of both conditions. */
import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../src/score/model.js';
import { unequallySpoiled } from '../../src/score/unequal.js';

interface Agent {
  readonly scored: number;
  readonly failed: number;
  readonly invalid: number;
  /** Passes, failures, and windows of spoiled sessions. */
  readonly reply?: readonly [number, number, number];
}
const tallyOf = (pass: number, fail: number) => ({ pass, fail, withinUncertainty: 1000, unscored: 1000 });
const summary = (agents: Readonly<Record<string, Agent>>, arms?: RunSummary['arms']): RunSummary => ({
  run: 'r',
  sessions: [],
  measures: Object.entries(agents).flatMap(([agent, { reply }]) => {
    if (!reply) return [];
    const [pass, fail, spoiled] = reply;
    const bounds = spoiled === 0 ? {} : { bounds: { spoiled, lowest: 0, highest: 1 } };
    return [{ agent, measure: 'reply', tally: tallyOf(pass, fail), value: undefined, censored: 0, ...bounds } as const];
  }),
  outcomes: Object.entries(agents).map(([agent, one]) => ({
    ...{ agent, scored: one.scored, agentFailure: one.failed, rigInvalid: one.invalid, missing: 0 },
  })),
  ...(arms === undefined ? {} : { arms }),
});
const because = (...args: Parameters<typeof summary>) => unequallySpoiled(summary(...args), false)?.replace(/^.*decided /, '');
/** Nobody failed as an agent where the other one did in four of ten: these rates never meet. */
const sure = { scored: 90, failed: 0, invalid: 10 };
const failing = { scored: 60, failed: 40, invalid: 0 };

describe('more than chance', () => {
  const differ = (a: number, ofA: number, b: number, ofB: number) =>
    unequallySpoiled(summary({ a: { scored: ofA - a, failed: 0, invalid: a }, b: { scored: ofB - b, failed: 0, invalid: b } }), true) !==
    undefined;
  // Fisher's exact test, two-sided, as R's fisher.test.
  it.each([
    [6, 90, 1, 110, 0.0472, true],
    [3, 60, 0, 100, 0.0511, false],
    [0, 100, 3, 60, 0.0511, false],
    [1, 110, 6, 90, 0.0472, true],
    [0, 50, 0, 50, 1, false],
  ])('%i of %i and %i of %i (p = %f): %s', (a, ofA, b, ofB, _p, expected) => {
    expect(differ(a, ofA, b, ofB)).toBe(expected);
  });
  it('is asked of every pair: each of three that p = 0.02 sets apart stays within chance, 0.01 does not', () => {
    const three = (invalid: number) => {
      const clean = { scored: 60, failed: 0, invalid: 0 };
      return unequallySpoiled(summary({ a: clean, b: clean, c: { scored: 60 - invalid, failed: 0, invalid } }), true);
    };
    expect(three(6)).toBeUndefined(); // p = 0.027
    expect(three(7)).toMatch(
      /^the rig spoiled the agents' sessions unequally \(0 of 60 of a, 7 of 60 of c; Fisher's exact test, p = 0\.013\)/,
    );
  });
  it('is told of sessions in all: scored, failed and spoiled', () => {
    const agents = { a: { scored: 50, failed: 30, invalid: 20 }, b: { scored: 40, failed: 60, invalid: 0 } };
    expect(unequallySpoiled(summary(agents), true)).toMatch(/\(20 of 100 of a, 0 of 100 of b;.*, which may have decided all being met$/);
  });
});

describe('which of two is better', () => {
  it.each<readonly [string, number, number, string | undefined]>([
    ['above all that it may be', 55, 5, undefined],
    ['at the most that it may be', 54, 6, 'which is better in reply'],
    ['inside', 51, 9, 'which is better in reply'],
    ['at the least that it may be', 48, 12, 'which is better in reply'],
    ['below all that it may be', 47, 13, undefined],
  ])('could turn where the rate of the other lies %s', (_what, pass, fail, expected) => {
    // 80 of 90 passed and 10 were spoiled: 80 to 90%.
    const a = { ...sure, reply: [80, 10, 10] } as const;
    const b = { ...failing, reply: [pass, fail, 0] } as const;
    expect(because({ a, b })).toBe(expected);
    expect(because({ b, a })).toBe(expected);
  });
  it('could not where nothing of either was spoiled in it, nor where there is nothing to compare', () => {
    expect(because({ a: { ...sure, reply: [81, 9, 0] }, b: { ...failing, reply: [54, 6, 0] } })).toBeUndefined();
    expect(because({ a: { ...sure, reply: [81, 9, 1] }, b: { ...failing, reply: [54, 6, 0] } })).toBe('which is better in reply');
    expect(because({ a: { ...sure, reply: [0, 0, 10] }, b: { ...failing, reply: [1, 0, 0] } })).toBe('which is better in reply');
    expect(because({ a: { ...sure, reply: [0, 0, 1] }, b: { ...failing, reply: [60, 0, 0] } })).toBe('which is better in reply');
    expect(because({ a: { ...sure, reply: [80, 10, 10] }, b: failing })).toBeUndefined();
    expect(because({ a: { ...sure, reply: [0, 0, 10] }, b: { ...failing, reply: [0, 0, 0] } })).toBeUndefined();
    expect(because({ a: { ...sure, reply: [0, 0, 0] }, b: { ...failing, reply: [0, 0, 3] } })).toBeUndefined();
    expect(because({ a: { ...sure, reply: [0, 0, 10] }, b: { ...failing, reply: [60, 0, 0] } })).toBe('which is better in reply');
  });
  it('goes by the rates of these two, whatever a third one does', () => {
    const third = { ...failing, reply: [6, 54, 0] } as const;
    const a = { ...sure, reply: [80, 10, 10] } as const;
    expect(because({ a, b: { ...failing, reply: [54, 6, 0] }, third })).toBe('which is better in reply');
    expect(because({ a, b: { ...failing, reply: [30, 30, 0] }, third })).toBeUndefined();
  });
  it('could where as many windows of both were spoiled', () => {
    expect(because({ a: { ...sure, reply: [80, 10, 10] }, b: { ...failing, reply: [54, 6, 10] } })).toBe('which is better in reply');
  });
  it('counts nothing as spoiled that was not: three of five lie below 65 to 75%, four of six would not', () => {
    expect(because({ a: { ...sure, reply: [65, 25, 10] }, b: { ...failing, reply: [3, 2, 0] } })).toBeUndefined();
    expect(because({ b: { ...failing, reply: [3, 2, 0] }, a: { ...sure, reply: [65, 25, 10] } })).toBeUndefined();
  });
  it('is asked of their own failures too', () => {
    // 10 to 20% of a's sessions against b's rate.
    const a = { scored: 80, failed: 10, invalid: 10 };
    const b = (failed: number) => because({ a, b: { scored: 100 - failed, failed, invalid: 0 } });
    expect([9, 10, 20, 21].map(b)).toEqual([
      undefined,
      'which is better in agent failures',
      'which is better in agent failures',
      undefined,
    ]);
  });
  it('of two arms goes by all their windows', () => {
    const arm = (name: string, rigInvalid: number, pass: number, fail: number, spoiledWindows: number) => ({
      ...{ arm: name, done: 100, rigInvalid, tally: tallyOf(pass, fail), spoiledWindows },
    });
    const of = (pass: number, fail: number) =>
      because({ a: { ...failing, invalid: 0 } }, [arm('left', 10, 80, 10, 10), arm('right', 0, pass, fail, 0)]);
    expect([[91, 9], [90, 10], [80, 20], [79, 21]].map(([pass = 0, fail = 0]) => of(pass, fail))).toEqual([
      undefined,
      'which is better in expectations met',
      'which is better in expectations met',
      undefined,
    ]); // prettier-ignore
  });
});
