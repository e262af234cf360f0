/** Errors of the sequential tests over 2,000 simulated runs each (issue 4), seeded; the whole table is `npm run bench -- sequential`. */
import { describe, expect, it } from 'vitest';
import { atLimit, blocks, everyPlay, freshScenes, naive, sprtErrors } from '../../bench/sequential.js';

const RUNS = 2000;
const share = (found: { readonly wrong: number; readonly runs: number }): number => found.wrong / found.runs;

describe('errors of the sequential test, the rate just at its limit', () => {
  it('stay below 5% when it is looked at after every play', () => {
    const found = everyPlay(0.2, 150, RUNS, 3);
    expect(share(found)).toBeLessThanOrEqual(0.05);
    expect(found.wrong).toBeGreaterThan(0);
    // A Wilson interval that is looked at as often errs several times as much.
    expect(share(naive(0.2, 150, RUNS, 3))).toBeGreaterThan(0.2);
  });
  it('stay below 5% for scenes that are alike in themselves, a scene an observation', () => {
    expect(share(freshScenes(0.2, 0.5, 5, 20, RUNS, 3))).toBeLessThanOrEqual(0.05);
  });
  it('stay below 5% for blocks of a suite whose scenes differ', () => {
    expect(share(blocks(0.2, 4, 20, RUNS, 3))).toBeLessThanOrEqual(0.05);
  });
  it('logs every look', () => {
    const found = atLimit(0.2, 100, 25, 100, 3);
    expect(share(found)).toBeLessThanOrEqual(0.05);
    expect(found.looks).toBeGreaterThan(300);
    expect(found.looks).toBeLessThanOrEqual(400);
  });
});

describe('errors of Wald’s test', () => {
  const plan = { low: 0.05, high: 0.3, falseHigh: 0.05, falseLow: 0.1 };
  it('stay below the stated ones on either side', () => {
    expect(share(sprtErrors(plan, 'low', RUNS, 3))).toBeLessThanOrEqual(0.05);
    expect(share(sprtErrors(plan, 'high', RUNS, 3))).toBeLessThanOrEqual(0.1);
  });
});
