/** Systems of several runs against each other: the protocol's check values, and what keeps them from being compared. */
import { describe, expect, it } from 'vitest';
import { compareDocument, type SystemInput } from '../../src/compare/compare.js';
import { ranking, ranksOf } from '../../src/compare/ranks.js';
import { compareSummary } from '../../src/report/compare/console.js';
import { comparePages } from '../../src/report/compare/pages.js';
import type { SelectiveScores } from '../../src/score/selective/model.js';
import { PUBLISHED } from '../../src/score/selective/published.js';
import type { MadeScene } from '../score/selective-run.js';
import { systemOf } from './fixture.js';

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const RUNS = ['runs/a', 'runs/b', 'runs/c'].map((run) => ({
  run,
  id: run,
  createdAt: '2026-11-30T00:00:00Z',
  transport: 'memory',
  server: 'memory',
}));
const document = (systems: readonly SystemInput[], replicates = 400) =>
  compareDocument({ runs: RUNS.slice(0, systems.length), systems, notes: [], primaries: new Map(), replicates });
const YES = { initiation: 'pass', presence: 'pass' } as const;
const NO = { initiation: 'fail', presence: 'fail' } as const;
const explicit = (i: number, more: Partial<MadeScene>): MadeScene => ({ pair: `p${i}`, condition: 'explicit', ...more });

describe('paired accuracy', () => {
  it('is over the requests that both answered, with McNemar’s exact test and Tango’s interval', () => {
    // Of 208 scenes both answer 200; there a alone is right in 90, b alone in 78 (the protocol's check value), both in 32.
    const right = (i: number, from: number, to: number): 'pass' | 'fail' => (i >= from && i < to ? 'pass' : 'fail');
    const a = range(208).map((i) => explicit(i, { t: i < 204 ? { ...YES, right: i < 90 || i >= 168 ? 'pass' : 'fail' } : NO }));
    const b = range(208).map((i) => explicit(i, { t: i >= 200 && i < 204 ? NO : { ...YES, right: right(i, 90, 208) } }));
    const found = document([systemOf('a', a), systemOf('b', b, 1)]).comparisons.find(({ what }) => what === 'answer-accuracy');
    expect(found).toMatchObject({
      condition: 'explicit',
      pairs: 200,
      test: 'mcnemar',
      onlyA: 90,
      onlyB: 78,
      interval: { method: 'paired-score' },
    });
    expect(found?.pValue).toBeCloseTo(0.3961, 4);
    expect(found?.difference).toBeCloseTo(-0.06, 6);
  });
});

describe('systems compared', () => {
  const quiet = (more: number): MadeScene[] => range(20).map((i) => explicit(i, { t: YES, silences: [0, i < more ? 400 : 0, 0] }));
  it('silence is tested by the signs of scene differences, and has the bootstrap over scenes beside it, the same scenes for both', () => {
    const [a, b] = [systemOf('a', quiet(2)), systemOf('b', quiet(14), 1)];
    const found = document([a, b], 2000).comparisons.find(({ what }) => what === 'silence')!;
    expect(found).toMatchObject({ unit: 'scene', scenes: 20, test: 'sign-flip', of: { a: { met: 58, of: 60 }, b: { met: 46, of: 60 } } });
    expect(found.pValue).toBeLessThan(0.001);
    expect(found.bootstrap).toMatchObject({ difference: -0.2, replicates: 2000 });
    // 12 of 20 scenes differ by a third: mean -0.2, standard error 0.0365.
    expect(found.bootstrap!.low).toBeGreaterThan(-0.29);
    expect(found.bootstrap!.low).toBeLessThan(-0.25);
    expect(found.bootstrap!.high).toBeLessThan(-0.1);
    expect(document([a, b], 2000)).toEqual(document([a, b], 2000));
    expect(document([a, a].map((one, i) => ({ ...one, run: i }))).comparisons.every(({ difference }) => difference === 0)).toBe(true);
  });
  it('the bootstrap is of the scenes that are compared, and there is none below ten of them', () => {
    // Answers are judged where there was a response: b has one in so many scenes, right in every second.
    const answered = (n: number): MadeScene[] =>
      range(20).map((i) => explicit(i, { t: i < n ? { ...YES, right: i % 2 === 0 ? 'pass' : 'fail' } : NO }));
    const all = range(20).map((i) => explicit(i, { t: { ...YES, right: i < 12 ? 'pass' : 'fail' } }));
    const accuracy = (n: number) =>
      document([systemOf('a', all), systemOf('b', answered(n), 1)]).comparisons.find(({ what }) => what === 'answer-accuracy');
    expect(accuracy(9)).toMatchObject({ scenes: 9 });
    expect(accuracy(9)?.bootstrap).toBeUndefined();
    // All of a's in the twelve are right, and half of b's.
    expect(accuracy(12)).toMatchObject({ scenes: 12, difference: -0.5, bootstrap: { difference: -0.5 } });
  });
  it('agents of one run are no pair, and the rows of different runs do not pay for them', () => {
    const [a, b, c] = [systemOf('a', quiet(0)), systemOf('b', quiet(20)), systemOf('c', quiet(6), 1)];
    const { comparisons } = document([a, b, c]);
    expect([...new Set(comparisons.map((one) => `${one.a}${one.b}`))]).toEqual(['ac', 'bc']);
    const adjusted = document([a, b, c]).comparisons.find((one) => one.what === 'silence' && one.a === 'a')?.adjusted;
    const apart = document([a, { ...b, run: 2 }, c]).comparisons.find(
      (one) => one.what === 'silence' && one.b === 'c' && one.a === 'a',
    )?.adjusted;
    expect(adjusted).toBeLessThan(apart ?? 0);
  });
  it('every two of three are compared, and Holm’s method holds over all rows of a condition', () => {
    const { comparisons } = document([systemOf('a', quiet(0)), systemOf('b', quiet(6), 1), systemOf('c', quiet(20), 2)]);
    const silence = comparisons.filter(({ what }) => what === 'silence');
    expect(silence.map(({ a, b }) => `${a}${b}`)).toEqual(['ab', 'ac', 'bc']);
    for (const one of silence) expect(one.adjusted).toBeGreaterThanOrEqual(one.pValue);
  });
});

describe('no verdict', () => {
  const scenes = (spoiled: number, of = 40): MadeScene[] =>
    range(of).map((i) => explicit(i, { t: YES, ...(i < spoiled ? { outcome: 'rig_invalid' } : {}) }));
  it.each<[string, number, number, RegExp | undefined]>([
    ['nothing was spoiled', 0, 0, undefined],
    ['5% is the limit and no more', 2, 0, undefined],
    ['more than 5% of one system', 3, 0, /3 of 40 sessions of a were spoiled by the rig: above 5%/],
    ['all of one', 0, 40, /all 40 sessions of b/],
  ])('%s', (_what, a, b, reason) => {
    const { verdict, comparisons, ranks } = document([systemOf('a', scenes(a)), systemOf('b', scenes(b), 1)]);
    expect(verdict.may).toBe(reason === undefined);
    if (reason === undefined) return;
    expect(verdict.reasons.join('; ')).toMatch(reason);
    expect([comparisons, ranks]).toEqual([[], []]);
  });
  it('shares that differ by more than chance, where the spoiled sessions could turn what is better', () => {
    // 10 of 210 are under 5%, and yet Fisher's exact test tells them from 0 of 210; rates of 100% meet in their bounds.
    const { verdict } = document([systemOf('a', scenes(10, 210)), systemOf('b', scenes(0, 210), 1)]);
    expect(verdict.reasons.join('')).toMatch(/unequally \(10 of 210 of a, 0 of 210 of b/);
  });
});

describe('orders of systems', () => {
  const scores = (
    newInitiation: number,
    presence: number,
    silence: number,
    byDuration: readonly number[],
  ): Omit<SelectiveScores, 'agent'> =>
    ({
      condition: 'explicit',
      newInitiation: { rate: newInitiation },
      responsePresence: { rate: presence },
      silence: { rate: silence },
      silenceByDuration: byDuration.map((pass, i) => ({ limitMs: [0, 100, 200, 300, 500][i], pass, of: 100 })),
    }) as unknown as Omit<SelectiveScores, 'agent'>;

  it('of the published table: Spearman’s rho of new initiation and presence is -0.4', () => {
    const [found] = ranksOf(
      PUBLISHED.map((one) => ({ system: one.system, scores: scores(one.newInitiation, one.presence, one.silence, [1, 2, 3, 4, 5]) })),
    );
    expect(found?.spearman).toMatchObject({ rho: -0.4 });
    expect(found?.spearman?.pValue).toBeCloseTo(62 / 120, 6);
    expect(found?.silence.scored.order.map(({ system }) => system)).toEqual([
      'MiniCPM-o 4.5',
      'Voila',
      'FLM-Audio',
      'Moshi',
      'Freeze-Omni',
    ]);
  });
  it('says whether the order changes with the limit', () => {
    const same = [scores(1, 1, 0.9, [80, 81, 82, 83, 90]), scores(1, 1, 0.5, [50, 51, 52, 53, 60])];
    const other = [scores(1, 1, 0.9, [80, 81, 82, 83, 90]), scores(1, 1, 0.5, [50, 51, 90, 95, 99])];
    const changes = (all: readonly Omit<SelectiveScores, 'agent'>[]) =>
      ranksOf(all.map((one, i) => ({ system: `s${i}`, scores: one })))[0]?.silence.changes;
    expect([changes(same), changes(other)]).toEqual([false, true]);
    expect(ranksOf([{ system: 'alone', scores: same[0]! }])).toEqual([]);
  });
  it('ties share a rank', () => {
    const { order } = ranking([
      { system: 'a', rate: 0.5 },
      { system: 'b', rate: 0.9 },
      { system: 'c', rate: 0.5 },
    ]);
    expect(order.map(({ system, rank }) => [system, rank])).toEqual([['b', 1], ['a', 2], ['c', 2]]); // prettier-ignore
  });
});

describe('what is printed and drawn', () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const scene = (i: number, silent: boolean): MadeScene =>
    explicit(i, { t: silent ? NO : { ...YES, right: i % 3 === 0 ? 'fail' : 'pass' }, silences: [0, 200] });
  const systems = [systemOf(hostile, range(12).map((i) => scene(i, false))), systemOf('b', range(12).map((i) => scene(i, true)), 1)]; // prettier-ignore
  const found = document(systems);
  const windows = systems.flatMap(({ plays }) => plays.windows);

  it('the table has the paper’s form, ours with counts and the paper’s marked as published', () => {
    const text = compareSummary(found);
    expect(text).toMatch(
      /<img src=x onerror=alert\(1\)> +1\.0000 \(12 of 12\) +1\.0000 \(12 of 12\) +0\.6667 \(8 of 12\) +0\.5000 \(12 of 24\)/,
    );
    expect(text).toMatch(/MiniCPM-o 4\.5 \(published\) +0\.9545 +0\.9500 +0\.4730 +0\.9242 +0\.596 \(of 1633\)/);
    expect(text).toContain('Freeze-Omni (published)');
    expect(text).toContain('no rate (of 1)');
  });
  it('every cell leads to its scenes, each of them into its run’s report; names are escaped', () => {
    const reports = [
      { folder: '/x/runs/a/report', whole: true, split: false },
      { folder: '/x/runs/b/report', whole: true, split: true },
    ];
    const { index, cells } = comparePages(found, windows, reports, '/x/compare');
    expect([index, ...Object.values(cells)].join('')).not.toContain('<img');
    const links = [...index.matchAll(/href="(cells\/[^"]+)"/g)].map(([, to]) => to!);
    expect(links.length).toBeGreaterThan(8);
    for (const to of links) expect(Object.keys(cells)).toContain(to.replace('cells/', ''));
    expect(index).toContain('published');
    expect(cells['c-0-explicit-new-initiation.html']).toContain('href="../../runs/a/report/index.html#');
    expect(cells['c-1-explicit-new-initiation.html']).toContain('href="../../runs/b/report/sessions/');
    const pair = cells['p-0-1-explicit-new-initiation.html']!;
    expect(pair).toContain('12 of 12 windows have other verdicts');
    const none = comparePages(found, windows, [{ folder: '', whole: false, split: false }, reports[1]!], '/x/compare');
    expect(none.index).toContain('turnrig report RUN');
    expect(none.cells['c-0-explicit-new-initiation.html']).not.toContain('report/');
  });
  it('without a verdict the page says why and compares nothing', () => {
    const spoiled = document([systemOf('a', range(12).map((i) => ({ ...scene(i, false), outcome: 'rig_invalid' as const }))), systems[1]!]); // prettier-ignore
    expect(compareSummary(spoiled)).toContain('No verdict, and nothing compared');
    const { index } = comparePages(spoiled, [], [], '/x/compare');
    expect(index).toContain('No verdict');
    expect(index).not.toContain('Systems compared');
  });
});
