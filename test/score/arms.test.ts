/** Sessions by the arm of their scene. */
import { describe, expect, it } from 'vitest';
import { ArmCounts } from '../../src/score/arms.js';
import { planned, scene } from '../recording/fixtures.js';

const scenes = [
  scene({ suite: 's', id: 'left', arm: 'left' }),
  scene({ suite: 's', id: 'right', arm: 'right' }),
  scene({ suite: 'other', id: 'left', arm: 'elsewhere' }),
  scene({ suite: 's', id: 'none' }),
];
const counts = (...sceneIds: string[]) => new ArmCounts({ plan: sceneIds.map((id) => planned({ id, suite: 's', scene: id })), scenes });
const tally = { pass: 1, fail: 10, withinUncertainty: 100, unscored: 1000 };

describe('arms', () => {
  it('have the tallies of their scored sessions, and count the windows of spoiled ones apart', () => {
    const arms = counts('left', 'right', 'none');
    arms.add({ session: 'left', outcome: 'scored' }, tally);
    arms.add({ session: 'left', outcome: 'scored' }, tally);
    arms.add({ session: 'left', outcome: 'rig_invalid' }, tally);
    arms.add({ session: 'left', outcome: 'rig_invalid' }, tally);
    arms.add({ session: 'right', outcome: 'agent_failure' }, tally);
    arms.add({ session: 'none', outcome: 'scored' }, tally);
    arms.add({ session: 'unknown', outcome: 'scored' }, tally);
    expect(arms.done()).toEqual([
      { arm: 'left', done: 4, rigInvalid: 2, tally: { pass: 2, fail: 20, withinUncertainty: 200, unscored: 2000 }, spoiledWindows: 2222 },
      { arm: 'right', done: 1, rigInvalid: 0, tally: { pass: 0, fail: 0, withinUncertainty: 0, unscored: 0 }, spoiledWindows: 0 },
    ]);
  });
  it('are absent where one alone, or none, was played', () => {
    const arms = counts('left', 'right');
    expect(arms.done()).toBeUndefined();
    arms.add({ session: 'left', outcome: 'scored' }, tally);
    expect(arms.done()).toBeUndefined();
  });
  it('are unknown in runs that kept no scenes', () => {
    const arms = new ArmCounts({ plan: [planned({ id: 'left' }), planned({ id: 'right' })] });
    arms.add({ session: 'left', outcome: 'scored' }, tally);
    expect(arms.done()).toBeUndefined();
  });
});
