/**
 * Coverage of the interval of a rate over scenes within its stated domain (docs/statistics.md): 92 to 97%. Seeded, so that it is the same
 * each time; a cell may miss the band by the chance of its runs, the mean of a shape may not.
 */
import { describe, expect, it } from 'vitest';
import { cell, inDomain, truthsOf } from '../../bench/coverage.js';
import { SHAPES } from '../../bench/clustered.js';

const RUNS = 600;
const GRID = { clusters: [10, 15, 40], repeats: [4, 20], icc: [0.1, 0.3, 0.5], rate: [0.3, 0.6] };
/** Three standard errors of a coverage of 95% by so many runs: with 50 cells, one in seven tables of a right method has a cell beyond it. */
const CHANCE = 3 * Math.sqrt((0.95 * 0.05) / RUNS);

describe('coverage of the interval of a rate over scenes', () => {
  it.each(SHAPES)('%s', (shape) => {
    const found = truthsOf(GRID)
      .filter((truth) => truth.shape === shape && inDomain(truth))
      .map((truth) => ({ truth, covered: cell('product', truth, RUNS, 11).covered }));
    expect(found.length).toBeGreaterThan(5);
    for (const { truth, covered } of found) {
      expect(covered, JSON.stringify(truth)).toBeGreaterThan(0.92 - CHANCE);
      expect(covered, JSON.stringify(truth)).toBeLessThan(0.97 + CHANCE);
    }
    const mean = found.reduce((sum, { covered }) => sum + covered, 0) / found.length;
    expect(mean).toBeGreaterThan(0.935);
    expect(mean).toBeLessThan(0.965);
  });
});
