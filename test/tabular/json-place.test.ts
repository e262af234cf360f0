import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from '../../src/tabular/json-place.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('where things stand in a line of JSON', () => {
  it.each([
    ['{"a": 1, "b" : [true, {"a": null}], "c":"x"}', { a: 6, b: 15, c: 40 }],
    ['{}', {}],
    ['  {"é":"\\u00e9"}', { é: 7 }],
    ['{"a":{"b":1},"a":2}', { a: 17 }],
  ])('values of the outermost keys: %s', (text, wanted) => {
    const { values, broken } = scanJson(text);
    expect(broken).toBeUndefined();
    expect(Object.fromEntries(values)).toEqual(wanted);
    expect(isJson(text)).toBe(true);
  });

  it.each([
    ['{"a": NaN}', 6],
    ['{"a": 01}', 7],
    ["{'a': 1}", 1],
    ['{"a" 1}', 5],
    ['{"a":1} x', 8],
    ['{"a":1,}', 7],
    ['[1,2', 4],
    ['', 0],
    ['{"a":"', 5],
    ['"\t"', 0],
  ])('the place where it breaks: %s', (text, at) => {
    expect(scanJson(text).broken).toBe(at);
    expect(isJson(text)).toBe(false);
  });

  it('takes for JSON what JSON.parse takes', () => {
    const mutated = fc.tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom('', ',', '"', '}', '0', '\\', '\n', ':', '-', 'e'));
    fc.assert(
      fc.property(mutated, ([json, at, inserted]) => {
        const cut = at % (json.length + 1);
        const text = json.slice(0, cut) + inserted + json.slice(cut + (at % 2));
        expect(scanJson(text).broken === undefined).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('ends at a depth that no row has', () => {
    expect(scanJson('['.repeat(100_000)).broken).toBeGreaterThan(100);
  });
});
