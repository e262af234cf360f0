import { expect, it } from 'vitest';
import { scenarioJsonSchema } from '../../src/scenario/json-schema.js';

type Json = Record<string, unknown>;
const at = (json: unknown, ...path: string[]): Json => path.reduce((inner, key) => (inner as Json)[key], json) as Json;
const schema: unknown = JSON.parse(scenarioJsonSchema());
const turn = at(schema, 'properties', 'scenes', 'items', 'properties', 'turns', 'items', 'properties');

it('is the committed one (npx vitest run test/scenario/json-schema.test.ts -u writes it)', async () => {
  await expect(scenarioJsonSchema()).toMatchFileSnapshot('../../scenarios/scenario.schema.json');
});

it('knows no keys but those of the format', () => {
  expect(at(schema)['additionalProperties']).toBe(false);
  expect(at(schema)['required']).toEqual(['version', 'suite', 'speakers', 'scenes']);
});

it('lets a sweep stand for a number and a short form for a mapping', () => {
  const pause = at(turn, 'parts', 'items', 'properties', 'pause')['anyOf'] as Json[];
  expect(pause.map(({ type }) => type)).toEqual(['integer', 'string']);
  const expected = at(turn, 'expect')['anyOf'] as Json[];
  expect(expected[1]?.['enum']).toContain('silence');
});

it('describes every key', () => {
  const undescribed: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries((node as Json)['properties'] ?? {})) {
      if (typeof (value as Json)['description'] !== 'string') undescribed.push(`${path}.${key}`);
    }
    for (const [key, value] of Object.entries(node)) visit(value, `${path}.${key}`);
  };
  visit(schema, '');
  expect(undescribed).toEqual([]);
});
