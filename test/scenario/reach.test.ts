/** What a planned run can see: counted by scene and agent, and said with what was assumed. */
import { describe, expect, it } from 'vitest';
import { reachOf, reachWords } from '../../src/scenario/reach.js';
import { planRun } from '../../src/scenario/plan-run.js';
import { scene, turn } from '../recording/fixtures.js';

const twelve = Array.from({ length: 12 }, (_, i) => scene({ id: `c${i}`, scene: `c${i}`, suite: 's', repeats: 5 }));
const plan = (scenes: typeof twelve, agents: string[]) => planRun([{ name: 's', scenes }], agents, { seed: 1 });

describe('what a run can see', () => {
  it('counts windows a scene and agent, whatever the number of agents', () => {
    const found = reachOf(twelve, plan(twelve, ['a', 'b']));
    // 60 windows / (1 + 4 x 0.3).
    expect(found).toMatchObject({ scenes: 12, windows: 5, effectiveN: 27.3, power: 0.9, missingForIntervals: 0 });
    expect(reachOf(twelve, plan(twelve, ['a']))).toEqual(found);
    expect(reachWords(found)).toMatch(
      /^What this run can show: 12 scenes with 5 turns each .* 9 times in ten where .* from 10% to 4\d% or more, or .* changes by 3\d\d ms or more; .*assumed/,
    );
  });
  it('takes the variants of one scene for one, and says what is missing for intervals', () => {
    const swept = [100, 200, 300].map((gap) => scene({ id: `c[gap=${gap}]`, scene: 'c', suite: 's', variant: { gap } }));
    const found = reachOf(swept, plan(swept, ['a']));
    expect(found).toMatchObject({ scenes: 1, windows: 3, premature: null, waitMs: null, missingForIntervals: 9 });
    expect(reachWords(found)).toContain('intervals over scenes need 9 more scenes');
  });
  it('says nothing of scenes in which nobody waits for a reply', () => {
    const quiet = [scene({ suite: 's', turns: [turn({ expect: { kind: 'silence' } })] })];
    expect(reachOf(quiet, plan(quiet, ['a']))).toBeUndefined();
    expect(reachWords(undefined)).toContain('No turn expects a reply');
  });
});
