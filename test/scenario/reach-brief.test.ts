/** What a run can show, on one line. */
import { describe, expect, it } from 'vitest';
import type { PrimaryReach } from '../../src/scenario/primary-reach.js';
import { reachBrief } from '../../src/scenario/reach-brief.js';
import type { Reach } from '../../src/scenario/reach.js';

const reach = (over: Partial<Reach> = {}): Reach => ({
  ...{ scenes: 12, windows: 5, effectiveN: 27, power: 0.9, premature: 0.3, waitMs: 310, missingForIntervals: 0 },
  assumed: { icc: 0.3, premature: 0.1, waitDeviationMs: 300 },
  ...over,
});
const primary = (over: Partial<PrimaryReach> = {}): PrimaryReach => ({
  ...{ suite: 's', measure: 'yield', scenes: 12, windows: 2, effectiveN: 18, power: 0.9, change: 0.35 },
  assumed: { icc: 0.3, failing: 0.1 },
  ...over,
});

describe('what a run can show in brief', () => {
  it.each([
    [[], reach(), 'what this run can show, 9 times in 10: premature replies 10% -> 40%, median wait by 310 ms (more: turnrig plan)'],
    [
      [primary()],
      reach(),
      'what this run can show, 9 times in 10: yield of s missed 10% -> 45%, premature replies 10% -> 40%, median wait by 310 ms (more: turnrig plan)',
    ],
    [
      [primary({ measure: 'wait', change: 200, assumed: { icc: 0.3, waitDeviationMs: 300 } })],
      reach(),
      'what this run can show, 9 times in 10: median wait of s by 200 ms, premature replies 10% -> 40% (more: turnrig plan)',
    ],
    [
      [primary({ measure: 'false-cutoff' })],
      reach(),
      'what this run can show, 9 times in 10: false-cutoff of s missed 10% -> 45%, median wait by 310 ms (more: turnrig plan)',
    ],
    [
      [primary({ change: null })],
      reach({ premature: null, waitMs: null, missingForIntervals: 8 }),
      'what this run can show, 9 times in 10: no difference between agents; counts only, 8 scenes short of intervals (more: turnrig plan)',
    ],
    [[primary()], undefined, 'what this run can show, 9 times in 10: yield of s missed 10% -> 45% (more: turnrig plan)'],
    [[], undefined, undefined],
  ] as const)('%#', (declared, found, words) => expect(reachBrief(declared, found)).toBe(words));
});
