/** Sessions by the arm of their scene. */
import { describe, expect, it } from 'vitest';
import { ArmCounts } from '../../src/score/arms.js';
import { separate } from '../../src/score/counted.js';
import type { RunSummary, SessionOutcome, Verdict } from '../../src/score/model.js';
import { windowScore } from '../../src/score/values.js';
import { planned, scene } from '../recording/fixtures.js';
import { span } from './fixtures.js';

const scenes = [
  scene({ suite: 's', id: 'left', arm: 'left' }),
  scene({ suite: 's', id: 'right', arm: 'right' }),
  scene({ suite: 'other', id: 'left', arm: 'elsewhere' }),
  scene({ suite: 's', id: 'none' }),
];
const counts = (...sceneIds: string[]) => new ArmCounts({ plan: sceneIds.map((id) => planned({ id, suite: 's', scene: id })), scenes });
const VERDICTS: readonly Verdict[] = ['pass', 'fail', 'fail', 'within-uncertainty', 'within-uncertainty', 'within-uncertainty', 'unscored'];
const windows = [
  ...VERDICTS.map((verdict, i) => windowScore({ id: `w${i}`, turn: 't', measure: 'reply', window: span(0, 1), verdict, reason: '' })),
  // A diagnostic stands in no tally.
  windowScore({ id: 'd', turn: 't', measure: 'probe', window: span(0, 1), verdict: 'fail', reason: '' }),
];
const done = (arms: ArmCounts) => separate<RunSummary['arms']>(arms.done()).value;
let attempts = 0;
const played = (session: string, outcome: SessionOutcome) => ({ attempt: `x${attempts++}`, session, outcome, windows });

describe('arms', () => {
  it('have the tallies of their scored sessions, and count the windows of spoiled ones apart', () => {
    const arms = counts('left', 'right', 'none');
    arms.add(played('left', 'scored'));
    arms.add(played('left', 'scored'));
    arms.add(played('left', 'rig_invalid'));
    arms.add(played('left', 'rig_invalid'));
    arms.add(played('right', 'agent_failure'));
    arms.add(played('none', 'scored'));
    arms.add(played('unknown', 'scored'));
    expect(done(arms)).toEqual([
      { arm: 'left', done: 4, rigInvalid: 2, tally: { pass: 2, fail: 4, withinUncertainty: 6, unscored: 2 }, spoiledWindows: 14 },
      { arm: 'right', done: 1, rigInvalid: 0, tally: { pass: 0, fail: 0, withinUncertainty: 0, unscored: 0 }, spoiledWindows: 0 },
    ]);
  });
  it('are absent where one alone, or none, was played', () => {
    const arms = counts('left', 'right');
    expect(done(arms)).toBeUndefined();
    arms.add(played('left', 'scored'));
    expect(done(arms)).toBeUndefined();
  });
  it('are unknown in runs that kept no scenes', () => {
    const arms = new ArmCounts({ plan: [planned({ id: 'left' }), planned({ id: 'right' })] });
    arms.add(played('left', 'scored'));
    expect(done(arms)).toBeUndefined();
  });
});
