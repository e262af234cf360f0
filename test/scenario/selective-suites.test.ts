/** The suites that were written by hand keep what they promise (issue 6: families, positions, labels, voices). */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scenarioIo, withoutSpeech } from '../../simulator/scenario-io.js';
import { DUTY } from '../../src/generate/preamble.js';
import { positionOf } from '../../src/generate/position.js';
import { loadSuite, type CompiledSuite } from '../../src/scenario/load.js';
import { FAMILIES, type CompiledScene } from '../../src/scenario/model.js';
import { formatProblem } from '../../src/scenario/problem.js';
import { spokenSeconds } from '../../src/speech/placeholder.js';

async function suite(name: string): Promise<CompiledSuite> {
  const file = fileURLToPath(new URL(`../../scenarios/${name}.yaml`, import.meta.url));
  const result = await loadSuite(file, withoutSpeech(scenarioIo()));
  if ('problems' in result) throw new Error(result.problems.map(formatProblem).join('\n'));
  return result.suite;
}
const explicit = ({ scenes }: CompiledSuite): CompiledScene[] => scenes.filter(({ pair }) => pair?.condition === 'explicit');
const talk = ({ turns }: CompiledScene) => turns.filter(({ id }) => id !== 'preamble');
const position = (scene: CompiledScene): string =>
  positionOf(
    talk(scene).findIndex(({ label }) => label === 'T'),
    talk(scene).length,
  );

describe.each([
  ['selective', 24, 'en'],
  ['selective-zh', 4, 'zh'],
] as const)('%s', (name, pairs, language) => {
  it(`holds ${pairs} pairs, each with N1, N2, N3 and N4, 3 or 4 people, and the spoken duty before it`, async () => {
    const all = await suite(name);
    expect(all.scenes).toHaveLength(2 * pairs);
    for (const scene of all.scenes) {
      expect(scene.turns[0]).toMatchObject({ id: 'preamble' });
      // Its sentences are clips of their own, joined by a blank in any language.
      expect(scene.turns[0]?.text.replace(/\s/g, '')).toBe(DUTY[language].replace(/\s/g, ''));
      for (const label of ['T', 'N1', 'N2', 'N3', 'N4Q', 'N4R'] as const)
        expect(
          talk(scene).map((turn) => turn.label),
          scene.id,
        ).toContain(label);
      expect([3, 4]).toContain(new Set(talk(scene).map(({ speaker }) => speaker)).size);
      expect(scene).toMatchObject({ language, gold: { mustNotMention: [expect.any(String)] as unknown } });
    }
    const evidence = explicit(all).map(({ gold, turns }) =>
      gold!.evidence.map((id) => turns.find((turn) => turn.id === id)!.text).join('\n'),
    );
    expect(new Set(evidence).size).toBe(pairs);
  }, 180_000);
});

it('the English suite has every family, at early, middle and late positions', async () => {
  const cells = explicit(await suite('selective')).map((scene) => `${scene.family} ${position(scene)}`);
  for (const family of FAMILIES) for (const where of ['early', 'middle', 'late']) expect(cells).toContain(`${family} ${where}`);
}, 180_000);

it('the duty takes about 32 seconds to say', () => {
  for (const text of Object.values(DUTY)) expect(Math.abs(spokenSeconds(text) - 32)).toBeLessThan(10);
});
