import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causalMessages, causalRange } from '../../src/eot/causal.js';
import { adapterSlug, configHash, datasetSlug, runFolder, secondsSlug, spanSetFolder, spanSetId } from '../../src/eot/naming.js';
import { compactJson, floatRepr, indentedJson, pyFloat, readPythonJson, type PyJson } from '../../src/eot/python-json.js';
import { formatFixed, numpyRound6, round6 } from '../../src/eot/rounding.js';
import { keptSpans, timeGrid } from '../../src/eot/spans.js';
import type { EotTurn } from '../../src/eot/turn.js';
import { checkCausal } from './causal-check.js';
import { VECTORS, referenceTurns, vector, type CausalCase } from './vectors.js';

const turn = (spans: readonly (readonly [number, number])[], more: Partial<EotTurn> = {}): EotTurn => ({
  id: 't',
  language: 'en',
  audio: { kind: 'samples', samples: new Float32Array(0), rate: 16_000 },
  silenceSpans: spans.map(([start, end]) => ({ start, end })),
  messages: [],
  words: [],
  ...more,
});

describe('rounding', () => {
  const {
    round6: pairs,
    grids,
    fmt,
  } = vector('rounding.json') as {
    readonly round6: readonly (readonly [number, number])[];
    readonly grids: readonly { start: number; end: number; step: number; grid: number[]; silence_dur: number[] }[];
    readonly fmt: readonly (readonly [number | null, string, string, string])[];
  };
  it('takes exact ties to the even digit, as Python does', () => {
    expect(pairs.map(([x]) => round6(x))).toEqual(pairs.map(([, y]) => y));
    expect([0.0078125, 0.0234375, -0.0078125, 1.0000005].map(round6)).toEqual([0.007812, 0.023438, -0.007812, 1.000001]);
    expect(Object.is(round6(-1e-9), -0)).toBe(true);
  });
  it('makes the reference grids', () => {
    for (const { start, end, step, grid, silence_dur } of grids) {
      const points = timeGrid(start, end, step);
      expect(points.map(({ timestamp }) => timestamp)).toEqual(grid);
      expect(points.map(({ silenceDur }) => silenceDur)).toEqual(silence_dur);
    }
  });
  it('prints numbers as the reference tables do', () => {
    for (const [x, plain, ms, percent] of fmt) {
      if (x === null) continue;
      expect([formatFixed(x, 3), `${formatFixed(x * 1000, 0)} ms`, `${formatFixed(100 * x, 1)}%`]).toEqual([plain, ms, percent]);
    }
  });
  it('is the nearest decimal, and one that stays', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (x) => {
        const y = round6(x);
        expect(Math.abs(y - x)).toBeLessThanOrEqual(0.5e-6 + 1e-10);
        expect(round6(y)).toBe(y);
      }),
    );
  });
  it('tells numpy.round from round', () => {
    expect(numpyRound6(0.2 + 7 * 0.01)).toBe(0.27);
    expect(numpyRound6(2.5e-6)).toBe(2e-6);
    expect(numpyRound6(3.5e-6)).toBe(4e-6);
  });
});

describe('Python-style JSON', () => {
  it.each([
    [1e-7, '1e-07'],
    [1e20, '1e+20'],
    [1e16, '1e+16'],
    [123_456_789_012_345.6, '123456789012345.6'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-5, '1.5e-05'],
    [3, '3.0'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [Number.NaN, 'nan'],
  ])('%d is %s', (x, text) => expect(floatRepr(x)).toBe(text));
  it('sorts by code point and escapes what is not ASCII', () => {
    expect(compactJson({ '\uffff': 1, '\u{1f600}': 2, a: pyFloat(2), b: undefined, c: [null, true, 'é"\n\u007f'] })).toBe(
      '{"a":2.0,"c":[null,true,"\\u00e9\\"\\n\\u007f"],"\\uffff":1,"\\ud83d\\ude00":2}',
    );
  });
  it('indents like json.dumps(indent=2)', () => {
    expect(indentedJson({ a: [], b: {}, c: [pyFloat(1), { d: pyFloat(Number.NaN) }] })).toBe(
      '{\n  "a": [],\n  "b": {},\n  "c": [\n    1.0,\n    {\n      "d": null\n    }\n  ]\n}',
    );
  });
  it('reads NaN outside of strings', () => {
    expect(readPythonJson('{"a": NaN, "b": [-Infinity, 1], "c": "NaN \\" NaN"}', 'x')).toEqual({ a: null, b: [null, 1], c: 'NaN " NaN' });
    expect(() => readPythonJson('{', 'manifest.json')).toThrow('manifest.json is no JSON');
  });
});

describe('names', () => {
  const naming = vector('naming.json') as {
    readonly slug_dataset_part: readonly (readonly [string, string])[];
    readonly adapter_name_slug: readonly (readonly [string, string])[];
    readonly seconds_slug: readonly (readonly [number, string])[];
    readonly config_hash: readonly { length: number; hash: string }[];
    readonly span_set_id_check: { readonly computed: string };
  };
  /** JSON.parse forgets whether a number was written as a float; these texts keep it. */
  const floats = (value: unknown): PyJson => {
    if (typeof value === 'string' && value.startsWith('float:')) return pyFloat(Number(value.slice(6)));
    if (Array.isArray(value)) return value.map(floats);
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, floats(v)]));
    return value as PyJson;
  };
  const marked = JSON.parse(
    readFileSync(join(VECTORS, 'naming.json'), 'utf8').replace(
      /(?<=[:\s[])-?\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)(?=[\s,\]}])/g,
      '"float:$&"',
    ),
  ) as { readonly config_hash: readonly { readonly config: unknown }[] };
  it('hash as in the reference', () => {
    expect(marked.config_hash.map(({ config }, i) => configHash(floats(config), naming.config_hash[i]!.length))).toEqual(
      naming.config_hash.map(({ hash }) => hash),
    );
    expect(spanSetId({ path: 'livekit/eot-bench-data', split: 'validation', minSilenceSpan: 0.1, language: 'ar' })).toBe(
      naming.span_set_id_check.computed,
    );
  });
  it('slugs as in the reference', () => {
    expect(naming.slug_dataset_part.map(([x]) => datasetSlug(x))).toEqual(naming.slug_dataset_part.map(([, y]) => y));
    expect(naming.adapter_name_slug.map(([x]) => adapterSlug(x))).toEqual(naming.adapter_name_slug.map(([, y]) => y));
    expect(naming.seconds_slug.map(([x]) => secondsSlug(x))).toEqual(naming.seconds_slug.map(([, y]) => y));
  });
  it('folders as in the reference output', () => {
    expect(spanSetFolder({ path: 'synthetic/eot-public', split: 'validation', minSilenceSpan: 0.1 })).toBe(
      'synthetic__eot-public__validation__min_silence_100ms',
    );
    expect(spanSetFolder({ path: 'a', split: 'test', minSilenceSpan: 0.2, revision: 'v 1' })).toBe(
      'a__revision_v_1__test__min_silence_200ms',
    );
    expect(
      runFolder({
        adapter: 'synthetic.models:GoodBatchAdapter',
        adapterId: 'syn-good',
        inferenceInterval: 0.1,
        transcriptLag: 0.5,
        displayName: 'Syn Good',
      }),
    ).toBe('good_batch_adapter__4eb777ba8c');
  });
});

describe('spans and causal inputs', () => {
  it('keeps spans of 0.1 s with slack; only the last of the list ends the turn', () => {
    const spans = [
      [0, 0.1 - 2e-6],
      [1, 1.1 - 0.5e-6],
      [2, 2.05],
    ] as const;
    expect(keptSpans(turn(spans), 0.1).map(({ spanIndex, label }) => [spanIndex, label])).toEqual([[1, 'hold']]);
    expect(keptSpans(turn([[0, 3]]), 0.1).map(({ label }) => label)).toEqual(['eot']);
  });
  it('hears nothing of the instant itself, and no more than there is', () => {
    expect(causalRange(0.5, 8000, 8000)).toEqual({ from: 0, to: 4000 });
    expect(causalRange(0.5, 8000, 8000, 0.1)).toEqual({ from: 3200, to: 4000 });
    expect(causalRange(2, 8000, 8000, 0.5)).toEqual({ from: 8000, to: 8000 });
  });
  it('brings words late, trimmed, without empty ones', () => {
    const words = [
      { text: ' one ', start: 0, end: 0.5 },
      { text: '  ', start: 0.5, end: 0.6 },
      { text: 'two', start: 0.6, end: 1.000_000_5 },
    ];
    const before = [{ role: 'assistant', content: 'Hello' }];
    const said = (at: number): readonly unknown[] => causalMessages(turn([], { words, messages: before }), at, 0.5);
    expect(said(0.9)).toEqual(before);
    expect(said(1)).toEqual([...before, { role: 'user', content: 'one' }]);
    expect(said(1.5)).toEqual([...before, { role: 'user', content: 'one two' }]);
  });
  it('gives the reference inputs', () => {
    const turns = referenceTurns();
    for (const one of vector('causal_inputs_some.json') as readonly CausalCase[]) checkCausal(one, turns);
  });
});
