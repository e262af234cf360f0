/** Coverage by simulation, a sample: the whole table is `npm run bench -- coverage`, its domain is asserted by `npm run verify`. */
import { describe, expect, it } from 'vitest';
import { cell } from '../../bench/coverage.js';
import { clusterRate, expectedCarriers, rarerKind, SHAPES } from '../../bench/clustered.js';
import { mulberry32 } from '../../src/stats/random.js';

describe('coverage of the interval of a rate over scenes', () => {
  it.each([
    { clusters: 10, repeats: 20, icc: 0.5, rate: 0.4, shape: 'beta' },
    { clusters: 20, repeats: 5, icc: 0.2, rate: 0.3, shape: 'two-kinds' },
    { clusters: 30, repeats: 10, icc: 0.4, rate: 0.6, shape: 'bad-scenes' },
  ] as const)('$clusters scenes x $repeats, correlation $icc, rate $rate, $shape', (truth) => {
    const found = cell('product', truth, 500, 7);
    expect(found.refused).toBe(0);
    // 500 runs: plus or minus 2% by chance; seeded, so that it is the same each time.
    expect(found.covered).toBeGreaterThan(0.925);
    expect(found.covered).toBeLessThan(0.975);
    expect(Math.abs(found.above - found.below)).toBeLessThan(0.05);
  });
  it('has no interval below 10 scenes, and repeats taken for independent cover far less', () => {
    const truth = { clusters: 9, repeats: 5, icc: 0.3, rate: 0.5, shape: 'beta' } as const;
    expect(cell('product', truth, 20, 1).refused).toBe(1);
    // statistics.md: 44% of 10 scenes x 20 repeats at correlation 0.5.
    const naive = cell('wilson-naive', { clusters: 10, repeats: 20, icc: 0.5, rate: 0.5, shape: 'beta' }, 4000, 1).covered;
    expect(naive).toBeGreaterThan(0.4);
    expect(naive).toBeLessThan(0.5);
  });
});

describe('the made-up runs', () => {
  it.each(SHAPES)('%s: scenes have the mean and the correlation that were asked for', (shape) => {
    const truth = { clusters: 1, repeats: 1, icc: 0.3, rate: 0.2, shape };
    const random = mulberry32(3);
    const rates = Array.from({ length: 40_000 }, () => clusterRate(truth, random));
    const mean = rates.reduce((sum, one) => sum + one, 0) / rates.length;
    const variance = rates.reduce((sum, one) => sum + (one - mean) ** 2, 0) / rates.length;
    expect(mean).toBeCloseTo(0.2, 2);
    expect(variance / (0.2 * 0.8)).toBeCloseTo(0.3, 1);
  });
  it('say how many scenes carry the rarer outcome', () => {
    // All or none at 20%: 20 scenes carry it as 20 / (1 + 4) equal ones would.
    expect(expectedCarriers({ clusters: 20, repeats: 5, icc: 1, rate: 0.2 })).toBeCloseTo(4, 12);
    expect(rarerKind({ clusters: 20, repeats: 5, icc: 1, rate: 0.8, shape: 'two-kinds' })).toBeCloseTo(0.2, 12);
    expect(rarerKind({ clusters: 20, repeats: 5, icc: 1, rate: 0.2, shape: 'bad-scenes' })).toBeCloseTo(0.2, 12);
    expect(rarerKind({ clusters: 20, repeats: 5, icc: 0.2, rate: 0.2, shape: 'beta' })).toBeUndefined();
  });
});
