/** Observations of a sequential test at their borders: what is left out of them. */
import { describe, expect, it } from 'vitest';
import type { Value } from '../../src/score/model.js';
import { observations } from '../../src/score/statistics/observations.js';
import type { SessionResult } from '../../src/score/summarise.js';
import { planned, scene } from '../recording/fixtures.js';
import { replyWindow, windowsOf, type MadeTurn } from './statistics-run.js';

describe('observations', () => {
  const plan = [
    planned({ id: 'x0', suite: 's', scene: 'c', repeat: 1 }),
    planned({ id: 'x1', suite: 's', scene: 'c', repeat: 2 }),
    planned({ id: 'x2', suite: 'other', scene: 'c', repeat: 1 }),
    planned({ id: 'x3', suite: 's', scene: 'd', repeat: 1 }),
  ];
  const suites = ['s', 'other'].map((name) => ({ name, file: '', sha256: '', primary: 'reply' as const }));
  const scenes = plan.map(({ scene: id, suite }) => scene({ id, scene: id, suite }));
  const result = (session: string, turns: readonly MadeTurn[]): SessionResult => ({
    ...{ attempt: `${session}-a1`, session, scene: 'c', agent: 'a', outcome: 'scored' as const, reason: '' },
    windows: windowsOf(turns),
  });
  it('leave out what is within uncertainty, and diagnostics', () => {
    const value: Value = { kind: 'measured', ms: 700, plusMinusMs: 1 };
    const windows = [
      replyWindow('t1', 'within-uncertainty', value),
      replyWindow('t2', 'pass', value),
      { ...replyWindow('t3', 'pass', value), measure: 'response-presence' as const },
    ];
    const of = (measure: 'reply' | 'response-presence') =>
      observations({ plan, scenes, suites }, [{ ...result('x0', []), windows }], { suite: 's', agent: 'a', unit: 'scene', measure });
    expect([of('reply'), of('response-presence')]).toEqual([[0], []]);
  });
  const results = [
    result('x0', [{ wait: undefined }]),
    result('x1', []),
    result('x2', [{ wait: 700 }]),
    result('nowhere', [{ wait: 700 }]),
    result('x3', [{ wait: 700 }, { wait: undefined }, { wait: undefined }, { wait: 700 }]),
  ];
  const of = (suite: string, unit: 'scene' | 'block' | 'play', name?: string) =>
    observations({ plan, scenes, suites }, results, { suite, agent: 'a', unit, ...(name === undefined ? {} : { scene: name }) });
  it('leave out sessions in which nothing was decided, other suites, and what was not planned', () => {
    expect(of('s', 'play', 'c')).toEqual([1]);
    expect(of('s', 'scene')).toEqual([1, 0.5]);
    expect(of('other', 'scene')).toEqual([0]);
    // The second repeat lacks both of its scenes; the first one is three of five.
    expect(of('s', 'block')).toEqual([3 / 5]);
    expect(of('s', 'play')).toEqual([]);
    expect(observations({ plan, scenes, suites }, results, { suite: 's', agent: 'b', unit: 'scene' })).toEqual([]);
  });
});
