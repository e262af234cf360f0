import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadSuite } from '../../src/scenario/load.js';
import { formatProblem } from '../../src/scenario/problem.js';
import { readYaml } from '../../src/scenario/yaml.js';
import { CLIPS, HEAD, load, memoryIo, tone, wav } from './fixture.js';

const VALID = `${HEAD}  - id: x
    arm: a
    title: Thinking aloud
    sweep: { pause: [400, 900], word: ["yes", "no"] }
    greeting: ignored
    limits: { late_frame: 20, packet_loss: 0.01 }
    preamble: { speaker: bo, clip: half.wav }
    turns:
      - { id: t1, speaker: ana, parts: [{ text: "I say $word", clip: one.wav }, { pause: $pause }, { clip: half.wav }] }
      - id: t2
        speaker: ana
        text: "Stop, please."
        when: { agent: onset, since: t1, offset: 1500, tolerance: 300 }
        expect: { yield: { within: 800 }, reply: { within: 3000 } }
  - id: y
    arm: b
    turns:
      - { speaker: ana, clip: one.wav, label: N2 }
      - { speaker: ana, clip: one.wav, label: T, hold: answer }
      - { speaker: bo, clip: half.wav, label: N1, expect: silence }
`;

/** Short clips: what is tested is the text. */
const BRIEF = { ...CLIPS, 'one.wav': wav(tone(120, 10)), 'half.wav': wav(tone(100, 10)) };

const PIECES = [
  '{', '}', '[', ']', ':', ',', '- ', '\n', '  ', '"', "'", '&a ', '*a', '<<: ', '!!set ', '|', '>', '#', '%', '@', '`', '---\n', '...\n',
  '__proto__: ', 'constructor: ', 'toString', '$pause', '$$', '$', 'null', '~', '.nan', '.inf', '-1', '1e999', '0x10', 'true', '\u0000', '\t', '\u2028', '💥', '\ud800',
  'pause: 5', 'speaker: ana', 'when: { after: t2 }', 'turns: []', 'scenes: 5', 'version: 2', 'sweep: 5', 'expect: ',
]; // prettier-ignore

const mutation = fc.array(
  fc.record({ at: fc.nat(VALID.length), remove: fc.nat(25), insert: fc.oneof(fc.constantFrom(...PIECES), fc.constant('')) }),
  { minLength: 1, maxLength: 4 },
);

const mutate = (changes: readonly { at: number; remove: number; insert: string }[]): string =>
  changes.reduce((text, { at, remove, insert }) => text.slice(0, at) + insert + text.slice(at + remove), VALID);

async function isDecent(bytes: Uint8Array): Promise<void> {
  const result = await loadSuite('suite.yaml', memoryIo(bytes, BRIEF));
  if ('suite' in result) {
    expect(result.suite.scenes.length).toBeGreaterThan(0);
    return;
  }
  expect(result.problems.length).toBeGreaterThan(0);
  const lines = new TextDecoder().decode(bytes).split('\n');
  for (const problem of result.problems) {
    expect(problem.line).toBeGreaterThanOrEqual(1);
    expect(problem.line).toBeLessThanOrEqual(Math.max(lines.length, 1));
    expect(problem.column).toBeGreaterThanOrEqual(1);
    expect(problem.message).not.toBe('');
    expect(formatProblem(problem)).toMatch(/^suite\.yaml:\d+:\d+: /);
  }
}

describe('hostile input becomes problems, or a suite, and never a throw', () => {
  it('the file that is mutated is right', async () => {
    const result = await load(VALID);
    expect('suite' in result && result.suite.scenes.map(({ id }) => id)).toEqual([
      'x[pause=400,word=yes]', 'x[pause=400,word=no]', 'x[pause=900,word=yes]', 'x[pause=900,word=no]', 'y',
    ]); // prettier-ignore
  });

  it('mutations of a right file', async () => {
    await fc.assert(
      fc.asyncProperty(mutation, (changes) => isDecent(new TextEncoder().encode(mutate(changes)))),
      { numRuns: 150, seed: 1 },
    );
  });

  it('mutations of its bytes', async () => {
    const bytes = new TextEncoder().encode(VALID);
    const change = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(change, (changes) => {
        const changed = bytes.slice();
        for (const [at, byte] of changes) changed[at] = byte;
        return isDecent(changed);
      }),
      { numRuns: 120, seed: 2 },
    );
  });

  it('any values in the places of any others', async () => {
    const document: unknown = (readYaml(new TextEncoder().encode(VALID), 'v') as { value: unknown }).value;
    const paths: (string | number)[][] = [];
    const visit = (value: unknown, path: (string | number)[]): void => {
      if (path.length > 0) paths.push(path);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    };
    visit(document, []);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 2 }), async (path, value) => {
        const copy = structuredClone(JSON.parse(JSON.stringify(document))) as Record<string | number, unknown>;
        let at = copy;
        for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
        at[path.at(-1) ?? ''] = value;
        await isDecent(new TextEncoder().encode(JSON.stringify(copy)));
      }),
      { numRuns: 150, seed: 3 },
    );
  });

  it.each<[string, string]>([
    [
      'aliases that unfold to a billion values',
      `${Array.from({ length: 10 }, (_, i) => `k${i}: &a${i} [${Array.from({ length: 9 }, () => (i === 0 ? 'x' : `*a${i - 1}`)).join(', ')}]`).join('\n')}\n`,
    ],
    ['brackets without end', '['.repeat(20_000)],
    ['nested mappings without end', `a: ${'{ a: '.repeat(5_000)}`],
    ['deep but closed', `${'['.repeat(500)}${']'.repeat(500)}`],
    ['prototype keys', `${VALID}__proto__: { version: 1 }\nconstructor: 1\n`],
    [
      'a sweep of billions',
      VALID.replace('word: ["yes", "no"]', Array.from({ length: 12 }, (_, i) => `n${i}: [1, 2, 3, 4, 5, 6, 7, 8]`).join(', ')),
    ],
    ['a very long key', `${'k'.repeat(100_000)}: 1\n`],
    ['many unknown keys', Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n')],
  ])('%s', async (_name, text) => {
    const result = await load(text);
    expect('problems' in result && result.problems.length).toBeGreaterThan(0);
    expect('problems' in result && result.problems.length).toBeLessThanOrEqual(201);
  });
});
