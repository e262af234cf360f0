/**
 * A rate behind a judge that errs. Nothing here is recalled from a publication: point estimates are worked out in the comments, the interval is
 * held against the delta method, which is written out below, and against judges that were simulated with known truth.
 */
import { describe, expect, it } from 'vitest';
import { mulberry32 } from '../../src/stats/random.js';
import { roganGladen, type JudgeCheck } from '../../src/stats/rogan-gladen.js';

const check = (se: number, sp: number, of = 200): JudgeCheck => ({
  sensitivity: { right: Math.round(se * of), of },
  specificity: { right: Math.round(sp * of), of },
});
const corrected = (judged: { positive: number; n: number }, by: JudgeCheck) => {
  const found = roganGladen(judged, by);
  if (found.kind !== 'corrected') throw new Error(found.reason);
  return found;
};

describe('a rate corrected for its judge', () => {
  it.each([
    // Truth 30%: 0.3 x 0.9 + 0.7 x 0.1 = 0.34 are judged positive.
    [{ positive: 340, n: 1000 }, check(0.9, 0.9), 0.3],
    // Truth 20%: 0.2 x 0.8 + 0.8 x 0.05 = 0.2: two errors that cancel out.
    [{ positive: 200, n: 1000 }, check(0.8, 0.95), 0.2],
    // Truth 75%: 0.75 x 0.6 + 0.25 x 0.3 = 0.525; a judge that is hardly better than chance.
    [{ positive: 525, n: 1000 }, check(0.6, 0.7), 0.75],
    // Fewer than the judge's own false alarms (0.1 x 50 = 5), and more than it could find of all: held inside of [0, 1].
    [{ positive: 2, n: 50 }, check(0.9, 0.9), 0],
    [{ positive: 49, n: 50 }, check(0.9, 0.9), 1],
  ])('%j', (judged, by, truth) => {
    const found = corrected(judged, by);
    expect(found.rate).toBeCloseTo(truth, 12);
    expect(found.apparent).toBe(judged.positive / judged.n);
    expect(found.interval.low).toBeLessThanOrEqual(found.rate);
    expect(found.interval.high).toBeGreaterThanOrEqual(found.rate);
  });

  it('has an interval that the delta method gives too, where there is much of everything', () => {
    for (const [judged, se, sp, of] of [
      [{ positive: 3400, n: 10_000 }, 0.9, 0.9, 2000],
      [{ positive: 4000, n: 10_000 }, 0.8, 0.95, 5000],
    ] as const) {
      const { rate, interval } = corrected(judged, check(se, sp, of));
      const p = judged.positive / judged.n;
      // rate = (p + sp - 1) / (se + sp - 1): its slopes in p, se and sp are 1, -rate and 1 - rate, each over (se + sp - 1).
      const variance = (p * (1 - p)) / judged.n + (rate ** 2 * se * (1 - se)) / of + ((1 - rate) ** 2 * sp * (1 - sp)) / of;
      const half = (1.959964 * Math.sqrt(variance)) / (se + sp - 1);
      expect(interval.low).toBeCloseTo(rate - half, 2);
      expect(interval.high).toBeCloseTo(rate + half, 2);
    }
  });

  it('has a wider interval the less the judge was checked, and the fewer were judged', () => {
    const width = (n: number, of: number): number => {
      const { low, high } = corrected({ positive: 0.34 * n, n }, check(0.9, 0.9, of)).interval;
      return high - low;
    };
    expect(width(1000, 50)).toBeGreaterThan(width(1000, 200));
    expect(width(1000, 200)).toBeGreaterThan(width(1000, 20_000));
    expect(width(100, 20_000)).toBeGreaterThan(width(1000, 20_000));
  });

  it.each([
    [0.3, 0.9, 0.9, 400, 100],
    [0.1, 0.85, 0.95, 200, 60],
    [0.6, 0.75, 0.8, 300, 150],
    [0.05, 0.95, 0.97, 500, 80],
  ])('of a true rate of %s, judged with %s and %s, %i judged and %i of a kind checked, is held in 95 of 100', (truth, se, sp, n, of) => {
    const random = mulberry32(17);
    const drawn = (trials: number, chance: number): number => {
      let hits = 0;
      for (let i = 0; i < trials; i++) if (random() < chance) hits++;
      return hits;
    };
    const runs = 2000;
    let held = 0;
    for (let i = 0; i < runs; i++) {
      const sensitivity = { right: drawn(of, se), of };
      const specificity = { right: drawn(of, sp), of };
      const { low, high } = corrected(
        { positive: drawn(n, truth * se + (1 - truth) * (1 - sp)), n },
        { sensitivity, specificity },
      ).interval;
      if (low <= truth && truth <= high) held++;
    }
    // 2,000 runs: plus or minus 1% by chance; seeded.
    expect(held / runs).toBeGreaterThan(0.93);
    expect(held / runs).toBeLessThan(0.985);
  });

  it('is refused where the judge tells nothing', () => {
    expect(roganGladen({ positive: 5, n: 10 }, check(0.5, 0.5))).toMatchObject({ kind: 'refused', apparent: 0.5 });
    expect(roganGladen({ positive: 5, n: 10 }, check(1, 1, 0))).toMatchObject({ reason: 'the judge was never checked' });
    expect(roganGladen({ positive: 0, n: 0 }, check(1, 1))).toMatchObject({ apparent: undefined });
    expect(roganGladen({ positive: 5, n: 10 }, { sensitivity: { right: 1, of: 2 }, specificity: { right: 1, of: 1 } }).kind).toBe(
      'corrected',
    );
    expect(roganGladen({ positive: 5, n: 10 }, { sensitivity: { right: 1, of: 100 }, specificity: { right: 1, of: 1 } })).toMatchObject({
      reason: 'the judge was checked on too few to be told from chance',
    });
  });
});
