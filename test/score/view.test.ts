/** Played turns with their windows: what every measure looks at. */
import { describe, expect, it } from 'vitest';
import { markAt, overlaps, together, viewScene } from '../../src/score/input.js';
import type { SessionCommand } from '../../src/schedule/events.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import { at, inputOf, type SceneSpec, type TurnSpec } from './fixtures.js';

const mark = (name: string, ms: number, turn?: string): SessionCommand => ({
  type: 'mark',
  mark: name,
  at: at(ms),
  ...(turn === undefined ? {} : { turn }),
});
const turn = (id: string, from: number, noise = false): TurnSpec => ({
  id,
  from,
  to: from + 500,
  ...(noise ? { over: { kind: 'noise' } } : {}),
});
const view = (turns: readonly TurnSpec[], more: Partial<SceneSpec> = {}) =>
  viewScene(inputOf({ turns, agent: [], endMs: 30_000, ...more }));

describe('windows of turns', () => {
  it('end with the next turn that is no noise, and know the one before that is none', () => {
    const { turns } = view([
      turn('a', 1000),
      turn('cough', 2000, true),
      turn('b', 5000),
      turn('knock', 6000, true),
      turn('bang', 7000, true),
      turn('c', 9000),
    ]);
    expect(turns.map(({ turn: { id }, until, previous }) => [id, until / 48, previous?.turn.id])).toEqual([
      ['a', 5000, undefined],
      ['cough', 5000, 'a'],
      ['b', 9000, 'a'],
      ['knock', 9000, 'b'],
      ['bang', 9000, 'b'],
      ['c', 30_000, 'b'],
    ]);
  });
  it('are in order of their places, whatever the order of the scene', () => {
    const { turns } = view([turn('late', 9000), turn('early', 1000), turn('middle', 5000)]);
    expect(turns.map(({ turn: { id }, until }) => [id, until / 48])).toEqual([['early', 5000], ['middle', 9000], ['late', 30_000]]); // prettier-ignore
  });
  it('are of turns that the scene has', () => {
    const input = inputOf({ turns: [turn('a', 1000), turn('b', 2000)], agent: [] });
    const { turns } = viewScene({ ...input, scene: { ...input.scene, turns: input.scene.turns.slice(1) } });
    expect(turns.map(({ turn: { id } }) => id)).toEqual(['b']);
  });
  it('end with the scene, or the recording where that ends before', () => {
    const to = (endMs: number, commands: SessionCommand[]) => view([turn('a', 1000)], { endMs, commands }).to / 48;
    expect(to(30_000, [])).toBe(30_000);
    expect(to(30_000, [mark('scene-end', 20_000)])).toBe(20_000);
    expect(to(19_999, [mark('scene-end', 20_000)])).toBe(19_999);
  });
  it('begin with the scene, its first turn where that is not told, or nothing', () => {
    const from = (turns: TurnSpec[], commands: SessionCommand[] = []) => view(turns, { commands }).from / 48;
    expect(from([turn('b', 3000), turn('a', 1000)], [mark('scene-start', 400)])).toBe(400);
    expect(from([turn('b', 3000), turn('a', 1000)])).toBe(1000);
    expect(from([])).toBe(30_000);
  });
});

describe('a mark', () => {
  const commands: SessionCommand[] = [
    { type: 'wake', at: at(1) },
    mark('x', 2, 'a'),
    mark('y', 3, 'b'),
    mark('y', 4, 'a'),
    mark('y', 5, 'a'),
  ];
  it.each<readonly [string, string | undefined, number | undefined]>([
    ['y', undefined, 3],
    ['y', 'a', 4],
    ['y', 'c', undefined],
    ['z', undefined, undefined],
    ['x', 'a', 2],
  ])('%s of turn %s: the first', (name, of, place) => {
    expect(markAt(commands, name, of)).toBe(place === undefined ? undefined : at(place));
  });
});

it('independent half-widths are together the root of the sum of their squares, rounded up', () => {
  expect([together(3, 4), together(1, 1), together(0, 7), together()]).toEqual([5, 2, 7, 0]);
});

describe('an overlap', () => {
  const is = (turnPlusMinus: number, from: number, to: number, agentPlusMinus: number, by = 0) => {
    const input = inputOf({ turns: [{ ...turn('t', 3000), plusMinusMs: turnPlusMinus }], agent: [[500, 900], [from, to, agentPlusMinus], [8000, 9000]] }); // prettier-ignore
    const speech = {
      ...input.speech,
      segments: input.speech.segments.map((one) => (one.from === at(from) ? { ...one, to: rigPos(one.to + by) } : one)),
    };
    const scene = viewScene({ ...input, speech });
    const [only] = scene.turns;
    return only ? overlaps(scene, only) : undefined;
  };
  it('is speech at the first voiced sample and beyond what both edges may be off', () => {
    expect(is(0, 2000, 3000, 0)).toBe(false);
    expect(is(0, 2000, 3000, 0, 1)).toBe(true);
    expect(is(0, 3000, 4000, 0)).toBe(true);
    expect(is(0, 3001, 4000, 0)).toBe(false);
    // 3 and 4 ms are 5 ms together.
    expect(is(3, 2000, 3005, 4)).toBe(false);
    expect(is(3, 2000, 3005, 4, 1)).toBe(true);
    expect(msToSamples(5)).toBe(together(msToSamples(3), msToSamples(4)));
  });
});
