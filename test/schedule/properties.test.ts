import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue, TurnLabel } from '../../src/scenario/model.js';
import { play, type AgentScript } from './play.js';
import { ms, scene, type TurnSketch } from './scene.js';

const RUNS = { numRuns: 300, seed: 20_261_130 };

/** Speech and silence by turns, so that runs never overlap; lengths from blips to monologues. */
const agents: fc.Arbitrary<AgentScript> = fc.record({
  runs: fc
    .array(
      fc.tuple(fc.integer({ min: 700, max: 9000 }), fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 300, max: 90_000 }))),
      {
        maxLength: 12,
      },
    )
    .map((steps) => {
      let at = 0;
      return steps.map(([pause, speech]): [number, number] => [(at += pause), (at += speech)]);
    }),
  clicks: fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 5 }).map((clicks) => clicks.toSorted((a, b) => a - b)),
  gateAfter: fc.integer({ min: 1, max: 40 }),
  onAfter: fc.integer({ min: 100, max: 250 }),
  offAfter: fc.integer({ min: 50, max: 400 }),
});

/** A scene as the protocol makes them: T not first, talk after it, N4Q then N4R. */
const selective: fc.Arbitrary<TurnSketch[]> = fc
  .array(
    fc.record({
      label: fc.constantFrom<TurnLabel>('N1', 'N2', 'N3', 'N4Q', 'T'),
      voiced: fc.integer({ min: 100, max: 5000 }),
      lead: fc.integer({ min: 0, max: 600 }),
    }),
    {
      minLength: 2,
      maxLength: 8,
    },
  )
  .map((sketches) =>
    sketches.flatMap((sketch, i): TurnSketch[] => {
      const id = `t${i}`;
      if (sketch.label === 'N4Q')
        return [
          { id, ...sketch },
          { id: `${id}r`, ...sketch, label: 'N4R', lead: sketch.lead / 2 },
        ];
      return [{ id, ...sketch }];
    }),
  )
  .map((sketches) => sketches.map((sketch, i) => ({ ...sketch, speaker: i % 2 === 0 ? 'ann' : 'bob' })));

const lateness = fc.integer({ min: 0, max: 60 });

describe('any selective scene against any agent', () => {
  it('ends, plays every turn once, in order, never over another, never before a rule allows it', () => {
    fc.assert(
      fc.property(selective, agents, lateness, (sketches, agent, late) => {
        const played = play(scene(sketches), agent, () => late);
        expect(played.outcome).toBe('complete');
        expect(Object.keys(played.turns)).toEqual(sketches.map(({ id }) => id));
        sketches.slice(1).forEach((sketch, i) => {
          const before = sketches[i]!;
          const now = played.turns[sketch.id]!;
          const then = played.turns[before.id]!;
          const gap = now.from - then.to;
          // A clip with a long lead cannot be voiced sooner than this: it leaves after the turn before it has left.
          const soonest = then.from - (before.lead ?? 0) + 20 + (sketch.lead ?? 0);
          switch (before.label) {
            case 'T':
              // Silence of 2 s at least, and with an early answer that ends at once no less than that either.
              expect(gap).toBeGreaterThanOrEqual(2000);
              // Nothing holds longer than an onset at the last moment, the cap, a confirmation, the clip's lead and its lateness.
              expect(gap).toBeLessThanOrEqual(5000 + 60_000 + 250 + 20 + (sketch.lead ?? 0) + late);
              break;
            case 'N4Q':
              expect(gap).toBe(3000 + late);
              break;
            case 'N4R':
              expect(now.from).toBe(Math.max(then.from + 2000, then.to + 500, soonest) + late);
              break;
            default:
              expect(gap).toBe(Math.max(500, soonest - then.to) + late);
          }
        });
      }),
      RUNS,
    );
  });

  it('never goes on over an agent that speaks, but at the cap or where the rule says so', () => {
    fc.assert(
      fc.property(agents, fc.integer({ min: 100, max: 4000 }), (agent, voiced) => {
        const played = play(scene([{ id: 'q', label: 'T', voiced }, { id: 'n', label: 'N2' }]), agent); // prettier-ignore
        const decided = played.turns['n']!.from - 20;
        const end = played.turns['q']!.to;
        const counted = (agent.runs ?? []).filter(([from, to]) => to - from >= 120);
        const open = counted.find(([from, to]) => from < decided - 250 && decided < to);
        if (!open) return;
        // Someone was speaking, and the VAD had time to know: the cap cut it, or the speech began too late to be an answer.
        const first = counted.find(([from, to]) => (from <= end && end < to) || (from > end && from <= end + 5000));
        if (first) expect(decided).toBe(Math.max(first[0], end) + 60_000);
        else expect(decided).toBe(end + 5250);
      }),
      RUNS,
    );
  });
});

describe('any cues at all', () => {
  const cue = (ids: string[]): fc.Arbitrary<Cue> =>
    fc.oneof(
      fc.constant<Cue>({ kind: 'next' }),
      fc.record({ kind: fc.constant('at' as const), offset: fc.integer({ min: 0, max: ms(20_000) }) }),
      fc.record({
        kind: fc.constant('after' as const),
        turn: fc.constantFrom(...ids),
        edge: fc.constantFrom('start' as const, 'end' as const),
        gap: fc.integer({ min: -ms(500), max: ms(3000) }),
      }),
      fc.record({
        kind: fc.constant('agent' as const),
        edge: fc.constantFrom('onset' as const, 'offset' as const),
        since: fc.option(fc.constantFrom(...ids), { nil: undefined }),
        offset: fc.integer({ min: 0, max: ms(2000) }),
        tolerance: fc.constant(ms(50)),
        timeout: fc.integer({ min: 0, max: ms(6000) }),
        otherwise: fc.constantFrom('skip' as const, 'play' as const),
      }),
    );
  const ids = ['t0', 't1', 't2', 't3', 't4'];
  const wild = fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), cue: cue(ids), label: fc.constantFrom<TurnLabel>('user', 'T', 'N4Q', 'N4R'), voiced: fc.integer({ min: 10, max: 3000 }) }))); // prettier-ignore

  it('end; each turn is played once or skipped with a reason; no cue on an onset is early', () => {
    fc.assert(
      fc.property(wild, agents, (sketches, agent) => {
        const played = play(scene(sketches), agent);
        expect(played.outcome).toBe('complete');
        const done = [...Object.keys(played.turns), ...Object.keys(played.skipped)];
        expect(done.toSorted()).toEqual(ids);
        for (const { id, cue } of sketches) {
          const target = played.marks[`cue-target ${id}`];
          if (target === undefined) continue;
          expect(played.turns[id]!.from).toBeGreaterThanOrEqual(target - 0.011);
          if (cue.kind === 'agent') expect(target).toBeGreaterThanOrEqual(played.marks[`cue-edge ${id}`]!);
        }
        for (const turn of Object.values(played.turns)) expect(played.end).toBeGreaterThanOrEqual(turn.to + 2000 - 0.011);
      }),
      RUNS,
    );
  });
});
