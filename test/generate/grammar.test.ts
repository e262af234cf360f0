import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../src/generate/check.js';
import { diversityOf } from '../../src/generate/diversity.js';
import { makePairs } from '../../src/generate/generate.js';
import { GRAMMARS, grammarGenerator } from '../../src/generate/grammar/build.js';
import { slotsIn } from '../../src/generate/grammar/fill.js';
import { LANGUAGES, POSITIONS, type Language } from '../../src/generate/model.js';
import { positionOf } from '../../src/generate/position.js';
import { requestsOf } from '../../src/generate/requests.js';
import { suiteOf, yamlOf, type MadePair } from '../../src/generate/suite.js';
import { defaultVoices } from '../../src/generate/voices.js';
import { checkDocument } from '../../src/scenario/load.js';
import { FAMILIES, type Family } from '../../src/scenario/model.js';
import { load, suiteOf as loaded } from '../scenario/fixture.js';

async function pairsOf(pairs: number, seed: number, language: Language = 'en', families?: readonly Family[]): Promise<MadePair[]> {
  const voices = defaultVoices(language, undefined);
  const suite = { name: 'generated', title: 'Generated', room: 'mixed', voices } as const;
  const requests = requestsOf({ pairs, seed, language, voices, ...(families === undefined ? {} : { families }) });
  const made = await makePairs(requests, { generator: grammarGenerator(), suite, parallel: 1 });
  return made.map((one) => {
    if (!('draft' in one)) throw new Error(`pair ${one.request.index}: ${one.problems.join('; ')}`);
    return one;
  });
}
const yaml = (pairs: readonly MadePair[]): string => {
  const { language } = pairs[0]!.request;
  return yamlOf(
    suiteOf(pairs, { name: 'generated', title: 'Generated: "a", b', room: 'tracks', voices: defaultVoices(language, undefined) }),
    ['x'],
  );
};

it.each(['\n', '\r', '\u0085', '\u2028', '\u2029', '\0', '\ufeff'])('a comment stays one with %j in it', (character) => {
  const text = yamlOf({ version: 1, scenes: [] }, [`by a model${character}suite: evil`]);
  expect(text).toBe('# by a model suite: evil\nversion: 1\nscenes:\n');
});

describe('the grammar', () => {
  it('makes 2,000 pairs, no two of which share evidence, in balance over families and positions, with every label in each', async () => {
    const pairs = await pairsOf(2000, 7);
    const found = diversityOf(pairs, 7);
    expect(found).toMatchObject({ pairs: 2000, evidence: 2000, evidenceAndWording: 2000 });
    for (const family of FAMILIES) expect(found.families[family]).toBe(400);
    for (const position of POSITIONS) expect(Math.abs(found.positions[position] - 2000 / 3)).toBeLessThan(2);
    for (const label of ['N1', 'N2', 'N3', 'N4Q', 'N4R']) expect(found.labels[label]).toBeGreaterThanOrEqual(2000);
    expect(found.labels['T']).toBe(2000);
    expect(found.people['3']! + found.people['4']!).toBe(2000);
    expect(found.nearest.p95).toBeLessThan(0.8);
  }, 120_000);

  it.each(LANGUAGES)(
    '%s: a file of them loads, with both scenes of each pair',
    async (language) => {
      const pairs = await pairsOf(10, 3, language);
      const suite = await loaded(yaml(pairs));
      expect(suite.scenes).toHaveLength(20);
      for (const [i, { draft, request }] of pairs.entries()) {
        const [explicit, implicit] = suite.scenes.slice(2 * i, 2 * i + 2);
        expect(explicit).toMatchObject({ pair: { condition: 'explicit' }, family: request.family, layout: 'tracks', language });
        expect(implicit!.turns.slice(1).map(({ text }) => text)).toEqual(draft.turns.map(({ text, implicit: other }) => other ?? text));
        expect(explicit!.gold!.evidence).toEqual(draft.gold.evidence.map((at) => `t${at + 1}`));
      }
    },
    60_000,
  );

  it('any seed, number, language and family: valid, where it was asked for, and the same again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(...FAMILIES),
        async (seed, n, language, family) => {
          const pairs = await pairsOf(n, seed, language, [family]);
          expect(
            checkDocument(suiteOf(pairs, { name: 'g', title: 'g', room: 'mixed', voices: defaultVoices(language, undefined) })),
          ).toEqual([]);
          for (const { request, draft } of pairs) {
            expect(request.family).toBe(family);
            expect(
              positionOf(
                draft.turns.findIndex(({ label }) => label === 'T'),
                draft.turns.length,
              ),
            ).toBe(request.position);
          }
          expect(new Set(pairs.map(({ draft }) => evidenceOf(draft))).size).toBe(n);
          expect(await pairsOf(n, seed, language, [family])).toEqual(pairs);
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);

  it('the first pairs of a longer run are those of a shorter one, and another seed gives others', async () => {
    const ten = await pairsOf(10, 1);
    expect((await pairsOf(30, 1)).slice(0, 10)).toEqual(ten);
    const other = await pairsOf(10, 2);
    expect(other.filter(({ draft }) => ten.some((one) => evidenceOf(one.draft) === evidenceOf(draft)))).toHaveLength(0);
  }, 60_000);

  it.each(LANGUAGES)('%s: every slot of every template has values, and every topic can be asked for', (language) => {
    const { lexicon, topics, talk } = GRAMMARS[language];
    for (const topic of topics) {
      const known = new Set(['to', ...Object.keys(lexicon), ...Object.keys(topic.slots ?? {})]);
      for (const template of [...topic.evidence.flat(), ...topic.explicit, ...topic.implicit, topic.answer])
        for (const slot of slotsIn(template)) expect(known, `${topic.id}: ${template}`).toContain(slot);
      // What must be mentioned is in every way of telling it.
      for (const lines of topic.evidence) for (const slot of topic.mention) expect(lines.flatMap(slotsIn), topic.id).toContain(slot);
    }
    for (const template of [...talk.N1, ...talk.N2, ...talk.N3, ...talk.N4.flatMap(({ ask, resolve }) => [ask, resolve])])
      for (const slot of slotsIn(template)) expect(['to', ...Object.keys(lexicon)], template).toContain(slot);
    expect(new Set(topics.map(({ family }) => family)).size).toBe(FAMILIES.length);
  });
});

describe('positions', () => {
  it.each<[number, number, string]>([
    [1, 7, 'early'],
    [2, 7, 'middle'],
    [3, 7, 'middle'],
    [4, 7, 'late'],
    [6, 7, 'late'],
    [0, 1, 'early'],
  ])('turn %i of %i is %s', (index, count, wanted) => {
    expect(positionOf(index, count)).toBe(wanted);
  });
});

describe('a file', () => {
  it('keeps any text as it is', async () => {
    const [pair] = await pairsOf(1, 5);
    const texts = ['costs $5, or $x?', 'yes', '- # : "quoted" \\ and \'so\'', 'null', '1.5', '$$ both', 'Ünïcode 好'];
    for (const text of texts) {
      const draft = {
        ...pair!.draft,
        title: text,
        turns: pair!.draft.turns.map((turn, i) => (i === pair!.draft.turns.length - 1 ? { ...turn, label: 'N2' as const, text } : turn)),
      };
      const result = await load(yaml([{ request: pair!.request, draft }]));
      if ('problems' in result)
        expect(result.problems.filter(({ message }) => !message.startsWith('no N4R') && !message.includes('T cannot'))).toEqual([]);
      else expect([result.suite.scenes[0]!.title, result.suite.scenes[0]!.turns.at(-1)!.text]).toEqual([text, text]);
    }
  }, 60_000);
});
