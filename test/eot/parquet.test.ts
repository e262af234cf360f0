import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parquetInfo } from '../../src/eot/parquet/hyparquet.js';
import { bufferFile, readTable } from '../../src/eot/parquet/read.js';
import { booleans, doubles, integers, strings, table } from '../../src/eot/parquet/table.js';
import { writeTable } from '../../src/eot/parquet/write.js';
import { DATASET_FOLDER, VECTORS } from './vectors.js';

const file = (name: string): Uint8Array => readFileSync(join(VECTORS, 'output', DATASET_FOLDER, name));

describe('parquet', () => {
  it('reads what pandas wrote, and a written copy is the same table', async () => {
    for (const name of [
      'en/span_set.parquet',
      'en/good_batch_adapter__4eb777ba8c/predictions.parquet',
      'language_comparison/metrics.parquet',
    ]) {
      const read = await readTable(bufferFile(file(name)), name);
      expect(read.rows).toBeGreaterThan(0);
      expect(await readTable(bufferFile(writeTable(read)), name)).toEqual(read);
    }
    const spans = await readTable(bufferFile(file('en/span_set.parquet')), 'span_set');
    expect([...spans.columns].map(([name, { type }]) => `${name}:${type}`)).toEqual([
      'id:string',
      'language:string',
      'span_index:int64',
      'label:string',
      'start:double',
      'end:double',
      'duration:double',
    ]);
  });
  it('writes the types and nulls that pandas writes', async () => {
    const bytes = writeTable(
      table([
        ['text', strings(['a', null])],
        ['whole', integers([1, -2])],
        ['real', doubles([0.1, Number.NaN])],
        ['flag', booleans([true, false])],
        ['nothing', doubles([Number.NaN, Number.NaN])],
      ]),
    );
    const { schema, row_groups } = await parquetInfo(bufferFile(bytes), 'x');
    expect(schema.slice(1).map(({ name, type, repetition_type, converted_type }) => [name, type, repetition_type, converted_type])).toEqual(
      [
        ['text', 'BYTE_ARRAY', 'OPTIONAL', 'UTF8'],
        ['whole', 'INT64', 'OPTIONAL', undefined],
        ['real', 'DOUBLE', 'OPTIONAL', undefined],
        ['flag', 'BOOLEAN', 'OPTIONAL', undefined],
        ['nothing', 'DOUBLE', 'OPTIONAL', undefined],
      ],
    );
    expect(row_groups[0]!.columns.map(({ meta_data }) => meta_data!.codec)).toEqual(Array.from({ length: 5 }, () => 'SNAPPY'));
    const back = await readTable(bufferFile(bytes), 'x', ['text', 'real']);
    expect(back.columns.get('text')!.values).toEqual(['a', null]);
    expect([...back.columns.keys()]).toEqual(['text', 'real']);
  });
  it('gives any table back', async () => {
    const rows = fc.array(fc.record({ s: fc.option(fc.string({ unit: 'grapheme' })), i: fc.integer(), d: fc.double(), b: fc.boolean() }), {
      minLength: 1,
      maxLength: 80,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const before = table([
          ['s', strings(all.map(({ s }) => s))],
          ['i', integers(all.map(({ i }) => i))],
          ['d', doubles(all.map(({ d }) => d))],
          ['b', booleans(all.map(({ b }) => b))],
        ]);
        expect(await readTable(bufferFile(writeTable(before)), 'x')).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });
  it('says in one sentence what is wrong with a damaged file', async () => {
    const whole = file('en/span_set.parquet');
    for (const bytes of [
      whole.subarray(0, whole.length - 9),
      whole.subarray(0, 100),
      new Uint8Array(0),
      new TextEncoder().encode('{"a":1}'),
    ])
      await expect(readTable(bufferFile(bytes), 'span_set.parquet')).rejects.toThrow(/^span_set\.parquet cannot be read as parquet: /);
    const middle = new Uint8Array(whole);
    middle.fill(255, 4, 300);
    await expect(readTable(bufferFile(middle), 'span_set.parquet')).rejects.toThrow(/^span_set\.parquet cannot be read as parquet: /);
  });
});
