/** A sample of mutants: how it is drawn, and what it says of all. */
import { describe, expect, it } from 'vitest';
import { mutantsOf } from '../../bench/mutation/mutants.js';
import { choose } from '../../bench/mutation/prepare.js';
import { describeResult, resultOf, type Tried } from '../../bench/mutation/result.js';

/** 40 mutants in each of two files. */
const SOURCE = Array.from({ length: 20 }, (_, i) => `const a${i} = x < y;`).join('\n');
const ALL = ['src/stats/a.ts', 'src/stats/b.ts', 'src/vad/c.ts'].flatMap((file, i) => mutantsOf(file, SOURCE, 40 * i));
const drawn = (seed: number, sample: number): number[] => choose(ALL, { file: 'src/stats/**', sample, seed }).mutants.map(({ id }) => id);

describe('a sample of mutants', () => {
  it('is drawn from the chosen files alone, each once, and says from how many', () => {
    const { mutants, population } = choose(ALL, { file: 'src/stats/**', sample: 30, seed: 7 });
    expect(population).toBe(80);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(30);
    expect(mutants.every(({ file }) => file.startsWith('src/stats/'))).toBe(true);
  });

  it('is the same for a seed, and a smaller one is the beginning of a larger one', () => {
    expect(drawn(7, 30)).toEqual(drawn(7, 30));
    expect(drawn(7, 30)).toEqual(drawn(7, 79).slice(0, 30));
    expect(drawn(8, 30)).not.toEqual(drawn(7, 30));
  });

  it('that wants all of them is none', () => {
    for (const sample of [80, 500, undefined]) {
      const { mutants, population } = choose(ALL, { file: 'src/stats/**', sample, seed: 7 });
      expect([mutants.length, population]).toEqual([80, undefined]);
    }
  });

  it('holds every mutant as often as the next, and neighbours together no oftener: 1,000 seeds, 30 of 80', () => {
    const times = new Array<number>(80).fill(0);
    let pairs = 0;
    for (let seed = 0; seed < 1000; seed++) {
      const ids = new Set(drawn(seed, 30));
      for (const id of ids) times[id] = (times[id] ?? 0) + 1;
      for (let id = 0; id < 79; id++) if (ids.has(id) && ids.has(id + 1)) pairs += 1;
    }
    const expected = (1000 * 30) / 80;
    // Chi-square with 79 degrees of freedom, below 124 in 99.9% of fair draws; drawn without putting back, counts vary less by (1 - 30 / 80).
    const chiSquare = times.reduce((sum, n) => sum + (n - expected) ** 2 / (expected * (1 - 30 / 80)), 0);
    expect(chiSquare).toBeLessThan(124);
    // Both of a pair are in with 30 / 80 * 29 / 79: slices of the source would hold nearly every second neighbour.
    expect(pairs / (1000 * 79)).toBeCloseTo((30 / 80) * (29 / 79), 2);
  });
});

describe('the result of a sample', () => {
  const tried = (noticed: number, n: number): Tried[] =>
    ALL.slice(0, n).map((mutant, i): Tried => ({ mutant, fate: i < noticed ? 'noticed' : 'survived' }));
  const more = { seconds: 1, known: 0, problems: [] };

  it('has its counts and Wilson’s interval', () => {
    const result = resultOf(tried(15, 20), new Map(), { ...more, seed: 7, population: 80 });
    // (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n) with p = 0.75 and n = 20 (Wilson, 1927).
    const z = 1.959963984540054;
    const [centre, half] = [0.75 + (z * z) / 40, z * Math.sqrt(0.1875 / 20 + (z * z) / 1600)];
    expect(result.interval?.low).toBeCloseTo((centre - half) / (1 + (z * z) / 20), 12);
    expect(result.interval?.high).toBeCloseTo((centre + half) / (1 + (z * z) / 20), 12);
    expect(result).toMatchObject({ score: 0.75, mutants: 20, noticed: 15, seed: 7, population: 80, interval: { level: 0.95 } });
    expect(describeResult(result, 0.9)).toContain('a sample of seed 7 out of 80');
    expect(describeResult(result, 0.9)).toContain('mutation score 75.0% (95% interval 53.1% to 88.8%), at least 90.0% is wanted');
  });

  it('counts no equivalent', () => {
    const [first] = ALL;
    const result = resultOf(tried(0, 3), new Map([[first?.id ?? -1, 'x and y are never the same']]), { ...more, seed: 7, population: 80 });
    expect(result).toMatchObject({ mutants: 2, equivalent: 1 });
    // Of none in n Wilson's interval ends at z² / (n + z²).
    expect(result.interval?.high).toBeCloseTo(1.959963984540054 ** 2 / (2 + 1.959963984540054 ** 2), 12);
  });

  it('has no interval where all were tried, or none counts', () => {
    const all = resultOf(tried(15, 20), new Map(), { ...more, seed: undefined, population: undefined });
    expect(all.interval).toBeUndefined();
    expect(describeResult(all, 0.9)).toContain('mutation score 75.0%, at least 90.0% is wanted');
    const reasons = new Map(ALL.map(({ id }) => [id, 'x and y are never the same']));
    expect(resultOf(tried(0, 3), reasons, { ...more, seed: 7, population: 80 })).toMatchObject({ score: undefined, interval: undefined });
  });
});
