import { describe, expect, it } from 'vitest';
import { differencesOf, notesOf, type CheckedRun } from '../../src/compare/compatible.js';
import { refuseEqualLabels, systemNames } from '../../src/cli/compare/names.js';
import type { RunManifest } from '../../src/recording/model.js';
import { SCORER_VERSION } from '../../src/score/constants.js';
import { planned, runManifest, scene, turn } from '../recording/fixtures.js';

const scorer = { version: SCORER_VERSION, detector: 'silero', modelHash: 'a'.repeat(64) };
const run = (name: string, over: Partial<RunManifest> = {}, more: Partial<CheckedRun> = {}): CheckedRun => ({
  name,
  manifest: runManifest(over),
  summary: { scorer },
  ...more,
});
const found = (a: CheckedRun, b: CheckedRun): string => differencesOf([a, b]).map(({ what, todo }) => `${what} -> ${todo}`).join('\n'); // prettier-ignore
const other = (over: Parameters<typeof scene>[0]) => ({ scenes: [scene(over)] });

describe('runs that may be compared', () => {
  it('are those of the same scenes under the same limits, whatever the agent, its order and the place of the file', () => {
    expect(found(run('A'), run('B'))).toBe('');
    const moved = { scenes: [scene({ turns: [turn({ source: 'elsewhere.yaml:9:1' })], title: 'Renamed' })] };
    expect(found(run('A'), run('B', { ...moved, agents: [], plan: [planned({ agent: 'z', repeat: 2, seed: 9 })] }))).toBe('');
    // What listened while it was played decides no score.
    expect(found(run('A'), run('B', { constants: { turnGapMs: 500, liveDetector: 'energy' } }))).toBe('');
    // Scenes that the plan does not have were not played.
    expect(found(run('A'), run('B', { scenes: [scene(), scene({ id: 'unplayed', scene: 'unplayed' })] }))).toBe('');
  });
  it.each<[string, Partial<RunManifest>, RegExp]>([
    ['other numbers', { constants: { turnGapMs: 400 } }, /turnGapMs 500 and 400 -> play both with the same turnrig/],
    ['a number that only one has', { constants: {} }, /turnGapMs 500 and not set/],
    [
      'another scene',
      { plan: [planned({ scene: 'bye' })], scenes: [scene({ id: 'bye', scene: 'bye' })] },
      /only in A: quickstart\/hello; only in B: quickstart\/bye -> play the same suites/,
    ],
    [
      'other words',
      other({ turns: [turn({ text: 'Bye' })] }),
      /quickstart\/hello \(what is said\) -> play both runs from the same scenario file/,
    ],
    ['another clip', other({ turns: [turn({ clip: { ...turn().clip, hash: 'b'.repeat(64) } })] }), /its clips/],
    [
      'another limit',
      other({ turns: [turn({ expect: { kind: 'reply', within: 96_000, once: true } })] }),
      /what it expects and its limits/,
    ],
    ['another hold', other({ turns: [turn({ hold: { kind: 'gap', length: 1 } })] }), /its schedule/],
    ['another limit of the rig', other({ limits: { lateFrame: 1920, packetLossShare: 0.01, readyWithin: 960_000 } }), /the rig's limits/],
    ['another room', other({ layout: 'tracks' }), /the room/],
  ])('refuses %s', (_what, over, message) => expect(found(run('A'), run('B', over))).toMatch(message));
  it('refuses scores of another scorer, detector or judge, and says which run to score again', () => {
    expect(found(run('A', {}, { summary: {} }), run('B'))).toMatch(
      /A was scored by a turnrig that did not say .* -> score it again: turnrig score A/,
    );
    expect(found(run('A'), run('B', {}, { summary: { scorer: { ...scorer, version: SCORER_VERSION + 1 } } }))).toMatch(/turnrig score B/);
    expect(found(run('A'), run('B', {}, { summary: { scorer: { ...scorer, modelHash: 'c' } } }))).toMatch(
      /speech detector silero \(aaaaaaaaaaaa\)/,
    );
    expect(found(run('A', {}, { judgedBy: 'moonshine 1, rubric 1' }), run('B'))).toMatch(/B: not judged/);
    expect(found(run('A', {}, { judgedBy: 'x' }), run('B', {}, { judgedBy: 'x' }))).toBe('');
  });
  it('tells of other rooms and repeats without refusing', () => {
    expect(notesOf([run('A'), run('B')])).toEqual([]);
    expect(notesOf([run('A'), run('B', { transport: 'livekit' })]).join()).toMatch(/different rooms/);
    expect(notesOf([run('A'), run('B', { plan: [planned(), planned({ id: 'x', repeat: 2 })] })]).join()).toMatch(/repeats/);
  });
});

describe('names of systems', () => {
  it('are the agents’, the labels’, or with the run where two are alike', () => {
    const one = (given: string, agents: string[], label?: string) => ({ given, label, agents });
    expect(systemNames([one('runs/1', ['a']), one('runs/2', ['b', 'c'])])).toEqual([['a'], ['b', 'c']]);
    expect(systemNames([one('runs/1', ['a']), one('runs/2', ['a'])])).toEqual([['1/a'], ['2/a']]);
    expect(systemNames([one('runs/1', ['a'], 'old'), one('runs/2', ['a'], 'new')])).toEqual([['old'], ['new']]);
    expect(systemNames([one('runs/1', ['a', 'b'], 'old'), one('runs/2', ['a'])])).toEqual([['old/a', 'old/b'], ['2/a']]);
  });
  it('hold as much of the path as tells runs apart', () => {
    const names = (...runs: readonly (readonly [string, string, string?])[]) =>
      systemNames(runs.map(([given, agent, label]) => ({ given, label, agents: [agent] }))).flat();
    expect(names(['qa', 'a'], ['sub/qa', 'a'])).toEqual(['qa/a', 'sub/qa/a']);
    expect(names(['x/qa', 'a'], ['y/qa', 'a'], ['z', 'a'])).toEqual(['x/qa/a', 'y/qa/a', 'z/a']);
    expect(names(['qa', 'a'], ['qa/qa', 'a'], ['qa/qa/qa', 'a'])).toEqual(['qa/a', 'qa/qa/a', 'qa/qa/qa/a']);
    expect(names(['1/x/qa', 'a'], ['2/x/qa', 'a'], ['2/x/qb', 'b'])).toEqual(['1/x/qa/a', '2/x/qa/a', 'b']);
    // Whatever agents, labels and folders are called.
    expect(names(['x', 'a'], ['y', 'b', 'a'])).toEqual(['x/a', 'a']);
    const hard = names(['x', 'a'], ['y', 'a'], ['z', 'x/a']);
    expect(new Set(hard).size).toBe(3);
  });
  it('are not told by one label twice', () => {
    expect(() => refuseEqualLabels(['a=qa', 'b=qb', 'a=qc'])).toThrow('two runs have the label a');
    refuseEqualLabels(['a=qa', 'b=qb', 'qc', 'qd']);
  });
});
