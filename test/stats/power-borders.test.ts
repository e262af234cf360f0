/** Power and corrected rates at their borders, and against their published formulae. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../src/stats/normal.js';
import { clustersMissing, effectiveWindows, pairsMissing, smallestRise, smallestShift, USUAL_ICC } from '../../src/stats/power.js';
import { roganGladen } from '../../src/stats/rogan-gladen.js';
import { tQuantile } from '../../src/stats/student-t.js';

const design = { clusters: 20, repeats: 5, icc: 0.3 };
const change = (clusters: number, rate: number): number => {
  const found = smallestRise({ ...design, clusters }, rate);
  if (found.kind !== 'smallest') throw new Error(found.reason);
  return found.change;
};

describe('power', () => {
  it('takes windows that are more alike than chance for independent', () => expect(effectiveWindows({ ...design, icc: -0.2 })).toBe(100));
  it('takes repeats to be correlated by 0.3 where no run has told: of five of each scene 2.27 count (docs/statistics.md)', () =>
    expect(effectiveWindows({ ...design, icc: USUAL_ICC }) / 20).toBeCloseTo(5 / (1 + 4 * 0.3), 12));
  it('is none of a single scene', () => {
    for (const found of [smallestShift({ ...design, clusters: 1 }, 300), smallestRise({ ...design, clusters: 1 }, 0.1)])
      expect(found).toEqual({ kind: 'none', reason: 'two clusters or more are needed' });
    expect(smallestShift({ ...design, clusters: 2 }, 300).kind).toBe('smallest');
  });
  it('solves its own equation: the rise is the sum of the quantiles in standard errors of both arms', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 60 }),
        fc.double({ min: 0, max: 0.4, noNaN: true }),
        fc.double({ min: 0.7, max: 0.95, noNaN: true }),
        fc.double({ min: 0.01, max: 0.2, noNaN: true }),
        (clusters, rate, power, alpha) => {
          const found = smallestRise({ ...design, clusters }, rate, { power, alpha });
          if (found.kind === 'none') return;
          const sum = tQuantile(1 - alpha / 2, 2 * clusters - 2) + tQuantile(power, 2 * clusters - 2);
          const high = rate + found.change;
          const n = effectiveWindows({ ...design, clusters });
          expect(found.change).toBeCloseTo(sum * Math.sqrt((rate * (1 - rate) + high * (1 - high)) / n), 9);
          expect(found.effectiveN).toBe(n);
          const shift = smallestShift({ ...design, clusters }, 250, { power, alpha });
          expect(shift.kind === 'smallest' ? shift.change : 0).toBeCloseTo(sum * 250 * Math.sqrt(Math.PI / n), 6);
        },
      ),
      { seed: 51 },
    );
  });
  it('asks for clusters from two on, and for 100,000 at most', () => {
    expect(clustersMissing({ clusters: 1, repeats: 1000, icc: 0 }, 0.1, 0.5)).toBe(1);
    expect(clustersMissing(design, 0.1, change(100_000, 0.1))).toBe(100_000 - 20);
    expect(clustersMissing(design, 0.1, change(100_001, 0.1))).toBeUndefined();
  });
  it('asks for pairs as the paired t test needs them, for six at least', () => {
    expect(pairsMissing([1, 1])).toBe(4);
    expect([pairsMissing([]), pairsMissing([0, 0]), pairsMissing([2, -1, -1])]).toEqual([undefined, undefined, undefined]);
    const spread = fc.array(fc.integer({ min: -6, max: 14 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(spread, (differences) => {
        const n = differences.length;
        const mean = differences.reduce((a, b) => a + b, 0) / n;
        const deviation = Math.sqrt(differences.reduce((a, b) => a + (b - mean) ** 2, 0) / (n - 1));
        const missing = pairsMissing(differences);
        if (mean === 0) {
          expect(missing).toBeUndefined();
          return;
        }
        const seen = (pairs: number): boolean =>
          (tQuantile(0.975, pairs - 1) + tQuantile(0.9, pairs - 1)) * deviation <= Math.abs(mean) * Math.sqrt(pairs);
        const enough = Array.from({ length: 200 }, (_, i) => i + 6).find(seen);
        if (enough !== undefined) expect(missing).toBe(Math.max(0, enough - n));
      }),
      { seed: 52, numRuns: 40 },
    );
  });
});

describe('a rate corrected for its judge', () => {
  it('has the interval of Lang and Reiczigel (2014), formulae 1 to 5', () => {
    const counted = fc.integer({ min: 1, max: 80 }).chain((of) => fc.integer({ min: 0, max: of }).map((right) => ({ right, of })));
    fc.assert(
      fc.property(counted, counted, counted, fc.constantFrom(0.95, 0.8), (sensitivity, specificity, judged, level) => {
        const [se0, sp0, p0] = [sensitivity, specificity, judged].map(({ right, of }) => right / of) as [number, number, number];
        const found = roganGladen({ positive: judged.right, n: judged.of }, { sensitivity, specificity }, level);
        const z = normalQuantile((1 + level) / 2);
        const n = judged.of + z ** 2;
        const p = (judged.of * p0 + z ** 2 / 2) / n;
        const se = (sensitivity.of * se0 + 1) / (sensitivity.of + 2);
        const sp = (specificity.of * sp0 + 1) / (specificity.of + 2);
        if (sensitivity.right * specificity.of + specificity.right * sensitivity.of <= sensitivity.of * specificity.of) {
          expect(found).toEqual({ kind: 'refused', apparent: p0, reason: 'the judge is no better than chance' });
          return;
        }
        if (se + sp - 1 < 1e-9) {
          expect(found).toMatchObject({ reason: 'the judge was checked on too few to be told from chance' });
          return;
        }
        if (found.kind !== 'corrected') throw new Error(found.reason);
        const prevalence = (p + sp - 1) / (se + sp - 1);
        const [varSe, varSp] = [(se * (1 - se)) / (sensitivity.of + 2), (sp * (1 - sp)) / (specificity.of + 2)];
        const shift = 2 * z ** 2 * (prevalence * varSe - (1 - prevalence) * varSp);
        const error = Math.sqrt((p * (1 - p)) / n + prevalence ** 2 * varSe + (1 - prevalence) ** 2 * varSp) / Math.abs(se + sp - 1);
        const held = (share: number): number => Math.min(1, Math.max(0, share));
        expect(found.rate).toBeCloseTo(held((p0 + sp0 - 1) / (se0 + sp0 - 1)), 9);
        expect(found.interval.low).toBeCloseTo(held(prevalence + shift - z * error), 9);
        expect(found.interval.high).toBeCloseTo(held(prevalence + shift + z * error), 9);
        expect(found.interval.level).toBe(level);
      }),
      { seed: 53, numRuns: 400 },
    );
  });
  it('is refused of a judge that was never checked on one kind, or on too few', () => {
    const some = { right: 9, of: 10 };
    const none = { right: 0, of: 0 };
    for (const check of [
      { sensitivity: none, specificity: some },
      { sensitivity: some, specificity: none },
    ])
      expect(roganGladen({ positive: 5, n: 10 }, check)).toEqual({ kind: 'refused', apparent: 0.5, reason: 'the judge was never checked' });
    // (1 + 1) / (4 + 2) + (1 + 1) / (1 + 2) = 1: no skill is left.
    expect(roganGladen({ positive: 5, n: 10 }, { sensitivity: { right: 1, of: 4 }, specificity: { right: 1, of: 1 } })).toMatchObject({
      reason: 'the judge was checked on too few to be told from chance',
    });
  });
});
