/** The own decoder of flat columns against hyparquet, on files of several writers. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { readByHyparquet } from '../../src/eot/parquet/hyparquet.js';
import { hybridBytes, onesBytes, readHybrid } from '../../src/eot/parquet/hybrid.js';
import { bufferFile, readFlat, readTable } from '../../src/eot/parquet/read.js';
import { snap, unsnap } from '../../src/eot/parquet/snappy.js';
import { booleans, doubles, integers, strings, table } from '../../src/eot/parquet/table.js';
import { writeTable } from '../../src/eot/parquet/write.js';
import { VECTORS } from './vectors.js';

const parquetFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .map((name) => join(folder, name));

describe('flat parquet', () => {
  it('reads the files of pandas as hyparquet does', async () => {
    const reference = parquetFiles(join(VECTORS, 'output')).filter((name) => !name.includes('metrics_alt'));
    const files = [...reference, ...parquetFiles(join(import.meta.dirname, '../vectors/parquet'))];
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const bytes = bufferFile(readFileSync(file));
      expect(await readFlat(bytes), file).toEqual(await readByHyparquet(bytes, file));
    }
  });
  const value = fc.record({
    text: fc.option(fc.oneof(fc.constantFrom('a', 'b', 'ü'), fc.string({ unit: 'grapheme' }))),
    whole: fc.option(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.maxSafeInteger())),
    real: fc.option(fc.oneof(fc.constantFrom(0, -0, 0.5), fc.double({ noNaN: true }))),
    flag: fc.option(fc.boolean()),
  });
  it('reads the files of hyparquet-writer as hyparquet does', async () => {
    const codec = fc.constantFrom('SNAPPY' as const, 'UNCOMPRESSED' as const);
    const rows = fc.array(value, { minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(rows, codec, fc.constantFrom(7, 1000), fc.boolean(), async (all, compression, rowGroupSize, nullable) => {
        const some = nullable
          ? all
          : all.map((row) => ({ text: row.text ?? '', whole: row.whole ?? 1, real: row.real ?? 0.25, flag: row.flag ?? true }));
        const columnData: ColumnSource[] = [
          { name: 'text', type: 'STRING', data: some.map(({ text }) => text), nullable },
          { name: 'whole', type: 'INT64', data: some.map(({ whole }) => (whole === null ? null : BigInt(whole))), nullable },
          { name: 'real', type: 'DOUBLE', data: some.map(({ real }) => real), nullable },
          { name: 'flag', type: 'BOOLEAN', data: some.map(({ flag }) => flag), nullable },
        ];
        const bytes = bufferFile(new Uint8Array(parquetWriteBuffer({ columnData, codec: compression, rowGroupSize })));
        expect(await readFlat(bytes)).toEqual(await readByHyparquet(bytes, 'x'));
      }),
      { numRuns: 60 },
    );
  });
  it('writes what hyparquet reads as the same table', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 300 }), async (all) => {
        const before = table([
          ['text', strings(all.map(({ text }) => text))],
          ['whole', integers(all.map(({ whole }) => whole ?? Number.NaN))],
          ['real', doubles(all.map(({ real }) => real ?? Number.NaN))],
          ['flag', booleans(all.map(({ flag }) => flag === true))],
        ]);
        const bytes = bufferFile(writeTable(before));
        expect(await readByHyparquet(bytes, 'x')).toEqual(before);
        expect(await readFlat(bytes)).toEqual(before);
      }),
      { numRuns: 60 },
    );
    expect(() => writeTable(table([['whole', integers([1.5])]]))).toThrow(RangeError);
    expect(await readTable(bufferFile(writeTable(table([['real', doubles([])]]))), 'x')).toEqual(table([['real', doubles([])]]));
  });
  it('leaves what is no flat column of its kinds to hyparquet', async () => {
    const columnData: ColumnSource[] = [
      { name: 'when', type: 'TIMESTAMP', data: [new Date(0), new Date(1000)] },
      { name: 'id', type: 'STRING', data: ['a', 'b'] },
    ];
    const bytes = bufferFile(new Uint8Array(parquetWriteBuffer({ columnData })));
    await expect(readFlat(bytes)).rejects.toThrow('when');
    expect((await readTable(bytes, 'x')).columns.get('id')).toEqual(strings(['a', 'b']));
    expect((await readFlat(bytes, ['id'])).columns.get('id')).toEqual(strings(['a', 'b']));
  });
  it('never gives a wrong table for a damaged file: one sentence, or what hyparquet reads', async () => {
    const whole = writeTable(
      table([
        ['id', strings(Array.from({ length: 40 }, (_, i) => `turn-${i >> 3}`))],
        ['p', doubles(Array.from({ length: 40 }, (_, i) => (i % 7 === 0 ? Number.NaN : i / 40)))],
      ]),
    );
    const read = async (bytes: Uint8Array): Promise<unknown> => readTable(bufferFile(bytes), 'x').catch((error: unknown) => String(error));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = whole.slice();
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const found = await read(bytes);
        if (typeof found === 'string') expect(found).toContain('x cannot be read as parquet: ');
      }),
      { numRuns: 300 },
    );
    for (let length = 0; length < whole.length; length += 13)
      expect(await read(whole.subarray(0, length))).toContain('x cannot be read as parquet: ');
  });
});

describe('parts of parquet', () => {
  it('runs and packed groups come back, at every width', () => {
    const numbers = fc
      .nat(24)
      .chain((width) =>
        fc.tuple(
          fc.constant(Math.max(1, width)),
          fc.array(fc.tuple(fc.nat(2 ** Math.max(1, width) - 1), fc.integer({ min: 1, max: 40 })), { maxLength: 30 }),
        ),
      );
    fc.assert(
      fc.property(numbers, ([width, runs]) => {
        const values = Int32Array.from(runs.flatMap(([one, times]) => Array.from({ length: times }, () => one)));
        expect(readHybrid(hybridBytes(values, width), width, values.length)).toEqual(values);
      }),
    );
    expect(() => readHybrid(new Uint8Array(0), 1, 1)).toThrow(RangeError);
    expect(() => readHybrid(Uint8Array.of(2), 8, 1)).toThrow(RangeError);
  });
  it('levels of a column without nulls are the same bytes as of its ones', () => {
    for (const count of [0, 1, 7, 8, 9, 127, 128, 5468, 1 << 20])
      expect(onesBytes(count)).toEqual(hybridBytes(new Int32Array(count).fill(1), 1));
  });
  it('numbers of a long column that repeat are places in a dictionary, to every reader', async () => {
    const values = Array.from({ length: 40_000 }, (_, i) => (i % 97 === 0 ? NaN : Math.sin(i % 300)));
    const bytes = writeTable(table([['real', doubles(values)]]));
    expect(bytes.length).toBeLessThan((8 * values.length) / 3);
    const read = await readFlat(bufferFile(bytes));
    expect(read).toEqual(await readByHyparquet(bufferFile(bytes), 'made'));
    expect([...(read.columns.get('real')?.values ?? [])]).toEqual(values);
  });
  it('snappy gives any bytes back, and shortens what repeats', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.nat(9000))
        .map(([piece, times]) => Uint8Array.from({ length: piece.length * times }, (_, i) => piece[i % piece.length]!)),
    );
    fc.assert(
      fc.property(bytes, (one) => {
        expect(Buffer.compare(unsnap(snap(one), one.length), one)).toBe(0);
      }),
    );
    expect(snap(new Uint8Array(100_000)).length).toBeLessThan(6000);
    expect(() => unsnap(Uint8Array.of(4, 1, 0), 4)).toThrow(RangeError);
  });
});
