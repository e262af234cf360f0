/** A run's sessions as observations of a sequential test. */
import { describe, expect, it } from 'vitest';
import { observations, type ObservedClaim } from '../../src/score/statistics/observations.js';
import type { SessionResult } from '../../src/score/summarise.js';
import { SequentialTest } from '../../src/stats/sequential.js';
import { planned, scene } from '../recording/fixtures.js';
import { windowsOf, type MadeTurn } from './statistics-run.js';

interface Made {
  readonly scene: string;
  readonly repeat: number;
  readonly turn: MadeTurn;
  readonly agent?: string;
  readonly outcome?: SessionResult['outcome'];
}
const made = (all: readonly Made[], primary: 'reply' | 'wait' | null = 'reply') => {
  const plan = all.map(({ scene: name, repeat, agent = 'a' }, i) => planned({ id: `x${i}`, suite: 's', scene: name, repeat, agent }));
  const scenes = [...new Set(all.map((one) => one.scene))].map((id) => scene({ id, scene: id.split('[')[0]!, suite: 's' }));
  const results = all.map(({ scene: name, agent = 'a', outcome = 'scored', turn }, i): SessionResult => ({
    ...{ attempt: `x${i}-a1`, session: `x${i}`, scene: name, agent, outcome, reason: '' },
    windows: windowsOf([turn]),
  }));
  const suites = [{ name: 's', file: '', sha256: '', ...(primary === null ? {} : { primary }) }];
  return (claim: Omit<ObservedClaim, 'suite' | 'agent'>) =>
    observations({ plan, scenes, suites }, results, { suite: 's', agent: 'a', ...claim });
};
const [good, bad] = [{ wait: 700 }, { wait: undefined }];
const RUN: readonly Made[] = [
  { scene: 'c[gap=1]', repeat: 1, turn: good },
  { scene: 'c[gap=2]', repeat: 1, turn: bad },
  { scene: 'd', repeat: 1, turn: bad },
  { scene: 'c[gap=1]', repeat: 2, turn: good },
  { scene: 'c[gap=2]', repeat: 2, turn: good },
  { scene: 'd', repeat: 2, turn: bad, outcome: 'rig_invalid' },
  { scene: 'd', repeat: 1, turn: bad, agent: 'b' },
];

describe('observations', () => {
  it('of plays are those of one scene, its variants with it', () => {
    expect(made(RUN)({ unit: 'play', scene: 'c' })).toEqual([0, 1, 0, 0]);
    expect(made(RUN)({ unit: 'play', scene: 'e' })).toEqual([]);
  });
  it('of scenes are their shares over repeats', () => expect(made(RUN)({ unit: 'scene' })).toEqual([0.25, 1]));
  it('of blocks are repeats in which every scene was scored', () => expect(made(RUN)({ unit: 'block' })).toEqual([2 / 3]));
  it('are of the primary measure unless another one is named, and go into the test', () => {
    const cut = made([{ scene: 'c', repeat: 1, turn: { wait: 700, cut: true } }]);
    expect(cut({ unit: 'scene' })).toEqual([0]);
    expect(cut({ unit: 'scene', measure: 'false-cutoff' })).toEqual([1]);
    const test = new SequentialTest({ limit: 0.2, maximum: 10, unit: 'play' });
    expect(test.look(made(RUN)({ unit: 'play', scene: 'c' }))).toMatchObject({ n: 4, mean: 0.25 });
  });
  it('are refused where nothing says of what, and of waits', () => {
    expect(() => made(RUN, null)({ unit: 'scene' })).toThrow('the suite s declares no primary measure: name one');
    expect(() => made(RUN, 'wait')({ unit: 'scene' })).toThrow('a wait is no share');
  });
});
