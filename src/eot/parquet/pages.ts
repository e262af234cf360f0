/** The pages of one flat column chunk (parquet-format, parquet.thrift, PageHeader): headers read, bodies decompressed, levels taken off. */
import { CODEC, integer, struct, UnusualParquet, type Chunk } from './footer.js';
import { allOnes, readHybrid } from './hybrid.js';
import { unsnap } from './snappy.js';
import { ThriftReader } from './thrift.js';

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

/** @param bytes of the chunk. @throws RangeError for damaged ones, UnusualParquet for pages of another kind */
export function* pagesOf(bytes: Uint8Array, chunk: Chunk, optional: boolean, decompress: Decompress): Generator<DataPage | DictionaryPage> {
  const reader = new ThriftReader(bytes);
  let rows = 0;
  while (rows < chunk.values) {
    const head = reader.struct();
    const [size, packed] = [integer(head[2]), integer(head[3])];
    const end = reader.offset + packed;
    if (size < 0 || packed < 0 || end > bytes.length) throw new RangeError('a page is cut off');
    const body = bytes.subarray(reader.offset, end);
    reader.offset = end;
    const whole = (from: Uint8Array, length: number): Uint8Array => inflate(chunk.codec, from, length, decompress);
    if (head[1] === PAGE.DICTIONARY) {
      yield { kind: 'dictionary', values: integer(struct(head[7])[1]), bytes: whole(body, size) };
    } else if (head[1] === PAGE.DATA || head[1] === PAGE.DATA_V2) {
      const page =
        head[1] === PAGE.DATA ? pageV1(struct(head[5]), whole(body, size), optional) : pageV2(struct(head[8]), body, size, optional, whole);
      if (page.rows > chunk.values - rows) throw new RangeError('a page has too many values');
      rows += page.rows;
      yield page;
    } else if (head[1] !== PAGE.INDEX) throw new UnusualParquet('its pages');
  }
}

function inflate(codec: number, bytes: Uint8Array, size: number, decompress: Decompress): Uint8Array {
  if (codec === CODEC.UNCOMPRESSED) return bytes;
  const whole = codec === CODEC.SNAPPY ? unsnap(bytes, size) : decompress(codec, bytes, size);
  if (whole.length !== size) throw new RangeError('a page is not of its size');
  return whole;
}

/** Levels stand in front of the values, with their length; encoded as RLE (3), for nothing else was ever written. */
const LEVELS_RLE = 3;

function pageV1(head: readonly unknown[], bytes: Uint8Array, optional: boolean): DataPage {
  const [, rows, encoding, levels] = head as readonly number[];
  const count = integer(rows);
  if (!optional) return { kind: 'data', rows: count, encoding: integer(encoding), present: undefined, values: count, bytes };
  if (levels !== LEVELS_RLE || bytes.length < 4) throw new UnusualParquet('its levels');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (4 + length > bytes.length) throw new RangeError('levels are cut off');
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
  if (length < 0 || length > bytes.length) throw new RangeError('levels are cut off');
  const [body, unpacked] = [bytes.subarray(length), size - length];
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
