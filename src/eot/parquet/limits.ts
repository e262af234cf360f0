/**
 * What a parquet file may claim before anything is allocated for it. Counts in a footer or a header are a few bytes that anybody can write:
 * they are held against each other, and against what the file's bytes can hold.
 */
import { RefusedParquet } from './broken.js';
import { CODEC, type FlatColumn, type Footer } from './footer.js';

/** Rows of a file. Frames of 50 a second reach it after 23 days; the benchmark's largest tables have some hundred thousand rows. */
export const MOST_ROWS = 100_000_000;
/** Values (rows times columns read) of a file: 4 GB as doubles, what a machine of 8 GB can hold. */
export const MOST_VALUES = 500_000_000;
/**
 * Values a byte of the file. A column of one value only, or of none, is nearly free: about 75 bytes (page, chunk and its place in the footer)
 * for the 2^20 rows that pandas puts in a row group, 14,000 values a byte. No table that says something comes near.
 */
export const MOST_VALUES_A_BYTE = 2 ** 14;
/** Bytes of a page before compression. Writers cut pages at 1 MB; the largest that are written hold a row group of 50 million doubles. */
export const MOST_PAGE_BYTES = 2 ** 30;

/**
 * The most that a compressed byte can become, by the formats themselves: snappy copies 64 bytes with 3, LZ4 adds 255 bytes of length a byte,
 * deflate copies 258 bytes with 2 bits, a run of zstd is a block of 128 KiB in 4 bytes.
 */
const MOST_FOR_A_BYTE: Readonly<Record<number, number>> = {
  [CODEC.UNCOMPRESSED]: 1,
  [CODEC.SNAPPY]: 22,
  [CODEC.GZIP]: 1032,
  [CODEC.LZ4]: 255,
  [CODEC.LZ4_RAW]: 255,
  [CODEC.ZSTD]: 2 ** 15,
};
/** Brotli's copies are as long as its meta-blocks (16 MiB, RFC 7932): one is allowed for nothing, then as much as to zstd. */
const BROTLI_BLOCK = 2 ** 24;
const BROTLI_FOR_A_BYTE = 2 ** 15;

const count = (value: number): string => value.toLocaleString('en-US');

/** @throws RefusedParquet for counts that contradict each other: rows that nobody wrote would become zeros */
export function rowsDoNotAddUp(why: string): never {
  throw new RefusedParquet(`its rows do not add up: ${why}`);
}

/**
 * @param wanted columns that are to be read
 * @param bytes of the file
 * @throws RefusedParquet
 */
export function checkCounts(footer: Footer, wanted: readonly FlatColumn[], bytes: number): void {
  const { rows, groupRows } = footer;
  if (rows < 0 || groupRows.some((group) => group < 0)) rowsDoNotAddUp('a count is below zero');
  const sum = groupRows.reduce((before, group) => before + group, 0);
  if (sum !== rows) rowsDoNotAddUp(`its footer says ${count(rows)}, its row groups ${count(sum)}`);
  for (const { chunks } of wanted)
    chunks.forEach(({ values }, group) => {
      const groupHas = groupRows[group] ?? 0;
      if (values !== groupHas) rowsDoNotAddUp(`a row group has ${count(groupHas)}, a column of it ${count(values)}`);
    });
  if (rows > MOST_ROWS) throw new RefusedParquet(`it has ${count(rows)} rows, and at most ${count(MOST_ROWS)} are read`);
  const values = rows * Math.max(1, wanted.length);
  if (values > MOST_VALUES) throw new RefusedParquet(`it has ${count(values)} values, and at most ${count(MOST_VALUES)} are read`);
  if (values > bytes * MOST_VALUES_A_BYTE)
    throw new RefusedParquet(`it says it has ${count(values)} values, more than its ${count(bytes)} bytes can hold`);
}

/**
 * @param packed bytes of a page as they stand in the file; `size` before compression
 * @throws RefusedParquet
 */
export function checkPageSize(codec: number, packed: number, size: number): void {
  if (size > MOST_PAGE_BYTES)
    throw new RefusedParquet(`a page of it has ${count(size)} bytes, and at most ${count(MOST_PAGE_BYTES)} are read`);
  const most = codec === CODEC.BROTLI ? BROTLI_BLOCK + packed * BROTLI_FOR_A_BYTE : packed * (MOST_FOR_A_BYTE[codec] ?? 0);
  if (size > most) throw new RefusedParquet(`a page of it says it has ${count(size)} bytes, more than ${count(packed)} can hold`);
}
