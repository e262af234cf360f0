import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { averagePrecision, type Scored } from '../../src/stats/average-precision.js';
import { rocAuc } from '../../src/stats/roc-auc.js';
import { checkAveragePrecision } from '../entry-yield/vectors.js';

const items = fc.array(fc.record({ positive: fc.boolean(), score: fc.integer({ min: 0, max: 6 }).map((n) => n / 6) }), {
  minLength: 1,
  maxLength: 30,
});

describe('average precision and area under the curve', () => {
  it('reference vectors', () => checkAveragePrecision(fileURLToPath(new URL('../vectors/statistics/', import.meta.url))));

  it('of nothing, and of one class', () => {
    expect(averagePrecision([])).toBeUndefined();
    expect(averagePrecision([{ positive: false, score: 1 }])).toBeUndefined();
    expect(averagePrecision([{ positive: true, score: 0 }])).toBe(1);
    expect(rocAuc([{ positive: true, score: 0 }])).toBeUndefined();
  });

  /** By definition, threshold by threshold. */
  const plainAp = (all: readonly Scored[]): number => {
    const positives = all.filter(({ positive }) => positive).length;
    let [sum, before] = [0, 0];
    for (const threshold of [...new Set(all.map(({ score }) => score))].sort((a, b) => b - a)) {
      const acted = all.filter(({ score }) => score >= threshold);
      const hits = acted.filter(({ positive }) => positive).length;
      sum += (hits / positives - before) * (hits / acted.length);
      before = hits / positives;
    }
    return sum;
  };

  it('are what their definitions say, whatever the order', () => {
    fc.assert(
      fc.property(items, fc.nat(), (all, turn) => {
        const turned = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
        const [positives, negatives] = [all.filter(({ positive }) => positive), all.filter(({ positive }) => !positive)];
        if (positives.length === 0) return;
        expect(averagePrecision(turned)).toBeCloseTo(plainAp(all), 12);
        if (negatives.length === 0) return;
        const pairs = positives.flatMap((a) => negatives.map((b) => (a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0)));
        expect(rocAuc(turned)).toBeCloseTo(pairs.reduce((sum: number, one) => sum + one, 0) / pairs.length, 12);
      }),
    );
  });
});
