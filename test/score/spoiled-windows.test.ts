/** How many windows of each measure the spoiled sessions held. */
import { describe, expect, it } from 'vitest';
import type { Measure, SessionOutcome } from '../../src/score/model.js';
import { SpoiledWindows } from '../../src/score/spoiled-windows.js';
import { windowScore } from '../../src/score/values.js';
import { span } from './fixtures.js';

const session = (agent: string, scene: string, outcome: SessionOutcome, ...measures: Measure[]) => ({
  ...{ attempt: `${agent}-${scene}`, agent, scene, outcome },
  windows: measures.map((measure, i) =>
    windowScore({ id: `${i}`, turn: 't', measure, window: span(0, 1), verdict: 'unscored', reason: '' }),
  ),
});
const counts = (...sessions: ReturnType<typeof session>[]) => {
  const all = new SpoiledWindows();
  for (const one of sessions) all.add(one);
  // Asking does not change the answer.
  expect(all.counts()).toEqual(all.counts());
  return all.counts().map(({ agent, measure, windows }) => [agent, measure, windows.length]);
};

describe('windows of spoiled sessions', () => {
  it('are added up by agent and measure; those of others are not', () => {
    expect(
      counts(
        session('a', 's', 'rig_invalid', 'reply', 'reply', 'silence'),
        session('a', 's', 'rig_invalid', 'reply'),
        session('b', 's', 'rig_invalid', 'silence'),
        session('a', 's', 'scored', 'reply'),
        session('b', 's', 'agent_failure', 'reply'),
      ),
    ).toEqual([['a', 'reply', 3], ['a', 'silence', 1], ['b', 'silence', 1]]); // prettier-ignore
    expect(counts(session('a', 's', 'scored', 'reply'))).toEqual([]);
  });
  it('of sessions of which nothing can be read are the most that any of their scene had, before or after', () => {
    const unread = session('a', 's', 'rig_invalid');
    expect(
      counts(
        session('b', 's', 'scored', 'reply'),
        unread,
        session('b', 's', 'scored', 'reply', 'reply'),
        session('b', 's', 'scored', 'reply'),
      ),
    ).toEqual([['a', 'reply', 2]]);
    expect(counts(session('b', 'other', 'scored', 'reply'), unread)).toEqual([]);
    // Beside those that can be read, and twice for two.
    expect(counts(session('a', 's', 'rig_invalid', 'reply', 'reply'), unread, unread)).toEqual([['a', 'reply', 6]]);
  });
  it('of which nothing can be read are named by their session, so often', () => {
    const all = new SpoiledWindows();
    for (const one of [session('b', 's', 'rig_invalid', 'reply', 'reply'), session('a', 's', 'rig_invalid')]) all.add(one);
    expect(all.counts()).toEqual([
      {
        agent: 'b',
        measure: 'reply',
        windows: [
          { attempt: 'b-s', window: '0' },
          { attempt: 'b-s', window: '1' },
        ],
      },
      { agent: 'a', measure: 'reply', windows: [{ attempt: 'a-s' }, { attempt: 'a-s' }] },
    ]);
  });
  it('an agent failure without windows hides none', () => {
    expect(counts(session('a', 's', 'agent_failure'), session('b', 's', 'scored', 'reply'))).toEqual([]);
  });
});
