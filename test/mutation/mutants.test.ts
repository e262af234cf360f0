import { runInThisContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { afterEach, describe, expect, it } from 'vitest';
import { changeOf, matchEquivalents } from '../../bench/mutation/equivalents.js';
import { mutantsOf } from '../../bench/mutation/mutants.js';
import { resultOf } from '../../bench/mutation/result.js';
import { matches } from '../../bench/mutation/scope.js';
import { SWITCH, withSwitches } from '../../bench/mutation/switches.js';

const changes = (source: string): string[] => mutantsOf('a.ts', source).map(changeOf);

describe('mutants of a source', () => {
  it.each<readonly [string, readonly string[]]>([
    ['const a = (x: number, y: number) => x < y;', ['< -> <=', '< -> >=']],
    ['const a = (x: boolean, y: boolean) => x && !y;', ['x -> !(x)', '&& -> ||', '!y -> y']],
    ['const AT = msToSamples(100);', ['100 -> 90', '100 -> 110']],
    ['const SHARE = 0.05;', ['0.05 -> 0.04', '0.05 -> 0.06']],
    ['const a = shift(at, by);', ['shift(at, by) -> shift(at, -(by))']],
    ["const verdict = 'pass';", ["'pass' -> 'fail'"]],
    ["const is = verdict === 'pass';", ['=== -> !==']],
    ['const a = Math.min(x, y);', ['min -> max']],
    ['const text = "a" + name;', []],
    ['const text = `${a - b} ms`;', []],
    ["type Verdict = 'pass' | 'fail';", []],
  ])('%s', (source, expected) => {
    expect(changes(source)).toEqual(expected);
  });

  it('stand at the line and column of what changes', () => {
    expect(mutantsOf('a.ts', 'const b = 1;\nif (x >= y) f();')).toEqual(
      expect.arrayContaining([expect.objectContaining({ line: 2, column: 7, code: 'if (x >= y) f();', old: '>=', new: '>' })]),
    );
  });
});

const global = globalThis as unknown as Record<string, (id: number) => boolean>;

describe('a source with switches', () => {
  const SOURCE = 'return (x: number, y: number): boolean => x + 2 < y && !(y > 9);';
  /** The function as it is with one mutant on, and none for -1. */
  const withMutant = (id: number): ((x: number, y: number) => boolean) => {
    global[SWITCH] = (other) => other === id;
    const { code } = transformSync(`(() => { ${withSwitches(SOURCE, mutantsOf('a.ts', SOURCE))} })()`, { loader: 'ts' });
    return runInThisContext(code) as (x: number, y: number) => boolean;
  };
  afterEach(() => {
    Reflect.deleteProperty(global, SWITCH);
  });

  it('is what it was while none is on', () => {
    const original = withMutant(-1);
    for (const [x, y] of [
      [0, 2],
      [0, 3],
      [5, 12],
    ] as const)
      expect(original(x, y)).toBe(x + 2 < y && !(y > 9));
  });

  it('does what the one that is on says', () => {
    const mutants = mutantsOf('a.ts', SOURCE);
    const id = (change: string): number => mutants.find((one) => changeOf(one) === change)?.id ?? Number.NaN;
    expect(withMutant(id('< -> <='))(0, 2)).toBe(true);
    expect(withMutant(id('&& -> ||'))(5, 6)).toBe(true);
    expect(withMutant(id('+ -> -'))(5, 6)).toBe(true);
  });
});

describe('equivalents', () => {
  const mutants = mutantsOf('a.ts', 'const a = x < y;');
  const entry = { file: 'a.ts', code: 'const a = x < y;', mutant: '< -> <=', reason: 'x and y are never the same' };

  it('are found by their line, and what fits nothing is told', () => {
    expect(matchEquivalents([entry], mutants)).toEqual({ reasons: new Map([[0, entry.reason]]), problems: [] });
    expect(matchEquivalents([{ ...entry, code: 'const a = x < z;' }], mutants).problems).toHaveLength(1);
    expect(matchEquivalents([entry, entry], mutants).problems).toHaveLength(1);
  });

  it('do not count, and one that a test notices is wrong', () => {
    const [first, second] = mutants;
    if (!first || !second) throw new Error('no mutants');
    const more = { seconds: 1, seed: undefined, population: undefined, known: 0, problems: [] };
    const reasons = new Map([[first.id, entry.reason]]);
    const survived = resultOf(
      [
        { mutant: first, fate: 'survived' },
        { mutant: second, fate: 'late' },
      ],
      reasons,
      more,
    );
    expect(survived).toMatchObject({ score: 1, mutants: 1, noticed: 1, late: 1, equivalent: 1, survivors: [], problems: [] });
    expect(resultOf([{ mutant: first, fate: 'noticed', by: 't' }], reasons, more)).toMatchObject({
      score: undefined,
      problems: [expect.any(String)],
    });
  });
});

describe('a glob', () => {
  it.each([
    ['src/score/*.ts', 'src/score/reply.ts', true],
    ['src/*.ts', 'src/score/reply.ts', false],
    ['src/**', 'src/score/reply.ts', true],
    ['reply.ts', 'src/score/reply.ts', true],
    ['src/score/replyxts', 'src/score/reply.ts', false],
  ])('%s, %s: %s', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });
});
