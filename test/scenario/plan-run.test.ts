import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompiledScene } from '../../src/scenario/model.js';
import { planRun, type PlannableSuite } from '../../src/scenario/plan-run.js';
import { suiteOf, PLAIN_HEAD } from './fixture.js';

const [template] = (await suiteOf(`${PLAIN_HEAD}  - { id: x, turns: [{ speaker: ana, clip: one.wav }] }\n`)).scenes;
const scene = (id: string, more: Partial<CompiledScene> = {}): CompiledScene => ({ ...template!, id, scene: id, ...more });

const suites = fc
  .array(
    fc.array(
      fc.record({
        variants: fc.integer({ min: 1, max: 3 }),
        repeats: fc.integer({ min: 1, max: 3 }),
        arm: fc.constantFrom(undefined, 'a', 'b'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((all) =>
    all.map((scenes, s): PlannableSuite => ({
      name: `s${s}`,
      scenes: scenes.flatMap(({ variants, repeats, arm }, i) =>
        Array.from({ length: variants }, (_, v) => scene(`x${i}[v=${v}]`, { scene: `x${i}`, repeats, arm })),
      ),
    })),
  );
const agents = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });

describe('a plan', () => {
  it('holds each session exactly once, whatever the seed', () => {
    fc.assert(
      fc.property(suites, agents, fc.integer(), (suites, agents, seed) => {
        const plan = planRun(suites, agents, { seed });
        const wanted = suites.flatMap(({ name, scenes }) =>
          scenes.flatMap(({ id, repeats }) =>
            agents.flatMap((agent) => Array.from({ length: repeats }, (_, r) => `${name}/${id}#${r + 1}@${agent}`)),
          ),
        );
        expect(plan.map(({ id }) => id).sort()).toEqual(wanted.sort());
        expect(new Set(plan.map(({ seed }) => seed)).size).toBe(plan.length);
      }),
      { seed: 5 },
    );
  });

  it('has balanced blocks, numbered without a gap: every scene of a block meets every agent once', () => {
    fc.assert(
      fc.property(suites, agents, fc.integer(), (suites, agents, seed) => {
        const plan = planRun(suites, agents, { seed });
        const blocks = groupBy(plan);
        expect([...blocks.keys()]).toEqual([...blocks.keys()].map((_, i) => i));
        for (const sessions of blocks.values()) {
          expect(new Set(sessions.map(({ repeat }) => repeat)).size).toBe(1);
          const scenes = new Set(sessions.map(({ scene }) => scene));
          expect(sessions.length).toBe(scenes.size * agents.length);
          expect(new Set(sessions.map(({ scene, agent }) => `${scene}@${agent}`)).size).toBe(sessions.length);
        }
      }),
      { seed: 6 },
    );
  });

  it('is the same for the same seed; another seed moves sessions inside their blocks only', () => {
    const suite = { name: 's', scenes: [scene('a', { arm: 'a' }), scene('b', { arm: 'b' }), scene('c')] };
    const plan = (seed: number) => planRun([suite], ['one', 'two'], { seed, repeats: 20 });
    expect(plan(1)).toEqual(plan(1));
    expect(plan(2).map(({ id }) => id)).not.toEqual(plan(1).map(({ id }) => id));
    const blockOf = (seed: number) => Object.fromEntries(plan(seed).map(({ id, block }) => [id, block]));
    expect(blockOf(2)).toEqual(blockOf(1));
  });

  it('shuffles fairly: each arm comes first in about half of the blocks', () => {
    const suite = { name: 's', scenes: [scene('a', { arm: 'a' }), scene('b', { arm: 'b' })] };
    const plan = planRun([suite], ['one'], { seed: 7, repeats: 400 });
    const firsts = plan.filter(({ block }, i) => plan[i - 1]?.block !== block);
    expect(firsts).toHaveLength(400);
    const a = firsts.filter(({ scene }) => scene === 'a').length;
    expect(a).toBeGreaterThan(160);
    expect(a).toBeLessThan(240);
  });

  it('keeps what is compared in one block: arms, pairs, variants of a scene', () => {
    const suite = {
      name: 's',
      scenes: [
        scene('p1', { pair: { id: 'p', condition: 'explicit' } }),
        scene('v[x=1]', { scene: 'v' }),
        scene('p2', { pair: { id: 'p', condition: 'implicit' } }),
        scene('v[x=2]', { scene: 'v' }),
      ],
    };
    const blocks = groupBy(planRun([suite], ['one'], { seed: 1 }));
    expect([...blocks.values()].map((sessions) => sessions.map(({ scene }) => scene).sort())).toEqual([
      ['p1', 'p2'],
      ['v[x=1]', 'v[x=2]'],
    ]);
  });

  it('gives a session the same id and seed whatever else is planned', () => {
    const a = scene('a');
    const small = planRun([{ name: 's', scenes: [a] }], ['one'], { seed: 3 });
    const large = planRun(
      [
        { name: 's', scenes: [scene('b'), a] },
        { name: 't', scenes: [a] },
      ],
      ['two', 'one'],
      { seed: 3, repeats: 2 },
    );
    expect(small[0]?.id).toBe('s/a#1@one');
    expect(large.find(({ id }) => id === 's/a#1@one')?.seed).toBe(small[0]?.seed);
  });

  it.each([
    ['two agents of one name', () => planRun([{ name: 's', scenes: [scene('a')] }], ['x', 'x'], { seed: 1 }), /two agents are named "x"/],
    [
      'two suites of one name',
      () =>
        planRun(
          [
            { name: 's', scenes: [] },
            { name: 's', scenes: [] },
          ],
          ['x'],
          { seed: 1 },
        ),
      /two suites are named "s"/,
    ],
    ['no agent', () => planRun([{ name: 's', scenes: [scene('a')] }], [], { seed: 1 }), /no agent/],
    ['no repeats', () => planRun([{ name: 's', scenes: [scene('a')] }], ['x'], { seed: 1, repeats: 0 }), /repeats must be/],
    [
      'more sessions than can ever be played',
      () => planRun([{ name: 's', scenes: [scene('a')] }], ['x'], { seed: 1, repeats: 200_000_000 }),
      /200000000 sessions, at most/,
    ],
  ])('refuses %s', (_name, make, message) => expect(make).toThrow(message));
});

function groupBy(plan: ReturnType<typeof planRun>): Map<number, ReturnType<typeof planRun>> {
  const blocks = new Map<number, ReturnType<typeof planRun>>();
  for (const session of plan) blocks.set(session.block, [...(blocks.get(session.block) ?? []), session]);
  return blocks;
}
