/** A pair from its file through the conductor, in virtual time, against reference agents: the rules of the schedule to the letter. */
import { describe, expect, it } from 'vitest';
import { behaviourOf } from '../../agent/reference/catalogue.js';
import type { ReferenceBehaviour } from '../../agent/reference/behaviour.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import { suiteOf } from '../scenario/fixture.js';
import { asYaml, pairedSuite } from '../scenario/paired.js';
import { answerAfter, rig, type MemoryStore } from './rig.js';

const [explicit, implicit] = (await suiteOf(asYaml(pairedSuite()))).scenes as [CompiledScene, CompiledScene];

/** Voiced start and end of each turn as played, ms. */
function placesOf(scene: CompiledScene, store: MemoryStore): Record<string, { from: number; to: number }> {
  return Object.fromEntries(
    scene.turns.map(({ id, clip }) => {
      const start = store.of('turn-started').find(({ turn }) => turn === id)!.start;
      const end = store.of('turn-ended').find(({ turn }) => turn === id)!.voicedEnd;
      return [id, { from: (start + clip.voiced.from) / 48, to: end / 48 }];
    }),
  );
}
async function played(scene: CompiledScene, behaviour: ReferenceBehaviour) {
  const { end, store } = await rig(scene, behaviour);
  expect(end).toMatchObject({ reason: 'complete' });
  return { places: placesOf(scene, store), store };
}

/** What plays at once: two frames until it leaves, and up to 80 ms of its clip before the first voiced sample. */
const AT_ONCE = 100;

const AGENTS: readonly (readonly [string, ReferenceBehaviour])[] = [
  ['silent', behaviourOf('silent', {})],
  ['answers after 700 ms', answerAfter(700)],
  ['always talks', behaviourOf('always-on', {})],
  ['never yields', behaviourOf('deaf', { delay: 900 })],
];

describe.each(AGENTS)('an agent that %s', (name, behaviour) => {
  it('hears every turn where the protocol has it', async () => {
    for (const scene of [explicit, implicit]) {
      const { places, store } = await played(scene, behaviour);
      const gap = (before: string, after: string): number => Math.round(places[after]!.from - places[before]!.to);
      // Preamble, 0.5 s, and 0.5 s after each ordinary turn, whatever the agent does.
      for (const [before, after] of [
        ['preamble', 't1'],
        ['t1', 't2'],
        ['t2', 't3'],
        ['t4', 't5'],
      ] as const)
        // prettier-ignore
        expect(gap(before, after), `${before} to ${after}`).toBe(500);
      // N4Q: exactly 3 s. N4R: to the end of the observation.
      expect(gap('t5', 't6')).toBe(3000);
      const { from, to } = places['t6']!;
      expect(places['t7']!.from).toBeCloseTo(Math.max(from + 2000, to + 500), 0);
      expect(store.mark('scene-end')).toBeCloseTo(places['t7']!.to + 2000, 0);

      const afterT = places['t4']!.from - places['t3']!.to;
      if (name === 'silent') {
        // 5 s and the time that the live VAD has to confirm, then at once.
        expect(afterT).toBeGreaterThanOrEqual(5250);
        expect(afterT).toBeLessThanOrEqual(5250 + AT_ONCE);
      } else if (name === 'always talks') {
        // Speech was going on: the cap of 60 s counts from the request's end.
        expect(store.mark('truncated')! - places['t3']!.to).toBeCloseTo(60_000, 0);
        expect(afterT).toBeGreaterThanOrEqual(60_000);
        expect(afterT).toBeLessThanOrEqual(60_000 + AT_ONCE);
      } else {
        const last = store
          .of('agent-speech-off')
          .filter(({ since }) => since / 48 < places['t4']!.from)
          .at(-1)!;
        expect(places['t4']!.from - last.since / 48).toBeGreaterThanOrEqual(2000);
        expect(places['t4']!.from - last.since / 48).toBeLessThan(2300);
      }
    }
  }, 120_000);
});

it('both scenes of a pair have the same schedule where the agent is silent, but for the length of the request', async () => {
  const [a, b] = await Promise.all([explicit, implicit].map((scene) => played(scene, behaviourOf('silent', {}))));
  const longer = (id: string): number => b!.places[id]!.from - a!.places[id]!.from;
  expect(longer('t3')).toBe(0);
  const request = b!.places['t3']!.to - a!.places['t3']!.to;
  for (const id of ['t4', 't5', 't6', 't7']) expect(Math.abs(longer(id) - request), id).toBeLessThanOrEqual(20);
}, 120_000);
