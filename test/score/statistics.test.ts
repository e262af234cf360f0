/** What may be said of a run: which clusters, which waits, which test, and what is refused. */
import { describe, expect, it } from 'vitest';
import { statisticsOf, type MadeSession } from './statistics-run.js';

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
/** Twelve scenes, three repeats each: `of` says what a session's one turn came to. */
const run = (agent: string, scenes: number, of: (scene: number, repeat: number) => MadeSession['turns'][number]): MadeSession[] =>
  range(scenes).flatMap((i) => range(3).map((k) => ({ agent, scene: `c${i}`, turns: [of(i, k)] })));

describe('rates over scenes', () => {
  it('are counted by scene: repeats and variants of one are one cluster', () => {
    const { rates } = statisticsOf([
      { agent: 'a', scene: 'c[gap=1]', base: 'c', turns: [{ wait: 700 }] },
      { agent: 'a', scene: 'c[gap=2]', base: 'c', turns: [{ wait: 700 }, { wait: undefined }] },
      { agent: 'a', scene: 'd', turns: [{ wait: 700, cut: true }] },
    ]);
    expect(rates.map(({ measure, successes, windows, clusters }) => [measure, successes, windows, clusters])).toEqual([
      ['reply', 3, 4, 2],
      ['false-cutoff', 3, 4, 2],
    ]);
    expect(rates[0]?.interval).toMatchObject({ kind: 'none', why: 'few-clusters' });
  });
  it('have an interval from ten scenes on, rounded to a millionth', () => {
    const { rates } = statisticsOf(run('a', 10, (i, k) => ({ wait: (i + k) % 4 === 0 ? undefined : 700 })));
    const found = rates[0];
    if (found?.interval.kind !== 'interval') throw new Error('no interval');
    expect(found.rate).toBe(Math.round((found.successes / 30) * 1e6) / 1e6);
    expect(JSON.stringify(found)).not.toMatch(/\d\.\d{7}/);
    expect(found.interval.low).toBeLessThan(found.rate!);
    expect(found.interval.high).toBeGreaterThan(found.rate!);
  });
  it('leave out what the rig spoiled; an agent that failed is a rate of its own', () => {
    const { rates, failures } = statisticsOf([
      { agent: 'a', scene: 'c', turns: [{ wait: 700 }] },
      { agent: 'a', scene: 'c', outcome: 'rig_invalid', turns: [{ wait: undefined }] },
      { agent: 'a', scene: 'c', outcome: 'agent_failure', turns: [{ wait: undefined }] },
    ]);
    expect(rates[0]).toMatchObject({ successes: 1, windows: 1 });
    expect(failures).toMatchObject([{ agent: 'a', successes: 1, windows: 2, clusters: 1 }]);
  });
  it('of one scene on one agent are by session, with Wilson’s interval', () => {
    const { scenes } = statisticsOf(
      range(8).map((k) => ({ agent: 'a', scene: 'c', turns: [{ wait: 700 }, { wait: k < 2 ? undefined : 700 }] })),
    );
    // A session of two windows in which one fails did not hold; 6 of 8: 0.409 to 0.929 (Wilson, 1927).
    expect(scenes[0]).toMatchObject({ scene: 'c', measure: 'reply', held: 6, sessions: 8 });
    expect(scenes[0]?.low).toBeCloseTo(0.4093, 3);
    expect(scenes[0]?.high).toBeCloseTo(0.9285, 3);
  });
});

describe('waits', () => {
  const turns = [{ wait: 600 }, { wait: 800 }, { wait: 1000, cut: true }, { wait: undefined }, { wait: 'speaking' as const }];
  const [found] = statisticsOf(turns.map((turn, i) => ({ agent: 'a', scene: `c${i}`, turns: [turn] }))).waits;
  it('tell what came first of each turn, and drop none', () => {
    expect(found).toMatchObject({ turns: 5, premature: 2, replied: 2, none: 1, measured: 3, censored: 1 });
    const { stepMs, premature, reply, none } = found!.incidence;
    expect(stepMs).toBe(100);
    expect([premature[0], reply[0], none[0]]).toEqual([0.4, 0, 0.6]);
    expect([reply[5], reply[6], reply[8], none.at(-1)]).toEqual([0, 0.2, 0.4, 0.2]);
    for (const [i, share] of premature.entries()) expect(share + reply[i]! + none[i]!).toBeCloseTo(1, 5);
  });
  it('have percentiles of all waits; the upper one lies above the window', () => {
    expect(found?.percentiles.map(({ share, shown }) => [share, shown])).toEqual([
      [0.5, { kind: 'at', ms: 900 }],
      [0.95, { kind: 'above', ms: 4000 }],
    ]);
  });
  it('are absent where no turn expects a reply', () => expect(statisticsOf([{ agent: 'a', scene: 'c', turns: [] }]).waits).toEqual([]));
});

describe('agents compared', () => {
  it('scene by scene, repeats collapsed, never with a repeat as a pair of its own', () => {
    // b misses one of three repeats in each of eight scenes, and never does better.
    const made = [...run('a', 10, () => ({ wait: 700 })), ...run('b', 10, (i, k) => ({ wait: i < 8 && k === 0 ? undefined : 900 }))];
    const { comparisons } = statisticsOf(made);
    const reply = comparisons?.find(({ what }) => what === 'reply');
    // 2 / 2^8, not of 24 pairs.
    expect(reply).toMatchObject({ a: 'a', b: 'b', suite: 's', scenes: 10, test: 'sign-flip', pValue: 0.007813, smallestPValue: 0.007813 });
    expect(reply?.difference).toBeCloseTo(-8 / 30, 5);
    const wait = comparisons?.find(({ what }) => what === 'wait');
    expect(wait).toMatchObject({ difference: 200, pValue: 0.001953 });
    // Holm over reply, false-cutoff (no difference) and wait: 2 x 0.0078 and 3 x 0.00195.
    expect(reply?.adjusted).toBeCloseTo(0.015625, 5);
    expect(wait?.adjusted).toBeCloseTo(0.005859, 5);
  });
  it('by McNemar’s exact test where each scene gave one window', () => {
    const one = (agent: string, good: (i: number) => boolean): MadeSession[] =>
      range(12).map((i) => ({ agent, scene: `c${i}`, turns: [{ wait: good(i) ? 700 : undefined }] }));
    const { comparisons } = statisticsOf([...one('a', () => true), ...one('b', (i) => i >= 4)]);
    // Mean 1/3, deviation 0.492: (2.064 + 1.318) x 0.492 / 0.333 = 5.0, so that 25 scenes are needed.
    expect(comparisons?.find(({ what }) => what === 'reply')).toMatchObject({ test: 'mcnemar', pValue: 0.125, more: 13 });
  });
  it('only inside a suite, and only where both were decided', () => {
    const { comparisons } = statisticsOf([
      { agent: 'a', scene: 'c', suite: 'one', turns: [{ wait: 700 }] },
      { agent: 'b', scene: 'c', suite: 'two', turns: [{ wait: 700 }] },
    ]);
    expect(comparisons).toEqual([]);
    expect(statisticsOf([{ agent: 'a', scene: 'c', turns: [] }])).not.toHaveProperty('comparisons');
  });
});
