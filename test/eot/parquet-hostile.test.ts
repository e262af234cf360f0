/** Small files whose counts, names or sizes are not true: one sentence each, nothing allocated for them, nothing left behind. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import { CODEC, PHYSICAL } from '../../src/eot/parquet/footer.js';
import { parquetInfo, readByHyparquet } from '../../src/eot/parquet/hyparquet.js';
import { MOST_PAGE_BYTES, MOST_ROWS, checkPageSize } from '../../src/eot/parquet/limits.js';
import { bufferFile, readTable } from '../../src/eot/parquet/read.js';
import { doubles, table } from '../../src/eot/parquet/table.js';
import { writeTable } from '../../src/eot/parquet/write.js';
import { NO_DICTIONARY, bytesOf, levels, made, page, pageV2, type Made } from './parquet-made.js';

/** A converted type that is hyparquet's. */
const DATE = 6;
const ONE = new Uint8Array(new Float64Array([1]).buffer);
const one = page(1, bytesOf(levels(1, 1), ONE));
const nulls = (count: number): Uint8Array => page(count, levels(count, 0));
const BILLION = 1_000_000_000;
const ZSTD_OF_2_GB = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0x94, 0x35, 0x77, 1, 0, 0);
const SNAPPY_OF_2_GB = Uint8Array.of(0x80, 0x80, 0x80, 0xb0, 7);

const ADD_UP = 'its rows do not add up: ';
const TOO_MANY = `it has ${BILLION.toLocaleString('en-US')} rows, and at most ${MOST_ROWS.toLocaleString('en-US')} are read`;
const CASES: readonly (readonly [what: string, file: Made, sentence: string | RegExp])[] = [
  ['five rows in the footer, one in the group', { rows: 1, footerRows: 5, pages: [one] }, `${ADD_UP}its footer says 5, its row groups 1`],
  ['500 million rows in the footer', { rows: 1, footerRows: 500_000_000, pages: [one] }, ADD_UP],
  ['fewer rows in the footer than in the group', { rows: 1, footerRows: 0, pages: [one] }, ADD_UP],
  ['rows below zero', { rows: -5, pages: [] }, `${ADD_UP}a count is below zero`],
  ['a group of more rows than its column has', { rows: 5, values: 1, pages: [one] }, `${ADD_UP}a row group has 5, a column of it 1`],
  ['a group of 10^15 rows', { rows: 1e15, values: 1, pages: [one] }, ADD_UP],
  ['a column that ends before its rows', { rows: 5, pages: [one] }, 'it is not whole parquet (a header is cut off)'],
  ['a page of more values than its column', { rows: 10, pages: [nulls(BILLION)] }, `${ADD_UP}a page has more values than its column`],
  ['a page of less than no value', { rows: 1, pages: [page(-1, levels(1, 1)), one] }, ADD_UP],
  ['more nulls than values', { rows: 1, pages: [pageV2(1, 2, 2, bytesOf([2, 1], ONE))] }, ADD_UP],
  ['nulls below zero', { rows: 1, pages: [pageV2(1, -BILLION, 2, bytesOf([2, 1], ONE))] }, ADD_UP],
  [
    'levels longer than their page',
    { rows: 1, pages: [pageV2(1, 0, 99, bytesOf([2, 1], ONE))] },
    'it is not whole parquet (levels are cut off)',
  ],
  ['a billion nulls', { rows: BILLION, pages: [nulls(BILLION)] }, TOO_MANY],
  ['a billion texts that are null', { physical: PHYSICAL.BYTE_ARRAY, rows: BILLION, pages: [nulls(BILLION)] }, TOO_MANY],
  [
    '100 million nulls in 100 bytes',
    { rows: MOST_ROWS, pages: [nulls(MOST_ROWS)] },
    /^it says it has 100,000,000 values, more than its \d+ bytes can hold$/,
  ],
  [
    'a page of zstd that says 2 GB',
    { codec: CODEC.ZSTD, rows: 10, pages: [page(10, ZSTD_OF_2_GB, { size: 2_000_000_000 })] },
    'a page of it has 2,000,000,000 bytes, and at most 1,073,741,824 are read',
  ],
  [
    'a page of zstd that says 1 GB',
    { codec: CODEC.ZSTD, rows: 10, pages: [page(10, ZSTD_OF_2_GB, { size: BILLION })] },
    'a page of it says it has 1,000,000,000 bytes, more than 12 can hold',
  ],
  [
    'a page that is no zstd',
    { codec: CODEC.ZSTD, rows: 1, pages: [page(1, new Uint8Array(30))] },
    'it is not whole parquet (a page cannot be decompressed)',
  ],
  [
    'a page of snappy that says 200 bytes in five',
    { codec: CODEC.SNAPPY, rows: 10, pages: [page(10, SNAPPY_OF_2_GB, { size: 200 })] },
    'can hold',
  ],
  [
    'a page that is longer than the file',
    { rows: 1, pages: [page(1, ONE, { packed: 1000 })] },
    'it is not whole parquet (a page is cut off)',
  ],
  ['a page that ends before it begins', { rows: 1, pages: [page(1, ONE, { packed: -40 })] }, 'it is not whole parquet (a page is cut off)'],
  ['a page without values', { rows: 1, pages: [page(1, levels(1, 1))] }, 'it is not whole parquet'],
  ['two columns of one name', { names: ['p', 'p'], rows: 1, pages: [one] }, 'it has two columns of the name "p"'],
  [
    'columns that lie in each other',
    { names: ['p', 'q'], rows: 1, pages: [one, one, one, one, one, one] },
    'it is not whole parquet (its columns lie in each other)',
  ],
];

/** What JavaScript says of a damaged value is no sentence for a user. */
const RAW = /Cannot |undefined|Invalid |Offset |is not a function|not iterable|bounds/;

async function sentenceOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => 'it was read',
    (cause: unknown) => cause,
  );
  if (!(error instanceof TurnrigError)) return String(error);
  expect(error.code).toBe('input');
  expect(error.message).not.toMatch(RAW);
  const start = 'x.parquet cannot be read as parquet: ';
  expect(error.message.startsWith(start)).toBe(true);
  return error.message.slice(start.length);
}

/** Rejections that nobody awaited. */
function escaped(): unknown[] {
  const found: unknown[] = [];
  const note = (reason: unknown): void => void found.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  return found;
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('hostile parquet', () => {
  it('the files are well but for what is wrong with them', async () => {
    expect(await readTable(bufferFile(made({ rows: 1, pages: [one] })), 'x')).toEqual(table([['p', doubles([1])]]));
    expect(await readTable(bufferFile(made({ rows: 3, pages: [one, nulls(2)] })), 'x')).toEqual(
      table([['p', doubles([1, Number.NaN, Number.NaN])]]),
    );
    const v2 = made({ rows: 1, pages: [pageV2(1, 0, 2, bytesOf([2, 1], ONE))] });
    expect(await readTable(bufferFile(v2), 'x')).toEqual(table([['p', doubles([1])]]));
    // pyarrow's dictionary of no value: LZ4 makes one byte of no bytes.
    const lz4 = made({ codec: CODEC.LZ4_RAW, rows: 2, pages: [NO_DICTIONARY, page(2, bytesOf([0x60], levels(2, 0)), { size: 6 })] });
    expect(await readTable(bufferFile(lz4), 'x')).toEqual(table([['p', doubles([Number.NaN, Number.NaN])]]));
    const unusual = made({
      physical: PHYSICAL.INT32,
      converted: DATE,
      rows: 2,
      pages: [page(2, bytesOf(levels(2, 1), new Uint8Array(8)))],
    });
    expect((await readTable(bufferFile(unusual), 'x')).rows).toBe(2);
  });
  it.each(CASES)('%s', async (_, file, sentence) => {
    const left = escaped();
    const match: unknown = typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence);
    expect(await sentenceOf(readTable(bufferFile(made(file)), 'x.parquet'))).toEqual(match);
    // The general reader believes headers: it must not see them first.
    const general = file.physical === undefined ? { ...file, physical: PHYSICAL.INT32, converted: DATE } : file;
    const found = await sentenceOf(readByHyparquet(bufferFile(made(general)), 'x.parquet'));
    if (!found.startsWith('it is not whole parquet')) expect(found).toEqual(match);
    await settled();
    expect(left).toEqual([]);
  });
  it('footers that do not add up are refused where only they are read', async () => {
    for (const file of [
      { rows: 1, footerRows: 5, pages: [one] },
      { names: ['p', 'p'], rows: 1, pages: [one] },
    ])
      expect(await sentenceOf(parquetInfo(bufferFile(made(file)), 'x.parquet'))).toMatch(/rows do not add up|two columns/);
  });
  it('whatever byte is damaged: a table of its rows, or one sentence, and no rejection escapes', async () => {
    const left = escaped();
    const whole = [
      made({
        physical: PHYSICAL.INT32,
        converted: DATE,
        names: ['p'],
        rows: 2,
        pages: [page(2, bytesOf(levels(2, 1), new Uint8Array(8)))],
      }),
      writeTable(
        table([
          ['p', doubles([1, 2, Number.NaN])],
          ['q', doubles([1, 1, 1])],
        ]),
      ),
    ];
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), damage, async (file, changes) => {
        const bytes = file.slice();
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        for (const read of [readTable, readByHyparquet]) {
          const found = await read(bufferFile(bytes), 'x.parquet').catch((error: unknown) => error);
          if (found instanceof Error) expect(await sentenceOf(Promise.reject(found))).not.toBe('');
          else
            for (const { values } of (found as Awaited<ReturnType<typeof readTable>>).columns.values())
              expect(values.length).toBeLessThan(100);
        }
      }),
      { numRuns: 1000 },
    );
    await settled();
    expect(left).toEqual([]);
  });
  it('says what the disk says, and nothing of JavaScript', async () => {
    const failing = {
      byteLength: 100,
      slice: () => Promise.reject(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })),
    };
    expect(await sentenceOf(readTable(failing, 'x.parquet'))).toBe('EIO: i/o error, read');
    const odd = { byteLength: 100, slice: () => Promise.reject(new TypeError("Cannot read properties of undefined (reading 'map')")) };
    expect(await sentenceOf(readTable(odd, 'x.parquet'))).toBe('it is not whole parquet');
  });
  it('pages are held against what their compression can do', () => {
    for (const [codec, packed, size] of [
      [CODEC.UNCOMPRESSED, 100, 100],
      [CODEC.SNAPPY, 100, 2100],
      [CODEC.GZIP, 1000, 1_000_000],
      [CODEC.LZ4_RAW, 1000, 250_000],
      [CODEC.ZSTD, 40, 1 << 20],
      [CODEC.BROTLI, 12, 1 << 24],
      [CODEC.ZSTD, 1 << 20, MOST_PAGE_BYTES],
    ] as const) {
      expect(() => checkPageSize(codec, packed, size)).not.toThrow();
      expect(() => checkPageSize(codec, packed, 2 ** 31)).toThrow('at most');
    }
    for (const [codec, packed, size] of [
      [CODEC.UNCOMPRESSED, 100, 101],
      [CODEC.SNAPPY, 100, 2201],
      [CODEC.GZIP, 100, 110_000],
      [CODEC.ZSTD, 12, 1 << 20],
      [CODEC.BROTLI, 12, 1 << 25],
    ] as const)
      expect(() => checkPageSize(codec, packed, size)).toThrow('can hold');
  });
});
