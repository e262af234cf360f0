/** The pages of one flat column chunk (parquet-format, parquet.thrift, PageHeader): headers read, bodies decompressed, levels taken off. */
import { BrokenParquet, isMemory } from './broken.js';
import { CODEC, integer, struct, UnusualParquet, type Chunk } from './footer.js';
import { allOnes, readHybrid } from './hybrid.js';
import { checkPageSize, rowsDoNotAddUp } from './limits.js';
import { unsnap } from './snappy.js';
import { ThriftReader, type ThriftStruct } from './thrift.js';

const PAGE = { DATA: 0, INDEX: 1, DICTIONARY: 2, DATA_V2: 3 } as const;

/** Decompression by codec number, for codecs other than snappy. */
export type Decompress = (codec: number, bytes: Uint8Array, size: number) => Uint8Array;

export interface DataPage {
  readonly kind: 'data';
  readonly rows: number;
  readonly encoding: number;
  /** Which rows have a value; undefined where all have one. */
  readonly present: Int32Array | undefined;
  /** How many have. */
  readonly values: number;
  readonly bytes: Uint8Array;
}

export interface DictionaryPage {
  readonly kind: 'dictionary';
  readonly values: number;
  readonly bytes: Uint8Array;
}

/** A page whose header is checked; nothing is decompressed or allocated yet. */
interface Page {
  readonly head: ThriftStruct;
  /** Bytes as they stand in the file, and how many they are before compression. */
  readonly body: Uint8Array;
  readonly size: number;
}

/**
 * Headers of a chunk, held against the bytes that are there and the rows that are left.
 *
 * @throws BrokenParquet, RefusedParquet
 */
function* headsOf(bytes: Uint8Array, chunk: Chunk): Generator<Page> {
  const reader = new ThriftReader(bytes);
  let rows = 0;
  while (rows < chunk.values) {
    const head = reader.struct();
    const [size, packed] = [integer(head[2]), integer(head[3])];
    const end = reader.offset + packed;
    if (size < 0 || packed < 0 || end > bytes.length) throw new BrokenParquet('a page is cut off');
    checkPageSize(chunk.codec, packed, size);
    const count = rowsOf(head, packed);
    if (count < 0 || count > chunk.values - rows) rowsDoNotAddUp('a page has more values than its column');
    rows += count;
    const body = bytes.subarray(reader.offset, end);
    reader.offset = end;
    yield { head, body, size };
  }
}

/** Rows of a data page, none of another. */
function rowsOf(head: ThriftStruct, packed: number): number {
  if (head[1] === PAGE.DATA) return integer(struct(head[5])[1]);
  if (head[1] !== PAGE.DATA_V2) return 0;
  const [, rows, nulls, , , levels, repetitions] = struct(head[8]);
  const [count, none] = [integer(rows), integer(nulls)];
  if (none < 0 || none > count) rowsDoNotAddUp('a page has more nulls than values');
  const [some, others] = [integer(levels), integer(repetitions)];
  if (some < 0 || others < 0 || some + others > packed) throw new BrokenParquet('levels are cut off');
  return count;
}

/**
 * For a reader that believes what headers say.
 *
 * @param bytes of the chunk
 * @throws BrokenParquet, RefusedParquet
 */
export function checkPages(bytes: Uint8Array, chunk: Chunk): void {
  for (const page of headsOf(bytes, chunk)) integer(page.head[1]);
}

/** @param bytes of the chunk. @throws BrokenParquet or RefusedParquet for damaged ones, UnusualParquet for pages of another kind */
export function* pagesOf(bytes: Uint8Array, chunk: Chunk, optional: boolean, decompress: Decompress): Generator<DataPage | DictionaryPage> {
  for (const { head, body, size } of headsOf(bytes, chunk)) {
    const whole = (from: Uint8Array, length: number): Uint8Array => inflate(chunk.codec, from, length, decompress);
    if (head[1] === PAGE.DICTIONARY) {
      const values = integer(struct(head[7])[1]);
      if (values < 0) throw new BrokenParquet('a dictionary of less than nothing');
      yield { kind: 'dictionary', values, bytes: whole(body, size) };
    } else if (head[1] === PAGE.DATA) yield pageV1(struct(head[5]), whole(body, size), optional);
    else if (head[1] === PAGE.DATA_V2) yield pageV2(struct(head[8]), body, size, optional, whole);
    else if (head[1] !== PAGE.INDEX) throw new UnusualParquet('its pages');
  }
}

function inflate(codec: number, bytes: Uint8Array, size: number, decompress: Decompress): Uint8Array {
  if (codec === CODEC.UNCOMPRESSED) return bytes;
  // A dictionary of nothing: some codecs do not take the byte that stands for it.
  if (size === 0) return new Uint8Array(0);
  const whole = codec === CODEC.SNAPPY ? unsnap(bytes, size) : unpack(codec, bytes, size, decompress);
  if (whole.length !== size) throw new BrokenParquet('a page is not of its size');
  return whole;
}

/** What the codecs throw are words of their own, of no use to a user. */
function unpack(codec: number, bytes: Uint8Array, size: number, decompress: Decompress): Uint8Array {
  try {
    return decompress(codec, bytes, size);
  } catch (cause) {
    if (cause instanceof UnusualParquet || isMemory(cause)) throw cause;
    throw new BrokenParquet('a page cannot be decompressed', { cause });
  }
}

/** Levels stand in front of the values, with their length; encoded as RLE (3), for nothing else was ever written. */
const LEVELS_RLE = 3;

function pageV1(head: readonly unknown[], bytes: Uint8Array, optional: boolean): DataPage {
  const [, rows, encoding, levels] = head as readonly number[];
  const count = integer(rows);
  if (!optional) return { kind: 'data', rows: count, encoding: integer(encoding), present: undefined, values: count, bytes };
  if (levels !== LEVELS_RLE || bytes.length < 4) throw new UnusualParquet('its levels');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (4 + length > bytes.length) throw new BrokenParquet('levels are cut off');
  return {
    kind: 'data',
    rows: count,
    encoding: integer(encoding),
    ...presence(bytes.subarray(4, 4 + length), count),
    bytes: bytes.subarray(4 + length),
  };
}

function pageV2(
  head: readonly unknown[],
  bytes: Uint8Array,
  size: number,
  optional: boolean,
  whole: (from: Uint8Array, length: number) => Uint8Array,
): DataPage {
  const [, rows, , , encoding, levels, repetitions] = head as readonly number[];
  const [count, length] = [integer(rows), integer(levels)];
  if (integer(repetitions) !== 0) throw new UnusualParquet('its levels');
  const [body, unpacked] = [bytes.subarray(length), size - length];
  if (unpacked < 0) throw new BrokenParquet('a page is cut off');
  const plain = head[7] === false || unpacked === 0;
  const present = optional ? presence(bytes.subarray(0, length), count) : { present: undefined, values: count };
  return { kind: 'data', rows: count, encoding: integer(encoding), ...present, bytes: plain ? body : whole(body, unpacked) };
}

function presence(levels: Uint8Array, count: number): { readonly present: Int32Array | undefined; readonly values: number } {
  if (count === 0 || allOnes(levels, count)) return { present: undefined, values: count };
  const present = readHybrid(levels, 1, count);
  let values = 0;
  for (let i = 0; i < count; i++) values += present[i] as number;
  return { present: values === count ? undefined : present, values };
}
